internal import CExif
internal import PhotoModel

/// The GPS tags as written (Exif 2.32, 4.6.6).
struct GPSFacts {
    private(set) var latitude: Coordinate?
    private(set) var longitude: Coordinate?
    private var latitudeLetter: UInt8?
    private var longitudeLetter: UInt8?
    private var altitude: Double?
    private var isBelowSea = false
    private var day: String?
    private var clock: (hour: Double, minute: Double, second: Double)?

    /// The day of the last GPS fix, in UTC, whose time of day is not known.
    var onlyDay: CaptureDate? {
        clock == nil ? day.flatMap { DateText.parse($0, source: .gps) } : nil
    }

    /// The time of the last GPS fix, in UTC.
    var date: CaptureDate? {
        guard let day, let clock, var date = DateText.parse(day, source: .gps),
            (0..<24).contains(clock.hour), (0..<60).contains(clock.minute),
            (0..<61).contains(clock.second)
        else { return nil }
        let seconds = clock.hour * 3_600 + clock.minute * 60 + clock.second
        date.microseconds += Int64(seconds * 1e6)
        date.offsetMinutes = 0
        return date
    }

    /// The place, if both coordinates are there with their letters and are plausible together.
    var location: Location? {
        guard let latitude, let longitude,
            let y = latitude.degrees("N", "S", latitudeLetter),
            let x = longitude.degrees("E", "W", longitudeLetter)
        else { return nil }
        // Whole degrees in both are the remains of texts that were cut off.
        guard latitude.text == nil || !latitude.isWhole || !longitude.isWhole else { return nil }
        let altitude = altitude.map { isBelowSea ? -abs($0) : $0 }
        let found = Location(latitude: y, longitude: x, altitude: altitude)
        return found.isPlausible ? found : nil
    }

    /// The coordinates as written, if they are not a place.
    var refusal: String? {
        guard location == nil, let latitude, let longitude else { return nil }
        let letters = [latitudeLetter, longitudeLetter].map { letter in
            letter.map { String(decoding: [$0], as: UTF8.self) } ?? "no letter"
        }
        return "Exif GPSLatitude = \(latitude) \(letters[0]), "
            + "GPSLongitude = \(longitude) \(letters[1])"
    }

    /// Some programs write small letters.
    private static func letter(_ value: ExifTagValue) -> UInt8? {
        value.bytes.u8(0).flatMap { $0 > 0x20 ? $0 & 0xDF : nil }
    }

    /// Whether a value of GPSAltitudeRef, as a number or as a digit, turns the altitude around: 1, and 3
    /// since Exif 3.0.
    static func isBelowSea(_ reference: UInt8) -> Bool {
        [1, 3, UInt8(ascii: "1"), UInt8(ascii: "3")].contains(reference)
    }

    mutating func note(_ value: ExifTagValue) {
        switch value.tag {
        case 1: latitudeLetter = Self.letter(value)
        case 2: latitude = Coordinate(value)
        case 3: longitudeLetter = Self.letter(value)
        case 4: longitude = Coordinate(value)
        case 5: isBelowSea = value.bytes.u8(0).map(Self.isBelowSea) == true
        case 6:
            altitude =
                value.format == EXIF_FORMAT_ASCII
                ? value.text.flatMap { Double($0) } : value.rational(0)
        case 7:
            if let hour = value.rational(0), let minute = value.rational(1) {
                clock = (hour, minute, value.rational(2) ?? 0)
            }
        case 0x1D: day = value.bytes.slice(0, min(value.bytes.count, 16))?.text
        default: break
        }
    }
}
