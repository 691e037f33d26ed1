internal import PhotoModel
internal import PredicateFormat

/// Which asset has which identifier.
struct IdentifierQueries {
    private let session: ReadSession

    init(_ session: ReadSession) {
        self.session = session
    }

    /// The identifier of an asset that is there, was removed, or is part of another now.
    func identifier(_ id: Int64) throws -> ObjectUUID? {
        try session.statement(
            "SELECT uuid FROM asset WHERE id = ?1 UNION ALL SELECT uuid FROM tombstone WHERE id = ?1"
        )
        .bind(1, id).first { ObjectUUID(bytes: $0.blob(0)) }
    }

    /// The number of the asset with an identifier, live or not; nil when there is none.
    ///
    /// Identifiers are in the order of the numbers, but for random ones.
    func number(of uuid: ObjectUUID) throws -> Int64? {
        guard !uuid.isRandom else {
            return try session.statement(
                "SELECT id FROM asset WHERE uuid = ? AND \(Schema.hasRandomIdentifier)"
            ).bind(1, uuid.bytes).first { $0.integer(0) }
        }
        var (low, high) = (
            try unordered() + 1,
            try session.statement("SELECT max(id) FROM asset").first { $0.integer(0) } ?? 0
        )
        let next = session.statement(
            """
            SELECT id, uuid FROM asset WHERE id >= ? AND NOT (\(Schema.hasRandomIdentifier))
            ORDER BY id LIMIT 1
            """
        )
        while low <= high {
            let middle = low + (high - low) / 2
            let row = try next.bind(1, middle)
                .first { ($0.integer(0), ObjectUUID(bytes: $0.blob(1))) }
            guard let (id, found) = row else {
                high = middle - 1
                continue
            }
            if found == uuid { return id }
            if found < uuid { low = id + 1 } else { high = middle - 1 }
        }
        return nil
    }

    /// Up to which number all identifiers are random: those of an earlier version.
    private func unordered() throws -> Int64 {
        try session.statement("SELECT value FROM status WHERE key = 'unordered'")
            .first { $0.optionalText(0).flatMap { Int64($0) } ?? 0 } ?? 0
    }

    /// The same query, asking for numbers where it asks for identifiers.
    func resolving(_ query: AssetQuery) throws -> AssetQuery {
        guard query.predicate.keys.contains(.localIdentifier) else { return query }
        var query = query
        query.predicate = try query.predicate.replacing { comparison in
            guard case .comparison(.key(.localIdentifier), let asked, let term, []) = comparison
            else { return nil }
            switch (asked, term.constants) {
            case (.equal, let texts?) where texts.count == 1: break
            case (.isIn, .some): break
            default: return nil
            }
            let numbers = try (term.constants ?? []).compactMap(number(of:))
            return .comparison(
                .key(.number),
                .isIn,
                .list(numbers.map { .constant(.integer($0)) }),
                []
            )
        }
        return query
    }

    /// The number of the asset whose `localIdentifier` is just this text.
    private func number(of value: PredicateValue) throws -> Int64? {
        guard case .text(let text) = value, let uuid = ObjectUUID(text),
            ObjectKind.asset.localIdentifier(uuid) == text
        else { return nil }
        return try number(of: uuid)
    }
}

extension PredicateTerm {
    /// The constants of a list, or the only one; nil when it is of something else.
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

extension PredicateTree {
    /// The same with some comparisons replaced; those `change` answers nil for stay.
    fileprivate func replacing(
        _ change: (PredicateTree) throws -> PredicateTree?
    ) rethrows -> PredicateTree {
        switch self {
        case .constant: self
        case .not(let inner): .not(try inner.replacing(change))
        case .and(let parts): .and(try parts.map { try $0.replacing(change) })
        case .or(let parts): .or(try parts.map { try $0.replacing(change) })
        case .comparison: try change(self) ?? self
        }
    }
}
