internal import PhotoModel

/// Date, place and camera of an AVCHD film: the "modified DV pack metadata" in the supplemental enhancement information
/// of its H.264 stream.
///
/// The packs are those of IEC 61834-4 and some that repeat Exif tags, as exiftool documents them: a tag and four bytes
/// each.
struct DVPackReader {
    private(set) var date: CaptureDate?
    private(set) var location: Location?
    private(set) var make: String?
    private(set) var model: String?

    private var packs: [UInt8: [UInt8]] = [:]

    /// Reads the first such block in a film.
    static func read(_ file: FileBytes) -> DVPackReader? {
        TransportStreamReader.supplements(file, find)
    }

    /// Finds the packs; a message is a type, a length and that many bytes, and type 5 is unregistered data with an
    /// identifier.
    private static func find(_ unit: Bytes) -> DVPackReader? {
        var position = 0
        while let type = number(unit, &position), type != 0x80,
            let length = number(unit, &position), let message = unit.slice(position, length)
        {
            if type == 5, let packs = message.from(20),
                message.slice(0, 20)?.array == identifier
            {
                return DVPackReader(packs)
            }
            position += length
        }
        return nil
    }

    private static let identifier: [UInt8] =
        [
            0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C,
            0x9A, 0x66,
        ] + "MDPM".utf8

    /// Reads a number coded as a run of 255s, which add up, and a last byte.
    private static func number(_ bytes: Bytes, _ position: inout Int) -> Int? {
        var sum = 0
        while let byte = bytes.u8(position) {
            position += 1
            sum += Int(byte)
            if byte < 255 { return sum }
        }
        return nil
    }

    private init(_ bytes: Bytes) {
        for index in 0..<Int(bytes.u8(0) ?? 0) {
            guard let tag = bytes.u8(1 + index * 5), let value = bytes.slice(2 + index * 5, 4)
            else { break }
            packs[tag] = packs[tag] ?? value.array
        }
        date = readDate()
        location = readLocation()
        let maker = packs[0xE0].map { Int($0[0]) << 8 | Int($0[1]) }
        make = maker.flatMap { Self.makers[$0] }
        // Other makers store something else there.
        if make == "Sony" { model = text(0xE4...0xE6) }
    }

    private static let makers = [
        0x0103: "Panasonic", 0x0108: "Sony", 0x1011: "Canon", 0x1104: "JVC",
    ]

    private func text(_ tags: ClosedRange<UInt8>) -> String? {
        let bytes = tags.flatMap { packs[$0] ?? [] }
        let found = bytes.lend(\.text)
        return found?.utf8.allSatisfy { (0x20...0x7E).contains($0) } == true ? found : nil
    }

    /// Reads zone, century, year, month, then day, hour, minute, second; all except the zone are BCD.
    private func readDate() -> CaptureDate? {
        guard let first = packs[0x18], let second = packs[0x19] else { return nil }
        let digits = (first.dropFirst() + second).map {
            $0 >> 4 < 10 && $0 & 15 < 10 ? Int($0 >> 4) * 10 + Int($0 & 15) : -1
        }
        guard digits.allSatisfy({ $0 >= 0 }) else { return nil }
        let time = CivilTime(
            year: digits[0] * 100 + digits[1],
            month: digits[2],
            day: digits[3],
            hour: digits[4],
            minute: digits[5],
            second: digits[6]
        )
        guard time.isPlausible else { return nil }
        let offset = Self.offset(first[0])
        return CaptureDate(
            microseconds: time.microseconds - Int64(offset ?? 0) * 60_000_000,
            offsetMinutes: offset,
            source: .quicktime
        )
    }

    /// Returns minutes east of UTC.
    ///
    /// 0x20 is the sign, 0x1E hours, 0x01 half an hour. 0x40 marks summer time, without saying whether the hour is
    /// included; 0x80 is not used.
    private static func offset(_ zone: UInt8) -> Int? {
        let minutes = Int(zone >> 1 & 0xF) * 60 + Int(zone & 1) * 30
        guard zone & 0xC0 == 0, minutes <= 14 * 60 else { return nil }
        return zone & 0x20 == 0 ? minutes : -minutes
    }

    private func readLocation() -> Location? {
        guard packs[0xBE]?.first != UInt8(ascii: "V"),
            let latitude = angle(0xB1, "N", "S"), let longitude = angle(0xB5, "E", "W")
        else { return nil }
        let height = rational(0xBA).map { packs[0xB9]?.contains { $0 > 0 } == true ? -$0 : $0 }
        let place = Location(latitude: latitude, longitude: longitude, altitude: height)
        return place.isPlausible ? place : nil
    }

    /// Reads a letter, then degrees, minutes and seconds in packs of their own.
    private func angle(_ tag: UInt8, _ positive: Unicode.Scalar, _ negative: Unicode.Scalar)
        -> Double?
    {
        guard let letter = packs[tag]?.first, let degrees = rational(tag + 1) else { return nil }
        let (minutes, seconds) = (rational(tag + 2) ?? 0, rational(tag + 3) ?? 0)
        guard minutes <= 60, seconds <= 60 else { return nil }
        let sum = degrees + minutes / 60 + seconds / 3_600
        switch letter {
        case UInt8(ascii: positive): return sum
        case UInt8(ascii: negative): return -sum
        default: return nil
        }
    }

    /// Reads two numbers of two bytes.
    private func rational(_ tag: UInt8) -> Double? {
        guard let pack = packs[tag] else { return nil }
        let numbers = [0, 2].map { Double(Int(pack[$0]) << 8 | Int(pack[$0 + 1])) }
        return numbers[1] > 0 ? numbers[0] / numbers[1] : nil
    }
}
