/// A condition in SQL over the tables `asset` and `resource`, with the values to bind.
///
/// Every part is 0 or 1 and never NULL, so that NOT means the same as in memory. Comparisons of a column with a value
/// stay plain, so that SQLite can use its indexes.
package struct PredicateSQL: Sendable {
    package private(set) var text = ""
    /// The values in the order of the question marks; dates and numbers in the units of the column.
    package private(set) var bindings: [PredicateValue] = []

    /// Whether the expression being written is about one of several values.
    private var isOfWord = false

    /// The functions the database must provide, with their numbers of arguments.
    package enum Function {
        /// Takes operator, options and two texts; returns 0 or 1.
        package static let text = "heliograph_text"
        /// Takes the 16 bytes of an asset's identifier; returns its text.
        package static let identifier = "heliograph_identifier"
        /// Takes keywords, one per line; returns a JSON array.
        package static let words = "heliograph_words"
        /// Takes a name's bytes; returns its text.
        package static let name = "heliograph_name"
        /// Takes the number of a condition of ``NestedPredicates``, the time and the values of its keys; returns 0 or
        /// 1.
        package static let nested = "heliograph_nested"
    }

    /// Lists longer than this are bound as one JSON text.
    private static let longestList = 200

    /// Brackets within one another for which SQLite's parser certainly has room.
    private static let deepest = 20

    package init(_ tree: PredicateTree, now: Int64) {
        text = tree.nesting > Self.deepest ? nested(tree, now) : condition(tree, now)
    }

    private mutating func nested(_ tree: PredicateTree, _ now: Int64) -> String {
        let keys = tree.keys.sorted { $0.rawValue < $1.rawValue }
        let number = NestedPredicates.number(of: NestedPredicates.Entry(tree: tree, keys: keys))
        bindings += [.integer(number), .date(now)]
        return "\(Function.nested)(\((["?", "?"] + keys.map(\.column)).joined(separator: ", ")))"
    }

    /// The brackets around the parts of a balanced tree.
    static func nesting(of parts: Int) -> Int {
        parts < 3 ? 0 : Int.bitWidth - (parts - 1).leadingZeroBitCount
    }

    private mutating func condition(_ tree: PredicateTree, _ now: Int64) -> String {
        switch tree {
        case .constant(let answer): return answer ? "1" : "0"
        case .not(let inner): return "NOT (\(condition(inner, now)))"
        case .and(let parts): return joined(parts, "AND", "1", now)
        case .or(let parts): return joined(parts, "OR", "0", now)
        case .comparison(let left, let asked, let right, let options) where left.isToMany:
            return any(asked, right, options, now)
        case .comparison(let left, let asked, let right, let options):
            return comparison(left, asked, right, options, now)
        }
    }

    private mutating func joined(
        _ parts: [PredicateTree],
        _ word: String,
        _ none: String,
        _ now: Int64
    ) -> String {
        var texts: [String] = []
        for part in parts { texts.append("(\(condition(part, now)))") }
        return texts.isEmpty ? none : Self.balanced(texts[...], word)
    }

    /// Joins conditions as a balanced tree: SQLite limits the depth of an expression, and a chain is as deep as it is
    /// long.
    private static func balanced(_ texts: ArraySlice<String>, _ word: String) -> String {
        guard texts.count > 2 else { return texts.joined(separator: " \(word) ") }
        let middle = texts.startIndex + texts.count / 2
        return "(\(balanced(texts[..<middle], word))) \(word) (\(balanced(texts[middle...], word)))"
    }

    /// Returns a condition that holds for one of an asset's keywords, evaluated only for the few assets that have any.
    private mutating func any(
        _ asked: PredicateOperator,
        _ right: PredicateTerm,
        _ options: TextOptions,
        _ now: Int64
    ) -> String {
        isOfWord = true
        defer { isOfWord = false }
        let words = "json_each(\(Function.words)(description.keywords)) AS word"
        let condition = comparison(.key(.keywords), asked, right, options, now)
        return "asset.id IN (SELECT description.id FROM description, \(words) WHERE \(condition))"
    }

    private mutating func comparison(
        _ left: PredicateTerm,
        _ asked: PredicateOperator,
        _ right: PredicateTerm,
        _ options: TextOptions,
        _ now: Int64
    ) -> String {
        switch asked {
        case .isIn:
            if case .list(let items) = right { return isIn(left, items, options, now) }
            return function(.contains, options, right, left, now)
        case .between:
            guard case .list(let ends) = right, ends.count == 2 else { return "0" }
            let low = comparison(left, .greaterOrEqual, ends[0], options, now)
            let high = comparison(left, .lessOrEqual, ends[1], options, now)
            return "(\(low)) AND (\(high))"
        case .equal where options.isEmpty, .notEqual where options.isEmpty:
            let sign = asked == .equal ? "IS" : "IS NOT"
            return "\(expression(left, now)) \(sign) \(expression(right, now))"
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard !options.isEmpty else { return ordered(left, asked, right, now) }
            return function(asked, options, left, right, now)
        default: return function(asked, options, left, right, now)
        }
    }

    private mutating func ordered(
        _ left: PredicateTerm,
        _ asked: PredicateOperator,
        _ right: PredicateTerm,
        _ now: Int64
    ) -> String {
        var guards: [String] = []
        for side in [left, right] where side.mayBeNull {
            guards.append("\(expression(side, now)) IS NOT NULL AND ")
        }
        let (first, second) = (expression(left, now), expression(right, now))
        return "\(guards.joined(separator: ""))\(first) \(asked.rawValue) \(second)"
    }

    private mutating func isIn(
        _ left: PredicateTerm,
        _ items: [PredicateTerm],
        _ options: TextOptions,
        _ now: Int64
    ) -> String {
        let values = items.compactMap { item -> PredicateValue? in
            guard case .constant(let value) = item, value != .null else { return nil }
            return value
        }
        guard options.isEmpty, values.count == items.count else {
            var parts: [String] = []
            for item in items {
                parts.append("(\(comparison(left, .equal, item, options, now)))")
            }
            return parts.isEmpty ? "0" : Self.balanced(parts[...], "OR")
        }
        guard !values.isEmpty else { return "0" }
        let subject = expression(left, now)
        // The operand is bound twice, with the same value.
        let isNull = left.mayBeNull ? "\(expression(left, now)) IS NOT NULL AND " : ""
        guard values.count > Self.longestList else {
            bindings.append(contentsOf: values)
            let marks = values.map { _ in "?" }.joined(separator: ", ")
            return "\(isNull)\(subject) IN (\(marks))"
        }
        bindings.append(.text(Self.json(values)))
        return "\(isNull)\(subject) IN (SELECT value FROM json_each(?))"
    }

    private static func json(_ values: [PredicateValue]) -> String {
        let items = values.map { value in
            switch value {
            case .integer(let number), .date(let number): "\(number)"
            case .real(let number): number.isFinite ? "\(number)" : "null"
            case .text(let text): quoted(text)
            default: "null"
            }
        }
        return "[\(items.joined(separator: ","))]"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Implements the function for keywords.
    package static func words(_ lines: String) -> String {
        json(lines.split(separator: "\n").map { .text(String($0)) })
    }

    /// Implements the function for texts.
    package static func answer(
        _ asked: String,
        _ options: Int,
        _ left: PredicateValue,
        _ right: PredicateValue
    ) -> Bool {
        PredicateOperator(rawValue: asked)?.holds(left, right, TextOptions(rawValue: options))
            ?? false
    }

    private mutating func function(
        _ asked: PredicateOperator,
        _ options: TextOptions,
        _ left: PredicateTerm,
        _ right: PredicateTerm,
        _ now: Int64
    ) -> String {
        let (first, second) = (expression(left, now), expression(right, now))
        return "\(Function.text)('\(asked.rawValue)', \(options.rawValue), \(first), \(second))"
    }

    private mutating func expression(_ expression: PredicateTerm, _ now: Int64) -> String {
        switch expression {
        case .key(let key): return isOfWord && key.isToMany ? "word.value" : key.column
        case .constant(.null): return "NULL"
        case .constant(let value):
            bindings.append(value)
            return "?"
        case .localTime(let time):
            bindings.append(.date(time))
            return "?"
        case .now(let offset):
            bindings.append(.date(now + offset))
            return "?"
        case .list: return "NULL"
        case .arithmetic(let left, let sign, let right):
            return "(\(self.expression(left, now)) \(sign.rawValue) \(self.expression(right, now)))"
        }
    }
}

extension PredicateTerm {
    var mayBeNull: Bool {
        switch self {
        case .key(let key): key.mayBeNull
        case .constant(let value): value == .null
        case .now, .localTime: false
        case .list: true
        case .arithmetic: true
        }
    }
}
