internal import PhotoModel

/// Dates as files write them.
enum DateText {
    /// Reads `YYYY:MM:DD HH:MM:SS`, and with dashes, a `T`, a fraction and a zone as ISO 8601 has them.
    ///
    /// - Returns: Nil for anything that is no date: zeros, blanks, months of 0, years before the
    ///   first photograph.
    static func parse(
        _ text: String,
        fraction: String? = nil,
        offset: String? = nil,
        source: DateSource
    ) -> CaptureDate? {
        var digits = DigitReader(text)
        guard let year = digits.number(4), digits.skip(":-/"), let month = digits.number(2),
            digits.skip(":-/"), let day = digits.number(2)
        else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        if digits.skip(" Tt") {
            guard let hour = digits.number(2), digits.skip(":"), let minute = digits.number(2)
            else { return nil }
            (time.hour, time.minute) = (hour, minute)
            if digits.skip(":") {
                guard let second = digits.number(2) else { return nil }
                time.second = second
                if digits.skip(".,") { time.microsecond = digits.fraction() }
            }
        }
        guard time.isPlausible else { return nil }
        if let fraction, time.microsecond == 0 {
            var fractionDigits = DigitReader(fraction)
            time.microsecond = fractionDigits.fraction()
        }
        let minutes = digits.offset() ?? offset.flatMap { Self.offset($0) }
        let shift = Int64(minutes ?? 0) * 60_000_000
        return CaptureDate(
            microseconds: time.microseconds - shift,
            offsetMinutes: minutes,
            source: source
        )
    }

    /// Minutes east of UTC from `+02:00`, `-0700` or `Z`.
    static func offset(_ text: String) -> Int? {
        var digits = DigitReader(text)
        return digits.offset()
    }
}

private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    mutating func number(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var value = 0
        for byte in rest.prefix(count) {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        rest = rest.dropFirst(count)
        return value
    }

    mutating func skip(_ characters: StaticString) -> Bool {
        guard let first = rest.first, characters.withUTF8Buffer({ $0.contains(first) }) else {
            return false
        }
        rest = rest.dropFirst()
        return true
    }

    /// A decimal fraction in microseconds: `7` is .7, `042` is .042.
    mutating func fraction() -> Int {
        var value = 0
        var scale = 100_000
        while let digit = rest.first, (0x30...0x39).contains(digit) {
            value += Int(digit - 0x30) * scale
            scale /= 10
            rest = rest.dropFirst()
        }
        return value
    }

    mutating func offset() -> Int? {
        while rest.first == 0x20 { rest = rest.dropFirst() }
        if rest.first == 0x5A || rest.first == 0x7A { return 0 }
        guard let sign = rest.first, sign == 0x2B || sign == 0x2D else { return nil }
        rest = rest.dropFirst()
        guard let hours = number(2), hours <= 14 else { return nil }
        _ = skip(":")
        let minutes = number(2) ?? 0
        guard minutes < 60 else { return nil }
        return (sign == 0x2D ? -1 : 1) * (hours * 60 + minutes)
    }
}
