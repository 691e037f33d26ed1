internal import CExif

/// The GPS tags as they stand (Exif 2.32, 4.6.6).
struct GPSFacts {
    private(set) var latitude: Coordinate?
    private(set) var longitude: Coordinate?
    private var latitudeLetter: UInt8?
    private var longitudeLetter: UInt8?
    private var altitude: Double?
    private var isBelowSea = false

    /// A place, when both coordinates are there with their letters and can be true together.
    var location: Location? {
        guard let latitude, let longitude,
            let y = latitude.degrees("N", "S", latitudeLetter),
            let x = longitude.degrees("E", "W", longitudeLetter)
        else { return nil }
        // Whole degrees in both are what is left of texts that were cut off.
        guard latitude.text == nil || !latitude.isWhole || !longitude.isWhole else { return nil }
        let altitude = altitude.map { isBelowSea ? -abs($0) : $0 }
        let found = Location(latitude: y, longitude: x, altitude: altitude)
        return found.isPlausible ? found : nil
    }

    /// What is there in the place of coordinates, when it is no place.
    var refusal: String? {
        guard location == nil, let latitude, let longitude else { return nil }
        let letters = [latitudeLetter, longitudeLetter].map { letter in
            letter.map { String(decoding: [$0], as: UTF8.self) } ?? "no letter"
        }
        return "Exif GPSLatitude = \(latitude) \(letters[0]), "
            + "GPSLongitude = \(longitude) \(letters[1])"
    }

    mutating func note(_ value: ExifTagValue) {
        switch value.tag {
        case 1: latitudeLetter = value.bytes.u8(0).flatMap { $0 > 0x20 ? $0 : nil }
        case 2: latitude = Coordinate(value)
        case 3: longitudeLetter = value.bytes.u8(0).flatMap { $0 > 0x20 ? $0 : nil }
        case 4: longitude = Coordinate(value)
        case 5: isBelowSea = value.bytes.u8(0) == 1
        case 6:
            altitude =
                value.format == EXIF_FORMAT_ASCII
                ? value.text.flatMap { Double($0) } : value.rational(0)
        default: break
        }
    }
}

/// One coordinate: three rationals as Exif has them, or text that somebody wrote in their place.
struct Coordinate: CustomStringConvertible {
    /// Degrees, minutes and seconds, as many as there are.
    private var parts: [Double]
    /// The letter that stands in the text itself.
    private var letter: UInt8?
    /// What was written, where it was text.
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
        guard let text = bytes.text else { return nil }
        var parts: [Double] = []
        for word in text.split(whereSeparator: { !"+-./0123456789".contains($0) }) {
            guard parts.count < 3, let value = Self.number(word) else { return nil }
            parts.append(value)
        }
        guard !parts.isEmpty else { return nil }
        self.init(parts: parts)
        self.text = text
        let ends = [text.utf8.first, text.utf8.last].compactMap { $0 }
        letter = ends.first { "NSEW".utf8.contains($0) }
    }

    /// A decimal number or a fraction.
    private static func number(_ text: Substring) -> Double? {
        let parts = text.split(separator: "/", maxSplits: 1).compactMap { Double($0) }
        guard parts.count == 1 + (text.contains("/") ? 1 : 0) else { return nil }
        return parts.count == 1 ? parts[0] : parts[1] == 0 ? nil : parts[0] / parts[1]
    }

    /// Whether the first rational is made of characters: read as numbers, two groups of four digits are about
    /// 1, whatever the digits.
    private static func isText(_ bytes: Bytes) -> Bool {
        let isCharacter = { (index: Int) in (0x20...0x7E).contains(bytes.u8(index) ?? 0) }
        return (0..<4).allSatisfy(isCharacter)
            && (4..<8).allSatisfy { isCharacter($0) || bytes.u8($0) == 0 }
    }

    /// Whether nothing is said beyond whole degrees.
    var isWhole: Bool {
        parts[0] == parts[0].rounded() && parts.dropFirst().allSatisfy { $0 == 0 }
    }

    /// Degrees with their sign; nil when the parts cannot be those of an angle, or no letter says which way.
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

    var description: String {
        text.map { "\"\($0)\"" } ?? parts.map { "\($0)" }.joined(separator: ", ")
    }
}
