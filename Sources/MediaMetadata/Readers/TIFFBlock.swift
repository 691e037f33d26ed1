internal import CExif

/// A TIFF header (TIFF 6.0, or BigTIFF with offsets of eight bytes) and the directories it leads to, whatever their
/// contents.
struct TIFFBlock {
    let file: FileBytes
    /// The offset of the header; the block's offsets are relative to it.
    let start: Int
    private let isBigEndian: Bool
    private let isBig: Bool

    /// The beginnings of both kinds in either byte order.
    static let magics = [0x4949_2A00, 0x4D4D_002A, 0x4949_2B00, 0x4D4D_002B]

    init(_ file: FileBytes, at start: Int) {
        (self.file, self.start) = (file, start)
        let magic = file.withBytes(at: start, count: 4) { $0.be32(0) } ?? 0
        isBigEndian = magic >> 24 == 0x4D
        isBig = Self.magics.suffix(2).contains(magic)
    }

    /// The offset of the first directory.
    var first: Int? { isBig ? number64(8) : number32(4) }

    private func number64(_ at: Int) -> Int? {
        file.withBytes(at: start + at, count: 8) { isBigEndian ? $0.be64(0) : $0.le64(0) }
    }

    private func number16(_ at: Int) -> Int? {
        file.withBytes(at: start + at, count: 2) { isBigEndian ? $0.be16(0) : $0.le16(0) }
    }

    func number32(_ at: Int) -> Int? {
        file.withBytes(at: start + at, count: 4) { isBigEndian ? $0.be32(0) : $0.le32(0) }
    }

    /// The sizes of the values of each type of TIFF and Exif.
    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

    /// Lends the entries of a directory; returns the offset of the next directory.
    func entries(_ at: Int, _ body: (ExifTagValue, Int) -> Void) -> Int? {
        guard let count = isBig ? number64(at) : number16(at), count <= 4_096,
            at <= file.size - start, file.budget.payDirectory(start + at)
        else { return nil }
        let table = at + (isBig ? 8 : 2)
        let width = isBig ? 20 : 12
        let there = min(count, (file.size - start - table) / width)
        let isWhole: Bool? = file.withBytes(at: start + table, count: there * width) { bytes in
            for index in 0..<there {
                guard file.budget.paySteps(1), let entry = bytes.slice(index * width, width) else {
                    return nil
                }
                lend(entry, start + table + index * width, body)
            }
            return there == count
        }
        guard isWhole == true else { return nil }
        let end = table + count * width
        return isBig ? number64(end) : number32(end)
    }

    /// Lends the value of an entry, limited to the part libexif would see.
    private func lend(_ entry: Bytes, _ at: Int, _ body: (ExifTagValue, Int) -> Void) {
        let short: (Int) -> Int? = { isBigEndian ? entry.be16($0) : entry.le16($0) }
        let long: (Int) -> Int? = { isBigEndian ? entry.be32($0) : entry.le32($0) }
        let wide: (Int) -> Int? = { isBigEndian ? entry.be64($0) : entry.le64($0) }
        let inline = isBig ? 8 : 4
        guard let tag = short(0), let type = short(2), let components = isBig ? wide(4) : long(4),
            Self.sizes.indices.contains(type), (0...1 << 24).contains(components)
        else { return }
        let length = components * Self.sizes[type]
        var place = at + 4 + inline
        if length > inline {
            guard let offset = isBig ? wide(12) : long(8), offset <= file.size else { return }
            place = start + offset
        }
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
        if length <= inline {
            _ = entry.slice(4 + inline, length).flatMap(take)
        } else {
            _ = file.withBytes(at: place, count: min(length, 64 << 10), take)
        }
    }
}
