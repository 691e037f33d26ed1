/// The chunks of a PNG file (W3C PNG specification, third edition) before and after its picture.
struct PNGReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?
    private(set) var software: String?
    private(set) var creationTime: String?
    /// How many pictures are shown one after another.
    private(set) var frames = 1

    private static let xmpKeyword: StaticString = "XML:com.adobe.xmp\u{0}"

    /// - Returns: Nil when there is no header chunk.
    init?(_ file: FileBytes) {
        var position = 8
        for _ in 0..<4_096 {
            let header: (length: Int, type: FourCharacters)? = file.withBytes(
                at: position,
                count: 8
            ) { bytes in
                guard let length = bytes.be32(0), let type = bytes.type(4) else { return nil }
                return (length, type)
            }
            guard let (length, type) = header else { break }
            if type == "IEND" { break }
            note(type, position + 8..<position + 8 + length, file)
            position += 12 + length
        }
        guard width > 0, height > 0 else { return nil }
    }

    private mutating func note(_ type: FourCharacters, _ range: Range<Int>, _ file: FileBytes) {
        switch type {
        case "IHDR":
            let size: (Int, Int)? = file.withBytes(at: range.lowerBound, count: 8) { bytes in
                guard let width = bytes.be32(0), let height = bytes.be32(4) else { return nil }
                return (width, height)
            }
            if let size { (width, height) = size }
        case "eXIf": exif = exif ?? range
        case "acTL":
            frames = file.withBytes(at: range.lowerBound, count: 4) { $0.be32(0) } ?? 1
        case "tEXt": noteText(range, file)
        case "iTXt": noteInternationalText(range, file)
        default: break
        }
    }

    private mutating func noteText(_ range: Range<Int>, _ file: FileBytes) {
        guard range.count <= 1 << 16 else { return }
        let pair: (String, String)? = file.withBytes(at: range.lowerBound, count: range.count) {
            bytes in
            guard let key = bytes.text, let value = bytes.from(key.utf8.count + 1)?.text else {
                return nil
            }
            return (key, value)
        }
        if pair?.0 == "Software" { software = software ?? pair?.1 }
        if pair?.0 == "Creation Time" { creationTime = creationTime ?? pair?.1 }
    }

    /// Keyword, NUL, compression flag and method, language, NUL, translated keyword, NUL, text.
    private mutating func noteInternationalText(_ range: Range<Int>, _ file: FileBytes) {
        guard range.count > 22, xmp == nil else { return }
        let start: Int? = file.withBytes(at: range.lowerBound, count: min(range.count, 512)) {
            bytes in
            guard bytes.hasPrefix(Self.xmpKeyword), bytes.u8(18) == 0 else { return nil }
            guard let language = bytes.raw[20...].firstIndex(of: 0) else { return nil }
            return bytes.raw[(language + 1)...].firstIndex(of: 0).map { $0 + 1 }
        }
        if let start { xmp = range.dropFirst(start) }
    }
}
