package import PhotoModel

extension PredicateTree {
    /// Whether there are dates without an offset, which are instants only in the time zone of a library.
    package var hasLocalTimes: Bool {
        switch self {
        case .constant: false
        case .not(let inner): inner.hasLocalTimes
        case .and(let parts), .or(let parts): parts.contains(where: \.hasLocalTimes)
        case .comparison(let left, _, let right, _): left.hasLocalTimes || right.hasLocalTimes
        }
    }

    /// Returns the condition with the instants of a time zone in place of dates without an offset.
    package func settled(in zone: some LocalClock) -> PredicateTree {
        switch self {
        case .constant: self
        case .not(let inner): .not(inner.settled(in: zone))
        case .and(let parts): .and(parts.map { $0.settled(in: zone) })
        case .or(let parts): .or(parts.map { $0.settled(in: zone) })
        case .comparison(let left, let asked, let right, let options):
            .comparison(left.settled(in: zone), asked, right.settled(in: zone), options)
        }
    }
}

extension PredicateTerm {
    fileprivate var hasLocalTimes: Bool {
        switch self {
        case .localTime: true
        case .key, .constant, .now: false
        case .list(let items): items.contains(where: \.hasLocalTimes)
        case .arithmetic(let left, _, let right): left.hasLocalTimes || right.hasLocalTimes
        }
    }

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
