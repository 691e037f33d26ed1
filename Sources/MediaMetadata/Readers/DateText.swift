internal import PhotoModel

/// Parses dates as they are written in files.
enum DateText {
    /// How much of a date is known; of the rest, the beginning counts.
    enum Precision: Int, Comparable {
        case year, month, day, hour, second

        static func < (one: Precision, other: Precision) -> Bool { one.rawValue < other.rawValue }

        /// Says that a part of a date is not known.
        var words: String {
            switch self {
            case .year: ", only the year"
            case .month: ", only the month"
            case .day: ", only the day"
            case .hour: ", only the hour"
            case .second: ""
            }
        }
    }

    /// Reads `YYYY:MM:DD HH:MM:SS`, and the same with dashes, a `T`, a fraction and a zone as in ISO 8601.
    ///
    /// The end may be missing, and in Exif what is not known may be blanks or zeros, as the date of a scanned photo of
    /// which only the year is known. Some cameras write blanks for leading zeros, and some phones 24 for the hour 0.
    ///
    /// Other spellings are those of ``SpelledDate``.
    ///
    /// - Returns: Nil for anything that is not a date: zeros, blanks, months of 13, years before the first photograph.
    static func read(
        _ text: String,
        fraction: String? = nil,
        offset: String? = nil,
        source: DateSource
    ) -> (date: CaptureDate, precision: Precision)? {
        let read =
            DigitReader.read(text) { $0.time() }
            ?? SpelledDate.iso8601(text).flatMap { text in DigitReader.read(text) { $0.time() } }
        guard let read, read.0.isPlausible else { return nil }
        var (time, minutes) = (read.0, read.offset)
        let precision = read.2
        if let fraction, time.microsecond == 0, precision == .second {
            time.microsecond = DigitReader.read(fraction) { $0.fraction() }
        }
        if precision > .day { minutes = minutes ?? offset.flatMap { Self.offset($0) } }
        let shift = Int64(minutes ?? 0) * 60_000_000
        let date = CaptureDate(
            microseconds: time.microseconds - shift,
            offsetMinutes: minutes,
            source: source
        )
        return (date, precision)
    }

    /// Reads a date, however much of it is known.
    static func parse(_ text: String, source: DateSource) -> CaptureDate? {
        read(text, source: source)?.date
    }

    /// Returns minutes east of UTC from `+02:00`, `-0700` or `Z`.
    static func offset(_ text: String) -> Int? {
        DigitReader.read(text) { $0.offset() }
    }
}

/// Reads the bytes of a text, which are valid only during the call.
private struct DigitReader {
    private let text: Bytes
    private var position = 0

    /// Lends a reader at the beginning of a text.
    static func read<Result>(_ text: String, _ body: (inout DigitReader) -> Result) -> Result {
        func take(_ bytes: Bytes) -> Result {
            var reader = DigitReader(text: bytes)
            return body(&reader)
        }
        return text.lendUTF8(take) ?? Array(text.utf8).lend(take)
    }

    private var next: UInt8? { text.u8(position) }

    /// Reads the fields of a date, not yet validated, and minutes east of UTC if they follow.
    mutating func time() -> (CivilTime, offset: Int?, DateText.Precision)? {
        guard let year = number(4) else { return nil }
        var time = CivilTime(year: year, month: 1, day: 1)
        guard let month = field(after: ":-/.") else { return isAtEnd ? (time, nil, .year) : nil }
        let day = field(after: ":-/.")
        guard month > 0 else { return day ?? 0 == 0 ? (time, nil, .year) : nil }
        time.month = month
        guard let day else { return isAtEnd ? (time, nil, .month) : nil }
        guard day > 0 else { return (time, nil, .month) }
        time.day = day
        guard let hour = hour() else { return isAtEnd ? (time, offset(), .day) : nil }
        guard hour.isKnown else { return (time, nil, .day) }
        // Phones that write 24 mean the first hour of the day that they name.
        time.hour = hour.value == 24 ? 0 : hour.value
        guard skip(":") else { return isAtEnd ? (time, offset(), .hour) : nil }
        guard let minute = number(2, isPadded: true) else { return nil }
        time.minute = minute
        if skip(":") {
            guard let second = number(2, isPadded: true) else { return nil }
            time.second = second
            if skip(".,") { time.microsecond = fraction() }
        }
        return isHalfDay ? nil : (time, offset(), .second)
    }

    /// Whether AM or PM follows.
    private var isHalfDay: Bool { HalfDay.find(in: text, at: position) != nil }

    /// Whether nothing follows but blanks and a zone.
    private var isAtEnd: Bool {
        var end = position
        while text.u8(end) == 0x20 { end += 1 }
        return text.u8(end).map { [0x00, 0x2B, 0x2D, 0x5A, 0x7A].contains($0) } ?? true
    }

    /// Reads a month or a day after a separator: 0 if it is not known, nil without one.
    private mutating func field(after separators: StaticString) -> Int? {
        let start = position
        guard skip(separators) else { return nil }
        if let value = number(2, isPadded: true) { return value }
        if skipBlanks(2) { return 0 }
        position = start
        return nil
    }

    /// Reads the hour behind a date: not known if it is blank, nil without one.
    private mutating func hour() -> (value: Int, isKnown: Bool)? {
        let start = position
        // With fewer colons a dash begins a zone.
        guard next != 0x2D || text.u8(position + 6) == 0x3A, skip(" Tt-") else { return nil }
        if let value = number(2, isPadded: true) { return (value, true) }
        if skipBlanks(2), next == 0x3A { return (0, false) }
        position = start
        return nil
    }

    private mutating func skipBlanks(_ count: Int) -> Bool {
        guard (position..<position + count).allSatisfy({ text.u8($0) == 0x20 }) else {
            return false
        }
        position += count
        return true
    }

    /// Reads a number of so many digits; the first may be a blank.
    private mutating func number(_ count: Int, isPadded: Bool) -> Int? {
        if let value = number(count) { return value }
        let start = position
        guard isPadded, skip(" "), let value = number(count - 1) else {
            position = start
            return nil
        }
        return value
    }

    private mutating func number(_ count: Int) -> Int? {
        guard text.count - position >= count else { return nil }
        var value = 0
        for place in position..<position + count {
            guard let byte = text.u8(place), (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += count
        return value
    }

    private mutating func skip(_ characters: StaticString) -> Bool {
        guard let next, characters.withUTF8Buffer({ unsafe $0.contains(next) }) else {
            return false
        }
        position += 1
        return true
    }

    /// Reads a decimal fraction in microseconds: `7` is .7, `042` is .042.
    mutating func fraction() -> Int {
        var value = 0
        var scale = 100_000
        while let digit = next, (0x30...0x39).contains(digit) {
            value += Int(digit - 0x30) * scale
            scale /= 10
            position += 1
        }
        return value
    }

    mutating func offset() -> Int? {
        while next == 0x20 { position += 1 }
        if next == 0x5A || next == 0x7A { return 0 }
        guard let sign = next, sign == 0x2B || sign == 0x2D else { return nil }
        position += 1
        guard let hours = number(2), hours <= 14 else { return nil }
        _ = skip(":")
        let minutes = number(2) ?? 0
        guard minutes < 60 else { return nil }
        return (sign == 0x2D ? -1 : 1) * (hours * 60 + minutes)
    }
}
