/// A date of the subject that a condition compares with the time of evaluation.
package struct TimeTerm: Hashable, Sendable {
    package let key: PredicateKey
    /// Microseconds from the time of evaluation to the time the date is compared with.
    package let offset: Int64
}

extension PredicateTree {
    /// The dates at which the result for an unchanged subject may change: it does so only when the current time passes
    /// a date minus its offset.
    ///
    /// Nil if the condition uses the time in another way; empty if it does not use it.
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
        case .constant, .localTime: return []
        case .list(let items):
            return items.reduce([]) { terms, item in
                terms.flatMap { terms in item.offsets(of: key).map { terms + $0 } }
            }
        case .key, .arithmetic: return nil
        }
    }
}
