internal import PhotoModel

/// The values of GoPro's metadata format that are used here.
///
/// An item is a key, a type, the size of a value, the number of values, and the values, padded to four bytes. Items of
/// type 0 contain items.
struct GoProItems {
    private(set) var model: String?
    /// The camera's time zone, in minutes east of UTC.
    private(set) var offset: Int?
    /// The first place, and the time by the satellites' clock.
    private(set) var fix: (place: Location, time: CivilTime?)?
    /// Whether places are recorded, even if they are unknown.
    private(set) var hasPlaces = false

    /// The items that precede the values of a stream.
    private var scale: [Int] = []
    private var dimensions = 0
    private var time: CivilTime?

    mutating func read(_ bytes: Bytes, _ file: FileBytes, level: Int = 0) {
        var position = 0
        while let key = bytes.type(position), key.rawValue != 0, let type = bytes.u8(position + 4),
            let size = bytes.u8(position + 5), let count = bytes.be16(position + 6),
            file.budget.paySteps(1)
        {
            let length = Int(size) * count
            // The last container of a piece may extend beyond it.
            let there = min(length, bytes.count - position - 8)
            guard let value = bytes.slice(position + 8, there) else { return }
            if type == 0, level < 4 {
                if key == "STRM" { (scale, dimensions, time) = ([], 0, nil) }
                read(value, file, level: level + 1)
            } else if there == length {
                note(key, Int(size), value)
            }
            position += 8 + (length + 3) & ~3
        }
    }

    private mutating func note(_ key: FourCharacters, _ size: Int, _ value: Bytes) {
        switch key {
        case "MINF": model = value.text
        case "TZON": offset = Self.minutes(value, size)
        case "SCAL":
            scale = (0..<min(16, value.count / max(size, 1))).compactMap {
                size == 4 ? Self.signed(value, $0 * 4) : value.be16($0 * 2)
            }
        case "GPSF": dimensions = value.be32(0) ?? 0
        case "GPSU": time = value.text.flatMap(Self.time)
        case "GPS5", "GPS9":
            hasPlaces = true
            if fix == nil { notePlace(key, size, value) }
        default: break
        }
    }

    /// Reads latitude, longitude and height; GPS9 also has the days since 2000, the time of day and the quality.
    private mutating func notePlace(_ key: FourCharacters, _ size: Int, _ value: Bytes) {
        guard scale.count >= 3, scale.prefix(3).allSatisfy({ $0 > 0 }) else { return }
        let numbers = (0..<3).compactMap { Self.signed(value, $0 * 4) }
        guard numbers.count == 3 else { return }
        if key == "GPS9" {
            guard size == 32, let days = value.be32(20), days < 36_525,
                let clock = value.be32(24), clock < 86_400_000
            else { return }
            dimensions = value.be16(30) ?? 0
            let start = CivilTime(year: 2_000, month: 1, day: 1).microseconds
            let scaled = Int64(days) * 86_400_000_000 + Int64(clock) * 1_000
            time = CivilTime(microseconds: start + scaled)
        }
        guard dimensions >= 2 else { return }
        let values = zip(numbers, scale).map { Double($0) / Double($1) }
        let place = Location(latitude: values[0], longitude: values[1], altitude: values[2])
        guard place.isPlausible else { return }
        fix = (place, time?.isPlausible == true ? time : nil)
    }

    private static func signed(_ bytes: Bytes, _ at: Int) -> Int? {
        bytes.be32(at).map { Int(Int32(truncatingIfNeeded: $0)) }
    }

    private static func minutes(_ value: Bytes, _ size: Int) -> Int? {
        let found =
            size == 4 ? signed(value, 0) : value.be16(0).map { Int(Int16(truncatingIfNeeded: $0)) }
        return found.flatMap { abs($0) <= 14 * 60 ? $0 : nil }
    }

    /// Reads `yymmddhhmmss.sss`.
    private static func time(_ text: String) -> CivilTime? {
        let digits = text.utf8.prefix(12).map { Int($0) - 0x30 }
        guard digits.count == 12, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let parts = stride(from: 0, to: 12, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        let time = CivilTime(
            year: 2_000 + parts[0],
            month: parts[1],
            day: parts[2],
            hour: parts[3],
            minute: parts[4],
            second: parts[5]
        )
        return time.isPlausible ? time : nil
    }
}
