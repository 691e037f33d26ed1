/// The size of a picture as its header says it.
struct PictureSize {
    var width: Int
    var height: Int

    /// GIF87a and GIF89a: the logical screen.
    static func gif(_ head: Bytes) -> PictureSize? {
        guard let width = head.le16(6), let height = head.le16(8) else { return nil }
        return checked(width, height)
    }

    /// BMP with a core or an info header; a negative height means top-down rows.
    static func bmp(_ head: Bytes) -> PictureSize? {
        guard let header = head.le32(14) else { return nil }
        if header == 12 { return checked(head.le16(18) ?? 0, head.le16(20) ?? 0) }
        guard let width = head.le32(18), let height = head.le32(22) else { return nil }
        let rows = Int(Int32(truncatingIfNeeded: height).magnitude)
        return checked(Int(Int32(truncatingIfNeeded: width)), rows)
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

    init?(_ file: FileBytes) {
        var position = 12
        for _ in 0..<4_096 {
            let header: (type: FourCharacters, length: Int)? = file.withBytes(
                at: position,
                count: 8
            ) { bytes in
                guard let type = bytes.type(0), let length = bytes.le32(4) else { return nil }
                return (type, length)
            }
            guard let (type, length) = header else { break }
            note(type, position + 8..<position + 8 + length, file)
            position += 8 + length + length & 1
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

/// The first directories of a TIFF file (TIFF 6.0), for the size of its largest picture.
struct TIFFReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var xmp: Range<Int>?
    private(set) var iptc: Range<Int>?

    init?(_ file: FileBytes) {
        let isBigEndian = file.head.u8(0) == 0x4D
        guard var next = Self.number32(file, 4, isBigEndian) else { return nil }
        var left = 16
        var waiting: [Int] = []
        while next > 0 || !waiting.isEmpty, left > 0 {
            if next == 0 { next = waiting.removeFirst() }
            left -= 1
            next = read(next, file, isBigEndian, &waiting) ?? 0
        }
        guard width > 0, height > 0 else { return nil }
    }

    private static func number32(_ file: FileBytes, _ at: Int, _ isBigEndian: Bool) -> Int? {
        file.withBytes(at: at, count: 4) { isBigEndian ? $0.be32(0) : $0.le32(0) }
    }

    private mutating func read(
        _ at: Int,
        _ file: FileBytes,
        _ isBigEndian: Bool,
        _ waiting: inout [Int]
    ) -> Int? {
        let count: Int? = file.withBytes(at: at, count: 2) {
            isBigEndian ? $0.be16(0) : $0.le16(0)
        }
        guard let count, count <= 4_096 else { return nil }
        var size = (width: 0, height: 0)
        for index in 0..<count {
            let entry: (tag: Int, type: Int, count: Int, value: Int)? = file.withBytes(
                at: at + 2 + index * 12,
                count: 12
            ) { bytes in
                let short: (Int) -> Int? = { isBigEndian ? bytes.be16($0) : bytes.le16($0) }
                let long: (Int) -> Int? = { isBigEndian ? bytes.be32($0) : bytes.le32($0) }
                guard let tag = short(0), let type = short(2), let count = long(4),
                    let value = type == 3 && count == 1 ? short(8) : long(8)
                else { return nil }
                return (tag, type, count, value)
            }
            guard let entry else { return nil }
            switch entry.tag {
            case 0x100: size.width = entry.value
            case 0x101: size.height = entry.value
            case 0x14A where waiting.count < 8:
                if entry.count == 1 {
                    waiting.append(entry.value)
                } else {
                    waiting += (0..<min(entry.count, 8)).compactMap {
                        Self.number32(file, entry.value + $0 * 4, isBigEndian)
                    }
                }
            case 0x2BC: xmp = xmp ?? entry.value..<entry.value + entry.count
            case 0x83BB:
                let unit = entry.type == 4 ? 4 : 1
                iptc = iptc ?? entry.value..<entry.value + entry.count * unit
            default: break
            }
        }
        if size.width * size.height > width * height { (width, height) = size }
        return Self.number32(file, at + 2 + count * 12, isBigEndian)
    }
}
