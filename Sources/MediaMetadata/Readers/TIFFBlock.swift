internal import CExif

/// A TIFF header (TIFF 6.0) and the directories it leads to, whatever their contents.
struct TIFFBlock {
    let file: FileBytes
    /// The offset of the header; the block's offsets are relative to it.
    let start: Int
    private let isBigEndian: Bool

    init(_ file: FileBytes, at start: Int) {
        (self.file, self.start) = (file, start)
        isBigEndian = file.withBytes(at: start, count: 1) { $0.u8(0) } == 0x4D
    }

    /// The offset of the first directory.
    var first: Int? { number32(4) }

    private func number16(_ at: Int) -> Int? {
        file.withBytes(at: start + at, count: 2) { isBigEndian ? $0.be16(0) : $0.le16(0) }
    }

    func number32(_ at: Int) -> Int? {
        file.withBytes(at: start + at, count: 4) { isBigEndian ? $0.be32(0) : $0.le32(0) }
    }

    /// The sizes of the values of each type of TIFF and Exif.
    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

    /// Lends the entries of a directory; returns the offset of the next directory.
    func entries(_ at: Int, _ body: (ExifTagValue, Int) -> Void) -> Int? {
        guard let count = number16(at), count <= 4_096, file.budget.payDirectory(start + at) else {
            return nil
        }
        let table = start + at + 2
        let there = min(count, (file.size - table) / 12)
        let isWhole: Bool? = file.withBytes(at: table, count: there * 12) { bytes in
            for index in 0..<there {
                guard file.budget.paySteps(1), let entry = bytes.slice(index * 12, 12) else {
                    return nil
                }
                lend(entry, table + index * 12, body)
            }
            return there == count
        }
        return isWhole == true ? number32(at + 2 + count * 12) : nil
    }

    /// Lends the value of an entry of twelve bytes, limited to the part libexif would see.
    private func lend(_ entry: Bytes, _ at: Int, _ body: (ExifTagValue, Int) -> Void) {
        let short: (Int) -> Int? = { isBigEndian ? entry.be16($0) : entry.le16($0) }
        let long: (Int) -> Int? = { isBigEndian ? entry.be32($0) : entry.le32($0) }
        guard let tag = short(0), let type = short(2), let components = long(4),
            let offset = long(8), Self.sizes.indices.contains(type), components <= 1 << 24
        else { return }
        let length = components * Self.sizes[type]
        let place = length <= 4 ? at + 8 : start + offset
        let take: (Bytes) -> Void? = { bytes in
            let value = ExifTagValue(
                tag: tag,
                format: ExifFormat(rawValue: UInt32(type)),
                components: components,
                bytes: bytes,
                isBigEndian: isBigEndian
            )
            body(value, place)
        }
        if length <= 4 {
            _ = entry.slice(8, length).flatMap(take)
        } else {
            _ = file.withBytes(at: place, count: min(length, 64 << 10), take)
        }
    }
}
