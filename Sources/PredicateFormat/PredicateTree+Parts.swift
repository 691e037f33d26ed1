package import PhotoModel

/// Returns the keys among the terms that a search goes through.
private func collectKeys(_ search: ((PredicateTerm) -> Bool) -> Bool) -> Set<PredicateKey> {
    var keys: Set<PredicateKey> = []
    _ = search { term in
        if case .key(let key) = term { keys.insert(key) }
        return false
    }
    return keys
}

/// Conditions looked through and changed part by part.
extension PredicateTree {
    /// Returns whether a term without parts, in any comparison, is as wanted.
    private func contains(_ isWanted: (PredicateTerm) -> Bool) -> Bool {
        switch self {
        case .constant: false
        case .not(let inner): inner.contains(isWanted)
        case .and(let parts), .or(let parts): parts.contains { $0.contains(isWanted) }
        case .comparison(let left, _, let right, _):
            left.contains(isWanted) || right.contains(isWanted)
        }
    }

    /// Returns the same condition with some comparisons replaced; those for which `change` returns nil stay.
    package func replacing(
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

    /// All keys in the condition.
    package var keys: Set<PredicateKey> { collectKeys(contains) }

    /// Whether the result for an unchanged subject can change as time passes.
    package var dependsOnTime: Bool { contains(\.isNow) }

    /// Whether there are dates without an offset, which are instants only in the time zone of a library.
    package var hasLocalTimes: Bool { contains(\.isLocalTime) }

    /// Returns the condition with the instants of a time zone in place of dates without an offset.
    package func settled(in zone: some LocalClock) -> PredicateTree {
        replacing { comparison in
            guard case .comparison(let left, let asked, let right, let options) = comparison
            else { return nil }
            return .comparison(left.settled(in: zone), asked, right.settled(in: zone), options)
        }
    }
}

extension PredicateTerm {
    fileprivate func contains(_ isWanted: (PredicateTerm) -> Bool) -> Bool {
        switch self {
        case .key, .constant, .localTime, .now: isWanted(self)
        case .list(let items): items.contains { $0.contains(isWanted) }
        case .arithmetic(let left, _, let right):
            left.contains(isWanted) || right.contains(isWanted)
        }
    }

    fileprivate var isNow: Bool {
        guard case .now = self else { return false }
        return true
    }

    fileprivate var isLocalTime: Bool {
        guard case .localTime = self else { return false }
        return true
    }

    /// Whether it is a key with several values.
    var isToMany: Bool {
        guard case .key(let key) = self else { return false }
        return key.isToMany
    }

    /// Whether it contains a key with several values.
    var hasToManyKey: Bool { contains(\.isToMany) }

    var keys: Set<PredicateKey> { collectKeys(contains) }

    var dependsOnTime: Bool { contains(\.isNow) }

    fileprivate func settled(in zone: some LocalClock) -> PredicateTerm {
        switch self {
        case .localTime(let time):
            .constant(.date(time &- Int64(zone.offset(showing: time)) &* 60_000_000))
        case .key, .constant, .now: self
        case .list(let items): .list(items.map { $0.settled(in: zone) })
        case .arithmetic(let left, let sign, let right):
            .arithmetic(left.settled(in: zone), sign, right.settled(in: zone))
        }
    }
}
