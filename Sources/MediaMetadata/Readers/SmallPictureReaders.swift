/// The size of a picture according to its header.
struct PictureSize {
    var width: Int
    var height: Int

    /// Reads the logical screen of GIF87a and GIF89a.
    static func gif(_ head: Bytes) -> PictureSize? {
        guard let width = head.le16(6), let height = head.le16(8) else { return nil }
        return checked(width, height)
    }

    /// Reads BMP with a core or an info header; a negative height means top-down rows.
    static func bmp(_ head: Bytes) -> PictureSize? {
        guard let header = head.le32(14) else { return nil }
        if header == 12 { return checked(head.le16(18) ?? 0, head.le16(20) ?? 0) }
        guard let width = head.le32(18), let height = head.le32(22) else { return nil }
        let rows = Int(Int32(truncatingIfNeeded: height).magnitude)
        return checked(Int(Int32(truncatingIfNeeded: width)), rows)
    }

    /// Returns a width or height; 0 for an impossible one, so that areas cannot overflow.
    static func side(_ value: Int?) -> Int {
        value.flatMap { (1...1 << 28).contains($0) ? $0 : nil } ?? 0
    }

    private static func checked(_ width: Int, _ height: Int) -> PictureSize? {
        guard (1...1 << 20).contains(width), (1...1 << 20).contains(height) else { return nil }
        return PictureSize(width: width, height: height)
    }
}

/// The chunks of a WebP file (RFC 9649).
struct WebPReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?
    private(set) var isAnimated = false

    init?(_ file: FileBytes) {
        RIFFReader(file: file).forEachChunk(in: 12..<max(12, file.size)) { type, range in
            note(type, range, file)
        }
        guard width > 0, height > 0 else { return nil }
    }

    private mutating func note(_ type: FourCharacters, _ range: Range<Int>, _ file: FileBytes) {
        switch type {
        case "EXIF": exif = exif ?? range
        case "XMP ": xmp = xmp ?? range
        case "VP8X", "VP8 ", "VP8L":
            guard width == 0 else { return }
            let size: (Int, Int)? = file.withBytes(
                at: range.lowerBound,
                count: min(range.count, 10)
            ) { Self.size(type, $0) }
            if let size { (width, height) = size }
            if type == "VP8X" {
                isAnimated =
                    file.withBytes(at: range.lowerBound, count: 1) { $0.u8(0).map { $0 & 2 != 0 } }
                    ?? false
            }
        default: break
        }
    }

    private static func size(_ type: FourCharacters, _ bytes: Bytes) -> (Int, Int)? {
        switch type {
        case "VP8X":
            guard let width = bytes.le32(4), let height = bytes.le32(6) else { return nil }
            return ((width & 0xFF_FFFF) + 1, (height >> 8) + 1)
        case "VP8 ":
            guard let width = bytes.le16(6), let height = bytes.le16(8) else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        default:
            guard bytes.u8(0) == 0x2F, let bits = bytes.le32(1) else { return nil }
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        }
    }
}
