/// Updates moments when assets are added, removed or changed.
///
/// Only the affected positions are read: the cost depends on the number of changes, however many assets a day
/// has. If a moment is split, only its smaller part is read.
struct MomentUpdate {
    private typealias Item = MomentClustering.Item

    /// An asset as moments saw it before the transaction, and as they see it now.
    struct Change {
        let was: MomentClustering.Item?
        var isNow: MomentClustering.Item?
    }

    private let order: MomentOrder
    private let removed: [MomentClustering.Item]
    private let added: [MomentClustering.Item]
    /// The positions where a moment begins now but did not before, in ascending order.
    private var begun: [AssetPosition] = []
    /// The positions where a moment began before but does not now.
    private var lost: Set<AssetPosition> = []

    /// `changes`: Assets before and after; `order` has the present assets, and the moments from before.
    init(_ order: MomentOrder, _ changes: some Sequence<Change>) {
        self.order = order
        removed = changes.compactMap(\.was).sorted { $0.position < $1.position }
        added = changes.compactMap(\.isNow).sorted { $0.position < $1.position }
    }

    /// Returns the affected moments and the ones that replace them, both in order.
    mutating func run() throws -> (old: [StoredMoment], new: [MomentRange]) {
        try findBoundaries()
        let old = try concerned()
        return (old, try ranges(old))
    }

    /// Determines where moments begin.
    private mutating func findBoundaries() throws {
        var candidates: [AssetPosition: Item] = [:]
        for item in added { candidates[item.position] = item }
        for position in removed.map(\.position) where candidates[position] == nil {
            if try isStart(position) { lost.insert(position) }
        }
        for position in (removed + added).map(\.position) {
            for item in [try order.next(after: position), try order.nextLocated(after: position)] {
                if let item { candidates[item.position] = item }
            }
        }
        for (position, item) in candidates.sorted(by: { $0.key < $1.key }) {
            let (was, isNow) = (try isStart(position), try begins(item))
            if isNow, !was { begun.append(position) }
            if was, !isNow { lost.insert(position) }
        }
    }

    private func isStart(_ position: AssetPosition) throws -> Bool {
        try order.moment(upTo: position)?.range.start == position
    }

    /// Returns whether a moment begins at an asset; all earlier beginnings have to be known.
    private func begins(_ item: Item) throws -> Bool {
        guard let previous = try order.previous(before: item.position) else { return true }
        if previous.isApart(from: item) { return true }
        guard item.point != nil,
            let located = try order.previousLocated(before: item.position),
            item.isFar(from: located)
        else { return false }
        let start = try lastStart(before: item.position)
        return start.map { $0 <= located.position } ?? true
    }

    private func lastStart(before position: AssetPosition) throws -> AssetPosition? {
        var kept = try order.moment(before: position)?.range.start
        while let start = kept, lost.contains(start) {
            kept = try order.moment(before: start)?.range.start
        }
        // New beginnings are found in ascending order.
        guard let new = begun.last else { return kept }
        return kept.map { max($0, new) } ?? new
    }

    private func nextStart(after position: AssetPosition) throws -> AssetPosition? {
        var kept = try order.moment(after: position)?.range.start
        while let start = kept, lost.contains(start) {
            kept = try order.moment(after: start)?.range.start
        }
        let new = begun[firstBegun(after: position)...].first
        return [kept, new].compactMap { $0 }.min()
    }

    /// Returns the index of the first new beginning after a position.
    private func firstBegun(after position: AssetPosition) -> Int {
        var (low, high) = (0, begun.count)
        while low < high {
            let middle = (low + high) / 2
            if begun[middle] > position { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns the moments whose assets or bounds may have changed.
    private func concerned() throws -> [StoredMoment] {
        var found: [Int64: StoredMoment] = [:]
        func note(_ moment: StoredMoment?) {
            if let moment { found[moment.id] = moment }
        }
        for position in (removed + added).map(\.position) + begun + Array(lost) {
            note(try order.moment(upTo: position))
            // The moment before may continue here.
            if let previous = try order.previous(before: position) {
                note(try order.moment(upTo: previous.position))
            }
        }
        return found.values.sorted { $0.range.start < $1.range.start }
    }

    /// A part of a moment that stays together.
    private struct Segment {
        var start: AssetPosition
        var sum: MomentSum
        var begins: Bool
    }

    private func ranges(_ old: [StoredMoment]) throws -> [MomentRange] {
        var ranges: [MomentRange] = []
        for segment in try segments(old) where segment.sum.count > 0 {
            if segment.begins || ranges.isEmpty {
                ranges.append(
                    MomentRange(start: segment.start, end: segment.start, sum: segment.sum)
                )
            } else {
                ranges[ranges.count - 1].sum += segment.sum
            }
        }
        for index in ranges.indices {
            let end = try order.previous(before: nextStart(after: ranges[index].start))
            ranges[index].end = end?.position ?? ranges[index].start
        }
        return ranges
    }

    private func segments(_ old: [StoredMoment]) throws -> [Segment] {
        var loose = added[...]
        var gone = removed[...]
        var segments: [Segment] = []
        func takeLoose(before position: AssetPosition?) {
            while let item = loose.first, position.map({ item.position < $0 }) ?? true {
                segments.append(
                    Segment(
                        start: item.position,
                        sum: MomentSum(item),
                        begins: isBegun(item.position)
                    )
                )
                loose.removeFirst()
            }
        }
        for moment in old {
            takeLoose(before: moment.range.start)
            var sum = moment.range.sum
            while let item = gone.first, item.position <= moment.range.end {
                sum -= MomentSum(item)
                gone.removeFirst()
            }
            while let item = loose.first, item.position <= moment.range.end {
                sum += MomentSum(item)
                loose.removeFirst()
            }
            segments += try divide(moment.range, sum)
        }
        takeLoose(before: nil)
        return segments
    }

    private func isBegun(_ position: AssetPosition) -> Bool {
        let index = firstBegun(after: position) - 1
        return index >= 0 && begun[index] == position
    }

    /// Divides a moment at the new beginnings within it.
    private func divide(_ range: MomentRange, _ sum: MomentSum) throws -> [Segment] {
        var segments = [
            Segment(start: range.start, sum: sum, begins: !lost.contains(range.start))
        ]
        for cut in begun[firstBegun(after: range.start)...] {
            guard cut <= range.end else { break }
            let last = segments[segments.count - 1]
            let (below, above) = try order.divide(last.start...range.end, at: cut, last.sum)
            segments[segments.count - 1].sum = below
            segments.append(Segment(start: cut, sum: above, begins: true))
        }
        return segments
    }
}
