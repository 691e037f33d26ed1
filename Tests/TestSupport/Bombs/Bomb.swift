internal import Glibc

/// A small file that asks its reader for a lot: of time, of memory, of looks at the disk.
package struct Bomb: Sendable, CustomStringConvertible {
    /// What the file is called; no two are called alike.
    package let name: String
    /// How long the file is; what is not in ``bytes`` is a hole.
    private let size: Int?
    private let bytes: @Sendable () -> [UInt8]

    init(_ name: String, size: Int? = nil, _ bytes: @escaping @Sendable () -> [UInt8]) {
        (self.name, self.size, self.bytes) = (name, size, bytes)
    }

    package var description: String { name }

    /// Makes the file at a path where there is none.
    package func write(to path: String) throws {
        let content = bytes()
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw BombError(path: path, code: errno) }
        defer { close(descriptor) }
        var written = 0
        while written < content.count {
            let count = content[written...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { throw BombError(path: path, code: errno) }
            written += count
        }
        guard let size else { return }
        guard ftruncate(descriptor, size) == 0 else { throw BombError(path: path, code: errno) }
    }
}

package struct BombError: Error {
    package let path: String
    package let code: Int32
}

package enum Bombs {
    /// Every bomb there is.
    package static let all: [Bomb] =
        segments + exif + directories + items + boxes + films + chunks + blocks + packets + sidecars
        + containers + places + decoding

    /// Films that libavformat reads, which has no budget but what it is given.
    package static let foreign = containers + places.filter { $0.name == "messages.mts" }

    static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(bytes.count * count)
        for _ in 0..<count { all += bytes }
        return all
    }

    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
