/// The header of a JPEG XL file (ISO/IEC 18181-1, SizeHeader and ImageMetadata; 18181-2 for boxes).
struct JPEGXLReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?

    init?(_ file: FileBytes) {
        if file.head.be16(0) == 0xFF0A {
            readHeader(file, 0)
        } else {
            for box in BoxReader(file: file).boxes(in: 0..<file.size) {
                switch box.type {
                case "jxlc" where width == 0: readHeader(file, box.payload.lowerBound)
                // A part begins with its number.
                case "jxlp" where width == 0: readHeader(file, box.payload.lowerBound + 4)
                case "Exif" where box.payload.count > 8: exif = exif ?? box.payload.dropFirst(4)
                case "xml ": xmp = xmp ?? box.payload
                default: break
                }
            }
        }
        guard width > 0, height > 0 else { return nil }
    }

    private mutating func readHeader(_ file: FileBytes, _ at: Int) {
        let size: (Int, Int)? = file.withBytes(at: at, count: min(32, file.size - at)) { bytes in
            guard bytes.be16(0) == 0xFF0A else { return nil }
            var bits = BitReader(bytes, from: 2)
            return bits.size()
        }
        if let size { (width, height) = size }
    }
}

/// Reads bits, in each byte from the lowest on.
private struct BitReader {
    private let bytes: Bytes
    private var position: Int

    init(_ bytes: Bytes, from byte: Int) {
        (self.bytes, position) = (bytes, byte * 8)
    }

    mutating func bits(_ count: Int) -> Int? {
        var value = 0
        for index in 0..<count {
            guard let byte = bytes.u8(position >> 3) else { return nil }
            value |= Int(byte >> UInt8(position & 7) & 1) << index
            position += 1
        }
        return value
    }

    private mutating func length(_ isSmall: Bool) -> Int? {
        if isSmall { return bits(5).map { ($0 + 1) * 8 } }
        guard let selector = bits(2) else { return nil }
        return bits([9, 13, 18, 30][selector]).map { $0 + 1 }
    }

    private static let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]

    /// Reads the size, turned by the orientation that follows it.
    mutating func size() -> (Int, Int)? {
        guard let small = bits(1), let height = length(small == 1), let ratio = bits(3) else {
            return nil
        }
        var width = height
        if ratio == 0 {
            guard let found = length(small == 1) else { return nil }
            width = found
        } else {
            let (x, y) = Self.ratios[ratio - 1]
            width = height * x / y
        }
        guard bits(1) == 0, bits(1) == 1, let orientation = bits(3) else { return (width, height) }
        return orientation >= 4 ? (height, width) : (width, height)
    }
}
