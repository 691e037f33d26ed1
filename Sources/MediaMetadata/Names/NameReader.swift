internal import PhotoModel

/// Reads a name from its beginning, directive by directive.
struct NameReader {
    private let name: NameText
    private(set) var position: Int
    private var time = CivilTime(year: 0, month: 1, day: 1)
    private var precision: DatePrecision?
    private var isUTC = false
    /// Whether the hour is PM; nil if the name has no AM or PM mark.
    private var isAfternoon: Bool?
    /// Whether an unknown word may be an AM or PM mark.
    private var isHalfUnknown = false

    init(_ name: NameText, at position: Int = 0) {
        (self.name, self.position) = (name, position)
    }

    var isBeforeDigit: Bool { name.isDigit(position) }

    /// The date that was read; nil if it is not valid.
    var date: WrittenDate? {
        guard let precision else { return nil }
        var time = time
        if let isAfternoon, time.hour <= 12 {
            time.hour = time.hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard time.isPlausible, time.second < 60 else { return nil }
        if isHalfUnknown, precision > .day, time.hour <= 12 {
            let day = CivilTime(year: time.year, month: time.month, day: time.day)
            return WrittenDate(time: day, precision: .day, isUTC: isUTC)
        }
        return WrittenDate(time: time, precision: precision, isUTC: isUTC)
    }

    /// Reads the text for a directive; returns false if it is not there.
    mutating func read(_ directive: NamingDirective) -> Bool {
        switch directive {
        case .literal(let literal):
            guard name.hasPrefix(literal, at: position) else { return false }
            return skip(literal.count)
        case .field(let field, let digits): return read(field, digits)
        case .monthName: return readMonthName()
        case .meridiem: return readMeridiem()
        case .epoch(let digits): return readEpoch(digits)
        case .anyDate: return readDate()
        case .anyTime: return readTime()
        case .digits(let limit):
            let count = min(limit, name.digits(at: position))
            return count > 0 && skip(count)
        case .word:
            let start = position
            while name.isDigit(position) || name.isLetter(position) { position += 1 }
            return position > start
        case .text: return readText()
        case .uuid: return name.hasUUID(at: position) && skip(36)
        case .screenshot: return name.screenshotLength > 0 && skip(name.screenshotLength)
        case .screenRecording: return name.recordingLength > 0 && skip(name.recordingLength)
        }
    }

    private mutating func skip(_ count: Int) -> Bool {
        position += count
        return true
    }

    mutating func read(_ field: DateField, _ digits: ClosedRange<Int>) -> Bool {
        let count = min(name.digits(at: position), digits.upperBound)
        guard digits.contains(count), let value = name.number(at: position, count) else {
            return false
        }
        switch field {
        case .year: time.year = value
        case .yearOfCentury: time.year = 2_000 + value
        case .month: time.month = value
        case .day: time.day = value
        case .hour: time.hour = value
        case .minute: time.minute = value
        case .second: time.second = value
        case .millisecond: time.microsecond = value * 1_000
        }
        precision = max(precision ?? .year, field.precision)
        return skip(count)
    }

    private mutating func readMonthName() -> Bool {
        guard let (month, length) = MonthName.read(name, at: position) else { return false }
        time.month = month
        precision = max(precision ?? .year, .month)
        return skip(length)
    }

    private mutating func readEpoch(_ digits: Int) -> Bool {
        guard name.digits(at: position) == digits, let value = name.number(at: position, digits)
        else { return false }
        let microseconds = Int64(value) * (digits == 13 ? 1_000 : 1_000_000)
        time = CivilTime(microseconds: microseconds)
        (precision, isUTC) = (digits == 13 ? .millisecond : .second, true)
        return skip(digits)
    }

    private mutating func readText() -> Bool {
        let end = position + 32
        while let byte = name[position], !NameText.isDigit(byte) {
            guard position < end else { return false }
            // Before the date "am" is a German word.
            if precision != nil, let mark = Meridiem.read(name, at: position) {
                isAfternoon = mark.isAfternoon
            }
            position += 1
        }
        return true
    }

    private mutating func readMeridiem(hourDigits: Int = 2) -> Bool {
        let start = Meridiem.skipSpace(name, from: position)
        if let mark = Meridiem.read(name, at: start, isBehind: true) {
            isAfternoon = mark.isAfternoon
            position = start + mark.length
        } else if isAfternoon == nil, let byte = name[start] {
            // Twelve-hour clocks write no zero before the hour.
            let mayBeMark = byte >= 0x80 && !name.hasMarkAtEnd && time.hour >= 10
            isHalfUnknown = mayBeMark || (hourDigits == 1 && (byte >= 0x80 || name.isLetter(start)))
        }
        return true
    }
}

/// Dates and times in any of the forms that names have.
extension NameReader {
    /// Reads `YYYYMMDD`, or the same with `-`, `_` or `.` twice in between.
    private mutating func readDate() -> Bool {
        guard read(.year, 4...4) else { return false }
        let separator = name[position].flatMap { "-_.".utf8.contains($0) ? $0 : nil }
        for field in [DateField.month, .day] {
            if let separator {
                guard name[position] == separator else { return false }
                position += 1
            }
            guard read(field, 2...2) else { return false }
        }
        return true
    }

    /// Reads `HHMMSS`, optionally with milliseconds, or `H.MM.SS` with any separators, optionally with AM or PM.
    private mutating func readTime() -> Bool {
        let count = name.digits(at: position)
        if count == 6 || count == 9 {
            return read(.hour, 2...2) && read(.minute, 2...2) && read(.second, 2...2)
                && (count == 6 || read(.millisecond, 3...3))
        }
        guard count <= 2, read(.hour, 1...2), skipSeparator(), read(.minute, 2...2),
            skipSeparator(), read(.second, 2...2)
        else { return false }
        // What follows a blank counts pictures, and what goes on with hexadecimal letters is a hash.
        if name[position] != 0x20, isSeparator(position), name.digits(at: position + 1) == 3,
            name[position + 4].map({ (0x61...0x66).contains($0) }) != true
        {
            position += 1
            _ = read(.millisecond, 3...3)
        }
        return readMeridiem(hourDigits: count)
    }

    private func isSeparator(_ position: Int) -> Bool {
        name[position].map("-_.: h".utf8.contains) ?? false
    }

    private mutating func skipSeparator() -> Bool { isSeparator(position) && skip(1) }
}
