/// Matches old moments with new ones: each new one continues the first old one that it overlaps with, in order.
struct MomentMatch {
    private(set) var kept: [(moment: StoredMoment, range: MomentRange)] = []
    private(set) var gone: [StoredMoment] = []
    private(set) var added: [MomentRange] = []

    /// Matches two lists, both of which are in order.
    init(_ old: [StoredMoment], _ new: [MomentRange]) {
        var left = old[...]
        for range in new {
            while let first = left.first, first.range.end < range.start {
                gone.append(left.removeFirst())
            }
            if let first = left.first, first.range.start <= range.end {
                kept.append((left.removeFirst(), range))
            } else {
                added.append(range)
            }
        }
        gone += left
    }
}

extension MomentRange {
    /// Returns the keys that differ between two states of one moment.
    func changedKeys(to other: MomentRange) -> CollectionKeys {
        var keys: CollectionKeys = []
        if place != other.place { keys.insert(.location) }
        if sum.members != other.sum.members || sum.count != other.sum.count { keys.insert(.count) }
        if start != other.start || end != other.end { keys.insert(.dates) }
        return keys
    }
}

extension StoredMoment {
    /// Returns the keys that differ between two states of one moment.
    func changedKeys(to other: StoredMoment) -> CollectionKeys {
        var keys = range.changedKeys(to: other.range)
        // The UTC offset at which it began or ended changed, though not the time.
        if startOffset != other.startOffset || endOffset != other.endOffset { keys.insert(.dates) }
        // The title is made of the first and the last day.
        let hasDays =
            firstDayNumber == other.firstDayNumber && lastDayNumber == other.lastDayNumber
        if !hasDays { keys.insert(.title) }
        return keys
    }

    private var firstDayNumber: Int64 { range.start.day(startOffset.map { Int64($0) }) }
    private var lastDayNumber: Int64 { range.end.day(endOffset.map { Int64($0) }) }
}
