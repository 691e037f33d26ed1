internal import Synchronization

/// The conditions that are nested too deeply to be written in SQL, whose parser has room for about 27 levels.
///
/// SQL passes the values of their keys to a function, which evaluates them here. A condition is known by a number,
/// which SQL passes too. The oldest are forgotten if an app makes them without end.
package enum NestedPredicates {
    /// A condition, and its keys in the order in which SQL passes their values.
    struct Entry: Equatable {
        let tree: PredicateTree
        let keys: [PredicateKey]
    }

    private struct Known {
        var entries: [Int64: Entry] = [:]
        var last: Int64 = 0
    }

    private struct Subject: PredicateSubject {
        let values: [PredicateKey: PredicateValue]

        func value(_ key: PredicateKey) -> PredicateValue { values[key] ?? .null }
    }

    private static let most = 4_096
    private static let known = Mutex(Known())

    /// Returns the number of a condition.
    static func number(of entry: Entry) -> Int64 {
        known.withLock { known in
            if let number = known.entries.first(where: { $0.value == entry })?.key { return number }
            known.last += 1
            known.entries[known.last] = entry
            known.entries[known.last - Int64(most)] = nil
            return known.last
        }
    }

    /// Implements the function.
    ///
    /// - Parameters:
    ///   - number: The number of the condition.
    ///   - now: The time of evaluation, in microseconds since 1970.
    ///   - values: The values of its keys as SQL has them.
    /// - Returns: Whether it holds; nil if it is not known any more.
    package static func answer(_ number: Int64, now: Int64, _ values: [PredicateValue]) -> Bool? {
        guard let entry = known.withLock({ $0.entries[number] }), entry.keys.count == values.count
        else { return nil }
        let subject = Subject(
            values: Dictionary(
                uniqueKeysWithValues: zip(entry.keys, values).map { ($0, $1.read(as: $0)) }
            )
        )
        return entry.tree.matches(subject, now: now)
    }
}

extension PredicateValue {
    /// Returns the value of a key that SQL has as a number or a text.
    fileprivate func read(as key: PredicateKey) -> PredicateValue {
        switch (self, key.declaration.kind) {
        case (.integer(let number), .date): .date(number)
        case (.text(let lines), _) where key.isToMany:
            .list(lines.split(separator: "\n").map { .text(String($0)) })
        case (.null, _) where key.isToMany: .list([])
        default: self
        }
    }
}

extension PredicateTree {
    /// How many brackets are within one another in SQL.
    var nesting: Int {
        switch self {
        case .constant: 0
        case .not(let inner): 1 + inner.nesting
        case .and(let parts), .or(let parts):
            1 + PredicateSQL.nesting(of: parts.count) + (parts.map(\.nesting).max() ?? 0)
        // A list of values is bound.
        case .comparison(let left, .isIn, .list(let items), let options)
        where options.isEmpty && items.allSatisfy(\.isConstant):
            1 + left.nesting
        case .comparison(let left, _, let right, _): 2 + max(left.nesting, right.nesting)
        }
    }
}

extension PredicateTerm {
    fileprivate var isConstant: Bool { if case .constant = self { true } else { false } }

    fileprivate var nesting: Int {
        switch self {
        case .key, .constant, .localTime, .now: 0
        case .list(let items):
            PredicateSQL.nesting(of: items.count) + (items.map(\.nesting).max() ?? 0)
        case .arithmetic(let left, _, let right): 1 + max(left.nesting, right.nesting)
        }
    }
}
