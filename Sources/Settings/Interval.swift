package import Indexing

/// A length of time such as `90s`, `30m`, `1h`, `30d`, or `off`.
package struct Interval: Sendable, CustomStringConvertible {
    /// Nil for `off`.
    package let seconds: Double?
    /// A hundred years; longer intervals are shortened to that.
    package static let longest = 100.0 * 365 * 86_400

    package init(seconds: Double?) {
        self.seconds = seconds
    }

    package init?(argument: String) {
        if argument == "off" {
            seconds = nil
            return
        }
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let last = argument.last, let unit = units[last],
            let number = Double(argument.dropLast()), number > 0
        else { return nil }
        seconds = min(number * unit, Self.longest)
    }

    package var description: String {
        guard let seconds else { return "off" }
        for (unit, length) in [("d", 86_400.0), ("h", 3_600), ("m", 60)]
        where seconds >= length && seconds.truncatingRemainder(dividingBy: length) == 0 {
            return "\(Int(seconds / length))\(unit)"
        }
        return "\(Int(seconds))s"
    }
}

extension RescanPlan {
    /// Reads a length of time, an hour of the day such as `03:00`, or `off`.
    package init?(argument: String) {
        if let interval = Interval(argument: argument) {
            self = interval.seconds.map { .every(seconds: $0) } ?? .never
        } else if let minute = Self.minute(argument) {
            self = .daily(minute: minute)
        } else {
            return nil
        }
    }

    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isNumber) }),
            parts[1].count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24,
            minute < 60
        else { return nil }
        return hour * 60 + minute
    }
}
