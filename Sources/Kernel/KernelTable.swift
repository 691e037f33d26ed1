internal import Glibc

/// Files that the kernel generates when they are read, such as those below `/proc`.
package enum KernelTable {
    /// Returns the whole text of a file; empty if it cannot be read.
    package static func text(of path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = unsafe read(descriptor, &piece, piece.count), count > 0 {
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
