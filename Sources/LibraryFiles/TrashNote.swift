internal import Glibc
internal import Kernel

/// The original place of a file, as noted in the trash: <https://specifications.freedesktop.org/trash/1.0/>.
struct TrashNote {
    /// The former absolute path of the file.
    let original: [UInt8]

    private static let most = 1 << 16
    private static let key = Array("Path=".utf8)

    /// Reads a note; nil if it does not exist or does not name a path.
    ///
    /// `path`: The path of the note.
    init?(at path: [UInt8]) {
        guard let place = TrashPath(path), place.isNote,
            let file = try? TrashDirectory.entry(place).open(O_RDONLY | O_NONBLOCK)
        else { return nil }
        let lines = Disk.read(file.number, limit: Self.most).split(separator: 0x0A)
        guard let line = lines.first(where: { $0.starts(with: Self.key) }),
            let named = Self.unescaped(line.dropFirst(Self.key.count))
        else { return nil }
        // On a disk with its own trash, the path is relative to the disk's directory.
        original = named.first == UInt8(ascii: "/") ? named : Disk.join(place.base, named)
        guard Territory.isPlain(original) else { return nil }
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var (bytes, rest) = ([UInt8](), text)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
