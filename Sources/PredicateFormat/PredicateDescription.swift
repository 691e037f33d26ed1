extension PredicateTree: CustomStringConvertible {
    /// The condition in the format language; parsing it gives the same condition.
    ///
    /// Parentheses are used only where necessary, so that it is nested no deeper than the original text.
    package var description: String {
        switch self {
        case .constant(let answer): answer ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .not(let inner): "NOT \(inner.enclosed)"
        case .and(let parts): Self.joined(parts, "AND", none: "TRUEPREDICATE")
        case .or(let parts): Self.joined(parts, "OR", none: "FALSEPREDICATE")
        case .comparison(let left, let asked, let right, let options):
            (left.isToMany ? "ANY " : "")
                + Self.comparison(left, "\(asked.rawValue)\(options)", right)
        }
    }

    /// Prints dates as texts only if one side is certainly a date: elsewhere a text would not be read as one.
    private static func comparison(
        _ left: PredicateTerm,
        _ asked: String,
        _ right: PredicateTerm
    ) -> String {
        guard left.isDate || right.isDate else {
            return "\(left.withCasts) \(asked) \(right.withCasts)"
        }
        return "\(left) \(asked) \(right)"
    }

    private var enclosed: String {
        switch self {
        case .and(let parts), .or(let parts): parts.isEmpty ? description : "(\(description))"
        default: description
        }
    }

    private static func joined(_ parts: [PredicateTree], _ word: String, none: String) -> String {
        parts.isEmpty ? none : parts.map(\.enclosed).joined(separator: " \(word) ")
    }
}

extension PredicateTerm: CustomStringConvertible {
    package var description: String {
        switch self {
        case .key(let key): key.rawValue
        case .constant(let value): "\(value)"
        case .list(let items): "{\(items.map { "\($0)" }.joined(separator: ", "))}"
        case .localTime(let time): PredicateValue.quoted(PredicateDate.text(time))
        case .now(0): "NOW()"
        case .now(let offset) where offset % 1_000_000 == 0: "NOW(\(offset / 1_000_000))"
        case .now(let offset):
            "CAST(CAST(NOW(), \"NSNumber\") + \(PredicateValue.seconds(offset)), \"NSDate\")"
        case .arithmetic(let left, let sign, let right):
            "\(left.enclosed(below: sign.strength)) \(sign.rawValue) "
                + right.enclosed(below: sign.strength + 1)
        }
    }

    fileprivate var isDate: Bool {
        switch self {
        case .key(let key): key.kind == .date
        case .now: true
        default: false
        }
    }

    /// The term with every date as a number of seconds, which does not depend on the other side.
    fileprivate var withCasts: String {
        switch self {
        case .constant(let value): value.kind == .date ? value.format : "\(value)"
        case .list(let items): "{\(items.map(\.withCasts).joined(separator: ", "))}"
        default: description
        }
    }

    private func enclosed(below strength: Int) -> String {
        guard case .arithmetic(_, let sign, _) = self, sign.strength < strength else {
            return description
        }
        return "(\(description))"
    }
}

extension PredicateValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): Self.quoted(text)
        case .date(let moment): Self.quoted(PredicateDate.text(moment) + "Z")
        case .list(let items): "{\(items.map { "\($0)" }.joined(separator: ", "))}"
        }
    }

    fileprivate static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"", "\\": result += "\\\(character)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(character)
            }
        }
        return result + "\""
    }
}

extension TextOptions: CustomStringConvertible {
    package var description: String {
        let letters =
            (contains(.ignoringCase) ? "c" : "") + (contains(.ignoringDiacritics) ? "d" : "")
        return letters.isEmpty ? "" : "[\(letters)]"
    }
}
