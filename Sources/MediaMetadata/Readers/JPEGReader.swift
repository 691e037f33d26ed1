/// The segments of a JPEG file (ITU-T T.81, annex B) up to the picture data.
///
/// libexif's own loader gives up on some application segments, so it is only given the Exif block.
struct JPEGReader {
    var width = 0
    var height = 0
    /// Whether it is lossless, like the sensor data in RAW files, or has more than eight bits.
    private(set) var isForSensors = false
    /// The range of the first Exif block, beginning at `Exif\0\0`.
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?
    private(set) var iptc: Range<Int>?
    /// The pieces of extended XMP (part 3 of the XMP specification) with their offsets in the whole, by the identifier
    /// that the main packet names.
    private(set) var extendedXMP: [String: [(offset: Int, range: Range<Int>)]] = [:]
    /// The index of further pictures, from its byte order mark on (CIPA DC-007).
    private(set) var multiPicture: Range<Int>?

    /// Reads the picture that begins at `start`, in a file that may hold several.
    ///
    /// Returns nil if the file ends before the frame header: such a picture cannot be shown.
    init?(_ file: FileBytes, at start: Int = 0) {
        self.init(segmentsOf: file, at: start)
        guard width > 0 else { return nil }
    }

    /// Reads the segments that are there, also those of a picture that ends before its frame header; it has no size.
    init(segmentsOf file: FileBytes, at start: Int = 0) {
        var position = start + 2
        while true {
            let header: (marker: Int, length: Int)? = file.withBytes(
                at: position,
                count: 4
            ) { bytes in
                guard let marker = bytes.be16(0), let length = bytes.be16(2) else { return nil }
                return (marker, length)
            }
            guard let (marker, length) = header else { return }
            if marker == 0xFFFF {
                position += 1
                continue
            }
            if marker == 0xFF01 || (0xFFD0...0xFFD8).contains(marker) {
                position += 2
                continue
            }
            guard marker > 0xFF00, length >= 2 else {
                // Decoders skip what some cameras and programs leave between segments.
                guard let next = Self.marker(after: position, file) else { return }
                position = next
                continue
            }
            if marker == 0xFFDA || marker == 0xFFD9 { break }
            note(marker, position + 4..<position + 2 + length, file)
            position += 2 + length
        }
    }

    /// Returns the offset of the next marker; nil if no marker is near.
    private static func marker(after position: Int, _ file: FileBytes) -> Int? {
        (position + 1..<position + (64 << 10)).first { place in
            file.byte(at: place) == 0xFF && (0xC0...0xFE).contains(file.byte(at: place + 1) ?? 0)
        }
    }

    private mutating func note(_ marker: Int, _ range: Range<Int>, _ file: FileBytes) {
        switch marker {
        case 0xFFC0...0xFFCF where ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker):
            let size: (Int, Int, Int)? = file.withBytes(at: range.lowerBound, count: 5) { bytes in
                guard let bits = bytes.u8(0), let height = bytes.be16(1), let width = bytes.be16(3)
                else { return nil }
                return (width, height, Int(bits))
            }
            if let (wide, high, bits) = size, width == 0 {
                (width, height) = (wide, high)
                isForSensors = marker & 3 == 3 || bits != 8
            }
        case 0xFFE1:
            let kind: Int? = file.withBytes(at: range.lowerBound, count: min(range.count, 35)) {
                if $0.hasPrefix("Exif\u{0}") { return 1 }
                if $0.hasPrefix("http://ns.adobe.com/xap/1.0/\u{0}") { return 2 }
                return $0.hasPrefix("http://ns.adobe.com/xmp/extension/\u{0}") ? 3 : nil
            }
            if kind == 1, exif == nil { exif = range }
            if kind == 2, xmp == nil { xmp = range.dropFirst(29) }
            if kind == 3 { noteExtendedXMP(range.dropFirst(35), file) }
        case 0xFFE2:
            let isIndex: Bool? = file.withBytes(at: range.lowerBound, count: 4) {
                $0.hasPrefix("MPF\u{0}")
            }
            if isIndex == true, multiPicture == nil { multiPicture = range.dropFirst(4) }
        case 0xFFED:
            if iptc == nil { iptc = range }
        default: break
        }
    }

    /// Reads a piece: identifier (32 bytes), length of the whole (4), offset of this piece (4), text.
    private mutating func noteExtendedXMP(_ range: Range<Int>, _ file: FileBytes) {
        let piece: (String, Int)? = file.withBytes(
            at: range.lowerBound,
            count: min(range.count, 40)
        ) { bytes in
            guard let identifier = bytes.slice(0, 32)?.text, let offset = bytes.be32(36) else {
                return nil
            }
            return (identifier, offset)
        }
        guard let (identifier, offset) = piece, extendedXMP[identifier]?.count ?? 0 < 256 else {
            return
        }
        extendedXMP[identifier, default: []].append((offset, range.dropFirst(40)))
    }
}
