internal import PhotoModel

/// Parses dates as they are written in files.
enum DateText {
    /// Reads `YYYY:MM:DD HH:MM:SS`, and the same with dashes, a `T`, a fraction and a zone as in ISO 8601.
    ///
    /// - Returns: Nil for anything that is not a date: zeros, blanks, months of 0, years before the first photograph.
    static func parse(
        _ text: String,
        fraction: String? = nil,
        offset: String? = nil,
        source: DateSource
    ) -> CaptureDate? {
        guard var (time, minutes) = DigitReader.read(text, { $0.time() }), time.isPlausible else {
            return nil
        }
        if let fraction, time.microsecond == 0 {
            time.microsecond = DigitReader.read(fraction) { $0.fraction() }
        }
        minutes = minutes ?? offset.flatMap { Self.offset($0) }
        let shift = Int64(minutes ?? 0) * 60_000_000
        return CaptureDate(
            microseconds: time.microseconds - shift,
            offsetMinutes: minutes,
            source: source
        )
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
    mutating func time() -> (CivilTime, offset: Int?)? {
        guard let year = number(4), skip(":-/"), let month = number(2), skip(":-/"),
            let day = number(2)
        else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        if skip(" Tt") {
            guard let hour = number(2), skip(":"), let minute = number(2) else { return nil }
            (time.hour, time.minute) = (hour, minute)
            if skip(":") {
                guard let second = number(2) else { return nil }
                time.second = second
                if skip(".,") { time.microsecond = fraction() }
            }
        }
        return (time, offset())
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
