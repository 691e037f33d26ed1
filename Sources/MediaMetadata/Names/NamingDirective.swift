/// A part of the pattern of a ``Naming``.
enum NamingDirective: Equatable, Sendable {
    case literal([UInt8])
    /// A part of a date or a time: a number with that many digits.
    case field(DateField, digits: ClosedRange<Int>)
    case monthName
    case meridiem
    case epoch(digits: Int)
    case anyDate
    case anyTime
    case digits(atMost: Int)
    case word
    case text
    case uuid
    case screenshot
    case screenRecording

    /// Parses a pattern; a letter that is not a directive stands for itself.
    static func parse(_ pattern: String) -> [NamingDirective] {
        var directives: [NamingDirective] = []
        var literal: [UInt8] = []
        var bytes = Array(pattern.utf8)[...]
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "%"), let letter = bytes.first,
                let directive = letters[Character(Unicode.Scalar(letter))]
            {
                bytes.removeFirst()
                if !literal.isEmpty { directives.append(.literal(literal)) }
                literal = []
                directives.append(directive)
            } else {
                literal.append(NameText.lowered(byte))
            }
        }
        if !literal.isEmpty { directives.append(.literal(literal)) }
        return directives
    }

    private static let letters: [Character: NamingDirective] = [
        "Y": .field(.year, digits: 4...4), "y": .field(.yearOfCentury, digits: 2...2),
        "m": .field(.month, digits: 2...2), "d": .field(.day, digits: 2...2),
        "e": .field(.day, digits: 1...2), "k": .field(.month, digits: 1...2),
        "H": .field(.hour, digits: 2...2),
        "I": .field(.hour, digits: 1...2), "M": .field(.minute, digits: 2...2),
        "S": .field(.second, digits: 2...2), "f": .field(.millisecond, digits: 3...3),
        "b": .monthName, "p": .meridiem, "s": .epoch(digits: 10), "Q": .epoch(digits: 13),
        "F": .anyDate, "T": .anyTime, "n": .digits(atMost: .max), "#": .digits(atMost: 1),
        "w": .word, "t": .text, "u": .uuid, "W": .screenshot, "R": .screenRecording,
    ]

    /// The precision that the directive gives to the time; nil if it gives none, or if that varies.
    var precision: DatePrecision? {
        switch self {
        case .field(let field, _): field.precision
        case .epoch(let digits): digits == 13 ? .millisecond : .second
        case .anyDate: .day
        default: nil
        }
    }
}

/// A part of a date or a time that is a number.
enum DateField: Sendable {
    case year, yearOfCentury, month, day, hour, minute, second, millisecond

    var precision: DatePrecision {
        switch self {
        case .year, .yearOfCentury: .year
        case .month: .month
        case .day: .day
        // No name gives the hour alone.
        case .hour, .minute: .minute
        case .second: .second
        case .millisecond: .millisecond
        }
    }
}
