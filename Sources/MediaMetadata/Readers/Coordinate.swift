internal import CExif

/// One coordinate: three rationals as in Exif, or text written in their place.
struct Coordinate: CustomStringConvertible {
    /// Degrees, minutes and seconds, as far as they are given.
    private var parts: [Double]
    /// The letter in the text itself.
    private var letter: UInt8?
    /// The written text, if the value was text.
    private(set) var text: String?

    init?(_ value: ExifTagValue) {
        switch value.format {
        case EXIF_FORMAT_ASCII: self.init(text: value.bytes)
        case EXIF_FORMAT_RATIONAL where Self.isText(value.bytes),
            EXIF_FORMAT_SRATIONAL where Self.isText(value.bytes):
            self.init(text: value.bytes)
        case EXIF_FORMAT_RATIONAL, EXIF_FORMAT_SRATIONAL:
            guard let degrees = value.rational(0) else { return nil }
            // The later parts may be missing or 0/0.
            self.init(parts: [degrees, value.rational(1) ?? 0, value.rational(2) ?? 0])
        default: return nil
        }
    }

    private init(parts: [Double]) {
        self.parts = parts
    }

    /// Reads `48.8534`, `48,51.2N`, `48 deg 51' 12.5"`, `48/1 51/1 125/10`.
    init?(text bytes: Bytes) {
        // A coordinate takes a few dozen characters; a longer text is something else.
        guard let text = bytes.slice(0, min(bytes.count, 65))?.text, text.utf8.count <= 64 else {
            return nil
        }
        var parts: [Double] = []
        for word in text.split(whereSeparator: { !"+-./0123456789".contains($0) }) {
            guard parts.count < 3, let value = Self.number(word) else { return nil }
            parts.append(value)
        }
        guard !parts.isEmpty else { return nil }
        self.init(parts: parts)
        self.text = text
        let ends = [text.utf8.first, text.utf8.last].compactMap { $0 }
        letter = ends.map { $0 & 0xDF }.first { "NSEW".utf8.contains($0) }
    }

    /// Parses a decimal number or a fraction.
    private static func number(_ text: Substring) -> Double? {
        let parts = text.split(separator: "/", maxSplits: 1).compactMap { Double($0) }
        guard parts.count == 1 + (text.contains("/") ? 1 : 0) else { return nil }
        return parts.count == 1 ? parts[0] : parts[1] == 0 ? nil : parts[0] / parts[1]
    }

    /// Whether the first rational consists of characters: read as numbers, two groups of four digits give about 1,
    /// whatever the digits are.
    private static func isText(_ bytes: Bytes) -> Bool {
        let isCharacter = { (index: Int) in (0x20...0x7E).contains(bytes.u8(index) ?? 0) }
        return (0..<4).allSatisfy(isCharacter)
            && (4..<8).allSatisfy { isCharacter($0) || bytes.u8($0) == 0 }
    }

    /// Whether the coordinate is in whole degrees.
    var isWhole: Bool {
        parts[0] == parts[0].rounded() && parts.dropFirst().allSatisfy { $0 == 0 }
    }

    /// Returns degrees with their sign; nil if the parts cannot form an angle, or no letter gives the direction.
    func degrees(_ positive: Unicode.Scalar, _ negative: Unicode.Scalar, _ tag: UInt8?) -> Double? {
        guard let letter = tag ?? letter, self.letter ?? letter == letter,
            [UInt8(ascii: positive), UInt8(ascii: negative)].contains(letter)
        else { return nil }
        let sizes = parts.map { abs($0) }
        // Cameras round seconds up to 60.
        guard sizes.allSatisfy(\.isFinite), sizes.dropFirst().allSatisfy({ $0 <= 60 }) else {
            return nil
        }
        let isFraction = text != nil && sizes[0] != sizes[0].rounded()
        guard !isFraction || sizes.dropFirst().allSatisfy({ $0 == 0 }) else { return nil }
        let degrees = zip(sizes, [1, 60, 3_600]).reduce(0.0) { $0 + $1.0 / $1.1 }
        return letter == UInt8(ascii: negative) || parts[0] < 0 ? -degrees : degrees
    }

    /// Degrees as a single number with its sign, as some programs write them into XMP; nil if there is a letter.
    var signedDegrees: Double? {
        letter == nil && text != nil && parts.count == 1 && parts[0].isFinite ? parts[0] : nil
    }

    var description: String {
        text.map { "\"\($0)\"" } ?? parts.map { "\($0)" }.joined(separator: ", ")
    }
}
