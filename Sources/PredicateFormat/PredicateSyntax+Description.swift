extension PredicateSyntax {
    /// Returns the condition in the format language, as Apple's `predicateFormat` prints it; `argument` returns the
    /// text for the argument at a position.
    ///
    /// Parsing the text gives an equivalent condition, unless an argument is an object.
    package func format(_ argument: (Int) -> String) -> String {
        switch self {
        case .constant(let answer): return answer ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .not(let inner): return "NOT \(inner.enclosed(argument))"
        case .and(let parts): return Self.joined(parts, "AND", none: "TRUEPREDICATE", argument)
        case .or(let parts): return Self.joined(parts, "OR", none: "FALSEPREDICATE", argument)
        case .comparison(let comparison):
            let quantifier = comparison.quantifier.map { "\($0.rawValue) " } ?? ""
            let (left, right) = (comparison.left, comparison.right)
            return "\(quantifier)\(left.format(argument)) "
                + "\(comparison.asked.rawValue)\(comparison.options) \(right.format(argument))"
        }
    }

    private func enclosed(_ argument: (Int) -> String) -> String {
        switch self {
        case .and(let parts), .or(let parts):
            parts.isEmpty ? format(argument) : "(\(format(argument)))"
        default: format(argument)
        }
    }

    private static func joined(
        _ parts: [PredicateSyntax],
        _ word: String,
        none: String,
        _ argument: (Int) -> String
    ) -> String {
        guard parts.count != 1 else { return parts[0].format(argument) }
        return parts.isEmpty
            ? none : parts.map { $0.enclosed(argument) }.joined(separator: " \(word) ")
    }
}

extension ExpressionSyntax {
    func format(_ argument: (Int) -> String) -> String {
        switch self {
        case .constant(let value): return value.format
        case .argument(let position): return argument(position)
        case .variable(let name, _): return "$\(name)"
        case .subject: return "SELF"
        case .path(let path): return path.format(argument)
        case .list(let items): return "{\(Self.joined(items, argument))}"
        case .now(let offset): return "now(\(offset == 0 ? "" : "\(offset / 1_000_000)"))"
        case .arithmetic(let left, let sign, let right, _):
            return "\(left.enclosed(below: sign.strength, argument)) \(sign.rawValue) "
                + right.enclosed(below: sign.strength + 1, argument)
        case .function(.cast, let values, _) where PredicateValue(dateIn: values) != nil:
            return PredicateValue(dateIn: values)?.format ?? ""
        case .function(.cast, let values, _): return "CAST(\(Self.joined(values, argument)))"
        case .function(let function, let values, _):
            return "\(function.rawValue)(\(Self.joined(values, argument)))"
        case .subquery(let collection, let variable, let condition, _):
            return "SUBQUERY(\(collection.format(argument)), $\(variable), "
                + "\(condition.format(argument)))"
        }
    }

    private static func joined(
        _ items: [ExpressionSyntax],
        _ argument: (Int) -> String
    ) -> String {
        items.map { $0.format(argument) }.joined(separator: ", ")
    }

    fileprivate var isNumber: Bool {
        switch self {
        case .constant(.integer), .constant(.real): true
        default: false
        }
    }

    fileprivate func enclosed(below strength: Int, _ argument: (Int) -> String) -> String {
        guard case .arithmetic(_, let sign, _, _) = self, sign.strength < strength else {
            return format(argument)
        }
        return "(\(format(argument)))"
    }
}

extension KeyPathSyntax: CustomStringConvertible {
    package var description: String { format { "%@\($0)" } }

    func format(_ argument: (Int) -> String) -> String {
        var text = ""
        if case .subject = root, case .index? = steps.first { text = "SELF" }
        if case .subject = root {} else { text = root.enclosed(below: 5, argument) }
        // A point right after digits would be read as part of the number.
        if root.isNumber { text += " " }
        for step in steps {
            switch step {
            case .key(let name):
                text += (text.isEmpty ? "" : ".") + Self.escaped(name, text.isEmpty)
            case .aggregate(let aggregate):
                text += (text.isEmpty ? "" : ".") + "@\(aggregate.rawValue)"
            case .index(.number(let number)): text += "[\(number)]"
            case .index(.first): text += "[FIRST]"
            case .index(.last): text += "[LAST]"
            case .index(.size): text += "[SIZE]"
            }
        }
        return text
    }

    /// Marks a name that is also a keyword of the language.
    private static func escaped(_ name: String, _ isFirst: Bool) -> String {
        isFirst && PredicateParser.reservedWords.contains(name.uppercased()) ? "#\(name)" : name
    }
}
