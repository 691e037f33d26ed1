internal import PhotoModel

/// Dates as people write them in a predicate.
package enum PredicateDate {
    /// Returns the microseconds since 1970 of `2023-07-01`, `2023-07-01 12:30[:45[.5]]` or the same with a `T`, and an
    /// offset or `Z`, and the minutes east of UTC; nil if the text has no offset, and its time is read as UTC.
    package static func read(_ text: String) -> (microseconds: Int64, offsetMinutes: Int?)? {
        var rest = Substring(text)
        guard let year = number(&rest, 4), take("-", &rest), let month = number(&rest, 2),
            take("-", &rest), let day = number(&rest, 2)
        else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        var offset: Int?
        if take("T", &rest) || take(" ", &rest) {
            guard let hour = number(&rest, 2), take(":", &rest), let minute = number(&rest, 2)
            else { return nil }
            (time.hour, time.minute) = (hour, minute)
            if take(":", &rest) {
                guard let second = number(&rest, 2) else { return nil }
                time.second = second
            }
            if take(".", &rest) { time.microsecond = fraction(&rest) }
            guard let found = zone(&rest) else { return nil }
            offset = found
        }
        guard rest.isEmpty, isDay(year, month, day), time.hour < 24, time.minute < 60,
            time.second < 61
        else { return nil }
        return (time.microseconds - Int64(offset ?? 0) * 60_000_000, offset)
    }

    private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            return false
        }
        let start = CivilTime(year: year, month: month, day: day)
        return CivilTime(microseconds: start.microseconds).day == day
    }

    /// Returns the text of a moment, to the microsecond.
    static func text(_ microseconds: Int64) -> String {
        let time = CivilTime(microseconds: microseconds)
        func digits(_ value: Int, _ count: Int) -> String {
            let text = "\(value)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2)) "
            + "\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
            + ".\(digits(time.microsecond, 6))"
    }

    private static func take(_ character: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    private static func number(_ rest: inout Substring, _ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            return nil
        }
        rest = rest.dropFirst(count)
        return Int(digits)
    }

    private static func fraction(_ rest: inout Substring) -> Int {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        let padded = digits.prefix(6) + String(repeating: "0", count: max(0, 6 - digits.count))
        return Int(padded) ?? 0
    }

    /// Reads minutes east of UTC; an inner nil means that there is no zone, an outer nil that it is invalid.
    private static func zone(_ rest: inout Substring) -> Int?? {
        if rest.isEmpty { return .some(nil) }
        if take("Z", &rest) { return 0 }
        let isWest = rest.first == "-"
        guard take("+", &rest) || take("-", &rest), let hours = number(&rest, 2) else { return nil }
        _ = take(":", &rest)
        guard let minutes = number(&rest, 2), hours < 24, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isWest ? -1 : 1)
    }
}
