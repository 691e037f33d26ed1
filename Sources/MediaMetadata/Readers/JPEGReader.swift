/// The segments of a JPEG file, after ITU-T T.81 annex B, up to the picture data.
///
/// libexif's own loader gives up on some application segments, so it is only handed the Exif.
struct JPEGReader {
    var width = 0
    var height = 0
    /// Where the first Exif block lies, beginning at `Exif\0\0`.
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?
    private(set) var iptc: Range<Int>?

    /// - Returns: Nil when the file ends before the frame header: nothing can be shown of it.
    init?(_ file: FileBytes) {
        var position = 2
        while true {
            let header: (marker: Int, length: Int)? = file.withBytes(
                at: position,
                count: 4
            ) { bytes in
                guard let marker = bytes.be16(0), let length = bytes.be16(2) else { return nil }
                return (marker, length)
            }
            guard let (marker, length) = header else { return nil }
            if marker == 0xFFFF {
                position += 1
                continue
            }
            if marker == 0xFF01 || (0xFFD0...0xFFD8).contains(marker) {
                position += 2
                continue
            }
            guard marker > 0xFF00, length >= 2 else { return nil }
            if marker == 0xFFDA || marker == 0xFFD9 { break }
            note(marker, position + 4..<position + 2 + length, file)
            position += 2 + length
        }
        guard width > 0 else { return nil }
    }

    private mutating func note(_ marker: Int, _ range: Range<Int>, _ file: FileBytes) {
        switch marker {
        case 0xFFC0...0xFFCF where ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker):
            let size: (Int, Int)? = file.withBytes(at: range.lowerBound, count: 5) { bytes in
                guard let height = bytes.be16(1), let width = bytes.be16(3) else { return nil }
                return (width, height)
            }
            if let size, width == 0 { (width, height) = size }
        case 0xFFE1:
            let kind: Int? = file.withBytes(at: range.lowerBound, count: min(range.count, 29)) {
                if $0.hasPrefix("Exif\u{0}") { return 1 }
                return $0.hasPrefix("http://ns.adobe.com/xap/1.0/\u{0}") ? 2 : nil
            }
            if kind == 1, exif == nil { exif = range }
            if kind == 2, xmp == nil { xmp = range.dropFirst(29) }
        case 0xFFED:
            if iptc == nil { iptc = range }
        default: break
        }
    }
}
