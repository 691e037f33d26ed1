internal import PhotoModel
internal import PredicateFormat

/// Puts numbers into queries in place of values that only the catalogue can look up.
struct QueryResolution {
    private let session: ReadSession
    private let identifiers: IdentifierQueries

    init(_ session: ReadSession, _ identifiers: IdentifierQueries) {
        (self.session, self.identifiers) = (session, identifiers)
    }

    /// Returns the same query with the numbers of assets and directories in place of identifiers and paths.
    func resolving(_ query: AssetQuery) throws -> AssetQuery {
        var query = query
        query.predicate = try session.settled(query.predicate)
        if query.predicate.keys.contains(.localIdentifier) {
            query.predicate = try query.predicate.replacing(identified)
        }
        if query.predicate.keys.contains(.directory) {
            let places = try DirectoryPlace.all(session)
            query.predicate = query.predicate.replacing { comparison in
                guard comparison.keys.contains(.directory) else { return nil }
                let found = places.filter { comparison.matches($0, now: session.now) }
                return Self.isOne(of: found.map(\.number), .directoryNumber)
            }
        }
        return query
    }

    private static func isOne(of numbers: [Int64], _ key: PredicateKey) -> PredicateTree {
        .comparison(
            .key(key),
            .isIn,
            .list(numbers.map { .constant(.integer($0)) }),
            []
        )
    }

    private func identified(_ comparison: PredicateTree) throws -> PredicateTree? {
        guard case .comparison(.key(.localIdentifier), let asked, let term, []) = comparison
        else { return nil }
        switch (asked, term.constants) {
        case (.equal, let texts?) where texts.count == 1: break
        case (.isIn, .some): break
        default: return nil
        }
        return Self.isOne(of: try (term.constants ?? []).compactMap(number(of:)), .number)
    }

    /// Returns the number of the asset with exactly this `localIdentifier`.
    private func number(of value: PredicateValue) throws -> Int64? {
        guard case .text(let text) = value, let uuid = ObjectUUID(text),
            ObjectKind.asset.localIdentifier(uuid) == text
        else { return nil }
        return try identifiers.number(of: uuid)
    }
}

extension ReadSession {
    /// Returns a condition with the instants of the library's time zone in place of dates without an offset.
    func settled(_ predicate: PredicateTree) throws -> PredicateTree {
        try predicate.hasLocalTimes ? predicate.settled(in: zone()) : predicate
    }
}

extension PredicateTerm {
    /// The constants of a list, or a single constant; nil for any other term.
    fileprivate var constants: [PredicateValue]? {
        switch self {
        case .constant(.list(let values)): return values
        case .constant(let value): return [value]
        case .list(let items):
            let values = items.compactMap { item -> PredicateValue? in
                guard case .constant(let value) = item else { return nil }
                return value
            }
            return values.count == items.count ? values : nil
        default: return nil
        }
    }
}
