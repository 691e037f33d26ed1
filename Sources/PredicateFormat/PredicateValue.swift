/// A value in a predicate.
package enum PredicateValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Microseconds since 1970.
    case date(Int64)
    case list([PredicateValue])

    package static func bool(_ value: Bool) -> PredicateValue { .integer(value ? 1 : 0) }

    /// The kind of a value, which determines what it can be compared with.
    package enum Kind: String, Sendable {
        case null, number, text, date, list
    }

    package var kind: Kind {
        switch self {
        case .null: .null
        case .integer, .real: .number
        case .text: .text
        case .date: .date
        case .list: .list
        }
    }
}

extension PredicateValue {
    /// Returns the order of two values: -1, 0 or 1; nil if one is null or they are of different kinds.
    func order(_ other: PredicateValue) -> Int? {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): Self.order(a, b)
        case (.integer(let a), .real(let b)): b.isNaN ? nil : Self.order(a, b)
        case (.real(let a), .integer(let b)): a.isNaN ? nil : -Self.order(b, a)
        case (.real(let a), .real(let b)): a.isNaN || b.isNaN ? nil : Self.order(a, b)
        case (.date(let a), .date(let b)): Self.order(a, b)
        case (.text(let a), .text(let b)): Self.order(Array(a.utf8), Array(b.utf8))
        default: nil
        }
    }

    private static func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int {
        a < b ? -1 : a == b ? 0 : 1
    }

    /// Compares exactly, even where a real number does not have enough digits.
    private static func order(_ a: Int64, _ b: Double) -> Int {
        guard let whole = Int64(exactly: b.rounded(.towardZero)) else { return b > 0 ? -1 : 1 }
        guard a == whole else { return a < whole ? -1 : 1 }
        let rest = b - Double(whole)
        return rest > 0 ? -1 : rest < 0 ? 1 : 0
    }

    private static func order(_ a: [UInt8], _ b: [UInt8]) -> Int {
        a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    }

    /// Returns whether two values are the same; null is the same as null.
    func isSame(as other: PredicateValue) -> Bool {
        if case .null = self, case .null = other { return true }
        return order(other) == 0
    }
}
