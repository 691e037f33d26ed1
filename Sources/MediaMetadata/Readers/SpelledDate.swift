/// A date in one of the spellings that are not Exif's or ISO 8601's, written anew as ISO 8601.
///
/// - In words, as RFC 1123 and asctime(3) have it: `Sun, 10 Jun 2018 15:36:49 GMT`, `Mon Mar 10 15:04:43 2003`.
/// - In numbers with the blanks, slashes and halves of the day of early cameras' films: `2001/ 1/27  1:42PM`,
///   `2005/11/28/ 09:19`, `2002-12-16  15:35:01`; as programs write them in the language of their user:
///   `2019:12:27 1:23:45 p. m.`, `2019:12:27 下午1:23:45`.
///
/// The year has four digits, and in numbers it comes first: everything else could be read in two ways.
struct SpelledDate {
    private var numbers: [(value: Int, digits: Int)] = []
    private var month: Int?
    private var time: String?
    private var zone = ""
    private var half: HalfDay?
    private let text: Bytes
    private var position = 0

    /// Returns the date as ISO 8601; nil for anything that is not such a date.
    static func iso8601(_ text: String) -> String? {
        // Most texts that are not dates are zeros and blanks.
        guard text.utf8.count < 64, text.utf8.contains(where: { (0x31...0x39).contains($0) }) else {
            return nil
        }
        return Array(text.utf8).lend { bytes in
            var date = SpelledDate(text: bytes)
            return date.read() ? date.written : nil
        }
    }

    private init(text: Bytes) { self.text = text }

    private var next: UInt8? { text.u8(position) }

    private static func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { (0x30...0x39).contains($0) } ?? false
    }

    private static func isLetter(_ byte: UInt8?) -> Bool {
        byte.map { (0x41...0x5A).contains($0 & 0xDF) } ?? false
    }

    private mutating func read() -> Bool {
        while let byte = next, byte != 0 {
            switch byte {
            case _ where Self.isDigit(byte):
                guard noteNumber() else { return false }
            case _ where Self.isLetter(byte):
                guard note(word()) else { return false }
            case 0x2B where time != nil, 0x2D where time != nil:
                guard noteZone() else { return false }
            case 0x20, 0x2C, 0x2D, 0x2E, 0x2F, 0x0A, 0x0D: position += 1
            case 0x3A where time == nil: position += 1
            default:
                guard let found = HalfDay.find(in: text, at: position) else { return false }
                (half, position) = (found.half, found.end)
            }
        }
        return true
    }

    private mutating func number() -> (value: Int, digits: Int) {
        var (value, digits) = (0, 0)
        while let byte = next, Self.isDigit(byte), digits < 6 {
            value = value * 10 + Int(byte - 0x30)
            digits += 1
            position += 1
        }
        return (value, digits)
    }

    private mutating func word() -> String {
        let start = position
        while Self.isLetter(next) { position += 1 }
        return text.slice(start, position - start)?.text?.uppercased() ?? ""
    }

    /// Takes a number of the date, or a time of day.
    private mutating func noteNumber() -> Bool {
        // Behind a colon it is another part of the date.
        let isBehindColon = text.u8(position - 1) == 0x3A
        let found = number()
        guard next == 0x3A, found.digits <= 2, time == nil, !isBehindColon,
            numbers.count + (month == nil ? 0 : 1) >= 2
        else {
            numbers.append(found)
            return numbers.count <= 3
        }
        var fields = [found.value]
        while next == 0x3A, fields.count < 3 {
            position += 1
            let field = number()
            guard field.digits == 2 else { return false }
            fields.append(field.value)
        }
        if next == 0x2E {
            position += 1
            _ = number()
        }
        if let found = HalfDay.find(in: text, at: position) {
            (half, position) = (found.half, found.end)
        }
        guard let hour = half.map({ $0.hour(fields[0]) }) ?? fields[0] else { return false }
        time = ([hour] + fields.dropFirst()).map { Self.padded($0, 2) }.joined(separator: ":")
        return true
    }

    private mutating func noteZone() -> Bool {
        let sign = next == 0x2B ? "+" : "-"
        position += 1
        var (value, digits) = number()
        if next == 0x3A {
            position += 1
            (value, digits) = (value * 100 + number().value, digits + 2)
        }
        guard zone.isEmpty, digits == 4 else { return false }
        zone = "\(sign)\(Self.padded(value / 100, 2)):\(Self.padded(value % 100, 2))"
        return true
    }

    private static let months = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]
    private static let weekdays = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]
    /// The zones that have names in RFC 822.
    private static let zones = [
        "GMT": "Z", "UT": "Z", "UTC": "Z", "Z": "Z", "EST": "-05:00", "EDT": "-04:00",
        "CST": "-06:00",
        "CDT": "-05:00", "MST": "-07:00", "MDT": "-06:00", "PST": "-08:00", "PDT": "-07:00",
    ]

    private mutating func note(_ word: String) -> Bool {
        let beginning = String(word.prefix(3))
        if time != nil, let known = Self.zones[word] {
            zone = known
        } else if month == nil, let found = Self.months.firstIndex(of: beginning) {
            month = found + 1
        } else {
            // Other names of zones mean several.
            return word == "T" || time != nil || Self.weekdays.contains(beginning)
        }
        return true
    }

    private var written: String? {
        guard let year = numbers.first(where: { $0.digits == 4 })?.value else { return nil }
        let rest = numbers.filter { $0.digits < 3 }.map(\.value)
        guard rest.count == numbers.count - 1 else { return nil }
        if let month { return rest.count == 1 ? iso8601(year, month, rest[0]) : nil }
        return rest.count == 2 && numbers[0].digits == 4 ? iso8601(year, rest[0], rest[1]) : nil
    }

    private func iso8601(_ year: Int, _ month: Int, _ day: Int) -> String {
        let date = [(year, 4), (month, 2), (day, 2)].map { Self.padded($0, $1) }
            .joined(separator: "-")
        return time.map { "\(date)T\($0)\(zone)" } ?? date
    }

    private static func padded(_ value: Int, _ count: Int) -> String {
        let digits = "\(value)"
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
