/// A date of the subject that a condition compares with the moment it is asked at.
package struct TimeTerm: Hashable, Sendable {
    package let key: PredicateKey
    /// Microseconds from that moment to what the date is compared with.
    package let offset: Int64
}

extension PredicateTree {
    /// The dates with which the answer for an unchanged subject changes as time passes: it can be another one only
    /// when the time passed a date less its offset.
    ///
    /// Nil when time is asked for in another way; empty when it is not asked for.
    package var timeTerms: [TimeTerm]? {
        switch self {
        case .constant: return []
        case .not(let inner): return inner.timeTerms
        case .and(let parts), .or(let parts):
            return parts.reduce([]) { terms, part in
                terms.flatMap { terms in part.timeTerms.map { terms + $0 } }
            }
        case .comparison(let left, _, let right, _):
            guard left.dependsOnTime || right.dependsOnTime else { return [] }
            if case .key(let key) = left { return right.offsets(of: key) }
            if case .key(let key) = right { return left.offsets(of: key) }
            return nil
        }
    }
}

extension PredicateTerm {
    fileprivate func offsets(of key: PredicateKey) -> [TimeTerm]? {
        switch self {
        case .now(let offset): return [TimeTerm(key: key, offset: offset)]
        case .constant: return []
        case .list(let items):
            return items.reduce([]) { terms, item in
                terms.flatMap { terms in item.offsets(of: key).map { terms + $0 } }
            }
        case .key, .arithmetic: return nil
        }
    }
}
