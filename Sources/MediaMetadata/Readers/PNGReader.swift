/// The chunks of a PNG file (W3C PNG specification, third edition) before and after its picture.
package struct PNGReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var colours: ColourNumbers?
    private(set) var exif: Range<Int>?
    /// An Exif block, an XMP packet and Photoshop's resources that were stored as texts.
    private(set) var exifBlock: [UInt8]?
    private(set) var packet: [UInt8]?
    private(set) var iptcBlock: [UInt8]?
    private(set) var creationTime: String?
    /// `Software`, and the texts people write: `Title`, `Description` and `Comment`.
    private(set) var texts: [String: String] = [:]
    /// The number of pictures in the animation.
    private(set) var frames = 1

    /// - Returns: Nil if there is no header chunk.
    init?(_ file: FileBytes) {
        Self.forEachChunk(of: file, until: "IEND") { note($0, $1, file) }
        guard width > 0, height > 0 else { return nil }
    }

    /// Reads only the numbers of the colours, which come before the pixels.
    package static func colours(of file: FileBytes) -> ColourNumbers? {
        var found: ColourNumbers?
        forEachChunk(of: file, until: "IDAT") { type, range in
            if type == "cICP" { found = colours(at: range, file) }
        }
        return found
    }

    private static func forEachChunk(
        of file: FileBytes,
        until last: FourCharacters,
        _ body: (FourCharacters, Range<Int>) -> Void
    ) {
        var position = 8
        for _ in 0..<4_096 {
            let header: (length: Int, type: FourCharacters)? = file.withBytes(
                at: position,
                count: 8
            ) { bytes in
                guard let length = bytes.be32(0), let type = bytes.type(4) else { return nil }
                return (length, type)
            }
            guard let (length, type) = header, type != last else { return }
            body(type, position + 8..<position + 8 + length)
            position += 12 + length
        }
    }

    private static func colours(at range: Range<Int>, _ file: FileBytes) -> ColourNumbers? {
        file.withBytes(at: range.lowerBound, count: 2) { bytes in
            guard let primaries = bytes.u8(0), let transfer = bytes.u8(1) else { return nil }
            return ColourNumbers(primaries: Int(primaries), transfer: Int(transfer))
        }
    }

    private mutating func note(_ type: FourCharacters, _ range: Range<Int>, _ file: FileBytes) {
        switch type {
        case "IHDR":
            let size: (Int, Int)? = file.withBytes(at: range.lowerBound, count: 8) { bytes in
                guard let width = bytes.be32(0), let height = bytes.be32(4) else { return nil }
                return (width, height)
            }
            if let size { (width, height) = size }
        case "cICP": colours = Self.colours(at: range, file)
        case "eXIf": exif = exif ?? range
        case "acTL":
            frames = file.withBytes(at: range.lowerBound, count: 4) { $0.be32(0) } ?? 1
        case "tEXt", "zTXt", "iTXt":
            if let text = PNGText(type, range, file) { note(text, file) }
        default: break
        }
    }

    private mutating func note(_ text: PNGText, _ file: FileBytes) {
        switch text.keyword {
        case "Creation Time": creationTime = creationTime ?? Self.line(text.value)
        case "Software", "Title", "Description", "Comment":
            if texts[text.keyword] == nil {
                texts[text.keyword] = text.value.lend(\.textOfUnknownEncoding)
            }
        case "XML:com.adobe.xmp": packet = packet ?? text.value
        default:
            guard let type = text.profileType, file.budget.payLook(text.value.count) else { return }
            note(type, text)
        }
    }

    /// Takes a block that a JPEG file would have in a segment; Exif and XMP share one there.
    private mutating func note(_ type: String, _ text: PNGText) {
        let xmpHeader = Array("http://ns.adobe.com/xap/1.0/\u{0}".utf8)
        switch type {
        case "exif", "app1":
            guard exifBlock == nil || packet == nil, let block = text.profile else { return }
            if block.starts(with: xmpHeader) {
                packet = packet ?? Array(block.dropFirst(xmpHeader.count))
            } else {
                exifBlock = exifBlock ?? block
            }
        case "xmp": packet = packet ?? text.profile
        case "iptc", "app13": iptcBlock = iptcBlock ?? text.profile
        default: break
        }
    }

    private static func line(_ text: [UInt8]) -> String? {
        text.lend(\.text)
    }
}
