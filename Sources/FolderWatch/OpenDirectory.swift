internal import CSystem
internal import Glibc

/// An open directory; closed when the value goes.
package struct OpenDirectory: ~Copyable {
    package let descriptor: Int32

    /// Takes over an open descriptor.
    init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens a path of any length without following a symbolic link in its last part.
    ///
    /// - Parameters:
    ///   - path: Names from the file system's root down, or from an open directory; the kernel limits one
    ///     call to 4,096 bytes, so longer paths are opened a piece at a time.
    ///   - base: The open directory that a path without a leading slash begins at.
    ///   - readable: Whether the directory is to be listed; otherwise it is opened with `O_PATH`.
    /// - Throws: The kernel's error for the part that could not be opened.
    package init(
        path: [UInt8],
        below base: Int32 = AT_FDCWD,
        readable: Bool = false
    ) throws(SystemError) {
        var current = base
        var start = 0
        while true {
            let end = Self.endOfPiece(of: path, from: start)
            let isLast = end == path.count
            let flags =
                (isLast && readable ? O_RDONLY : HELIOGRAPH_O_PATH) | O_DIRECTORY | O_NOFOLLOW
            let piece = FileName(Array(path[start..<end]))
            let opened = unsafe piece.withCString { unsafe heliograph_open_at(current, $0, flags) }
            if current != base { close(current) }
            guard opened >= 0 else { throw SystemError(code: -opened) }
            current = opened
            if isLast { break }
            start = end + 1
        }
        descriptor = current
    }

    /// Opens a directory below an open one.
    package init(
        _ name: UnsafePointer<CChar>,
        in parent: Int32,
        readable: Bool = false
    ) throws(SystemError) {
        let flags = (readable ? O_RDONLY : HELIOGRAPH_O_PATH) | O_DIRECTORY | O_NOFOLLOW
        let opened = unsafe heliograph_open_at(parent, name, flags)
        guard opened >= 0 else { throw SystemError(code: -opened) }
        descriptor = opened
    }

    deinit {
        close(descriptor)
    }

    /// The end of the longest run of whole path components from `start` that one call takes.
    private static func endOfPiece(of path: [UInt8], from start: Int) -> Int {
        let limit = 4_000
        guard path.count - start > limit else { return path.count }
        var end = start + limit
        while end > start + 1, path[end] != UInt8(ascii: "/") { end -= 1 }
        return end
    }
}
