/// The block list that Samsung's camera appends to a picture: a directory `SEFH` before `SEFT` at the very end, whose
/// entries give each block's type (as exiftool documents it).
enum SamsungTrailer {
    struct Block {
        let type: Int
        let name: String
        /// The offset of the block's data in the file.
        let data: Int
    }

    /// Returns the blocks, or nil if there is no trailer.
    static func blocks(_ file: FileBytes) -> [Block]? {
        let length: Int? = file.withBytes(at: file.size - 8, count: 8) { bytes in
            bytes.hasPrefix("SEFT", at: 4) ? bytes.le32(0) : nil
        }
        guard let length, (12...1 << 16).contains(length) else { return nil }
        let start = file.size - 8 - length
        return file.withBytes(at: start, count: length) { directory in
            guard directory.hasPrefix("SEFH"), let count = directory.le32(8), count <= 256 else {
                return nil
            }
            return (0..<count).compactMap { index in
                let at = 12 + index * 12
                guard let type = directory.le16(at + 2), let back = directory.le32(at + 4),
                    let size = directory.le32(at + 8)
                else { return nil }
                let (name, length) = name(file, start - back, size)
                return Block(type: type, name: name, data: start - back + 8 + length)
            }
        }
    }

    /// Reads the name of a block and its length in bytes: its type twice (4 bytes), the length of its name, the name
    /// and the data.
    private static func name(
        _ file: FileBytes,
        _ offset: Int,
        _ size: Int
    ) -> (String, length: Int) {
        let found: (String, length: Int)? = file.withBytes(at: offset, count: min(size, 64)) {
            block in
            guard let length = block.le32(4), let name = block.slice(8, min(length, 48)) else {
                return nil
            }
            return name.text.map { ($0, name.count) }
        }
        return found ?? ("", 0)
    }
}
