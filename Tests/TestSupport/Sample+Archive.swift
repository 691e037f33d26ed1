/// A file in a ZIP archive.
package struct ArchiveEntry {
    var name: String
    var bytes: [UInt8]
    /// 0 for stored, 8 for deflated.
    var method: Int
    /// Whether the sizes are only in the directory, as when an archive was written without seeking back.
    var isStreamed: Bool

    package init(_ name: String, _ bytes: [UInt8], method: Int = 0, isStreamed: Bool = false) {
        (self.name, self.bytes, self.method) = (name, bytes, method)
        self.isStreamed = isStreamed
    }
}

extension Sample {
    /// At most 65,535 bytes as zlib has them without compressing (RFC 1950).
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        let lengths = little(bytes.count, 2) + little(~bytes.count & 0xFFFF, 2)
        return [0x78, 1, 1] + lengths + bytes + bigEndian(b, 2) + bigEndian(a, 2)
    }

    /// A ZIP archive (APPNOTE.TXT) with files in this order.
    package static func archive(_ entries: [ArchiveEntry], comment: String = "") -> [UInt8] {
        var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
        for entry in entries {
            let (name, size) = (Array(entry.name.utf8), little(entry.bytes.count, 4))
            let start =
                little(20, 2) + little(entry.isStreamed ? 8 : 0, 2) + little(entry.method, 2)
            let times = [UInt8](repeating: 0, count: 8)
            let sizes = entry.isStreamed ? [UInt8](repeating: 0, count: 8) : size + size
            // The local header often has a field that the directory lacks.
            let extra = little(0x5455, 2) + little(5, 2) + [1, 0, 0, 0, 0]
            directory += [0x50, 0x4B, 1, 2] + little(20, 2) + start + times + size + size
            directory += little(name.count, 2) + [UInt8](repeating: 0, count: 12)
            directory += little(bytes.count, 4) + name
            bytes += [0x50, 0x4B, 3, 4] + start + times + sizes
            bytes += little(name.count, 2) + little(extra.count, 2) + name + extra + entry.bytes
            if entry.isStreamed { bytes += [0x50, 0x4B, 7, 8] + little(0, 4) + size + size }
        }
        let count = little(entries.count, 2)
        let end = [0x50, 0x4B, 5, 6] + little(0, 4) + count + count + little(directory.count, 4)
        return bytes + directory + end + little(bytes.count, 4) + little(comment.utf8.count, 2)
            + Array(comment.utf8)
    }
}
