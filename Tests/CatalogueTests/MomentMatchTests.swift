import PhotoModel
import TestSupport
import Testing

@testable import Catalogue

struct MomentMatchTests {
    private struct Case {
        let old: [ClosedRange<Int64>]
        let new: [ClosedRange<Int64>]
        /// Which old one goes on as which new one.
        let kept: [[Int]]
    }

    private static let cases = [
        Case(old: [], new: [1...2], kept: []),
        Case(old: [1...2], new: [], kept: []),
        Case(old: [1...2], new: [1...2], kept: [[0, 0]]),
        Case(old: [1...2, 5...6], new: [1...6], kept: [[0, 0]]),
        Case(old: [1...6], new: [1...2, 5...6], kept: [[0, 0]]),
        Case(old: [1...2, 5...6], new: [3...4], kept: []),
        Case(old: [1...2, 5...6, 8...9], new: [2...3, 4...8], kept: [[0, 0], [1, 1]]),
        Case(old: [3...4], new: [1...2, 4...5], kept: [[0, 1]]),
    ]

    private static func range(_ dates: ClosedRange<Int64>) -> MomentRange {
        MomentRange(
            start: AssetPosition(date: dates.lowerBound, asset: 1),
            end: AssetPosition(date: dates.upperBound, asset: 1),
            sum: MomentSum()
        )
    }

    @Test(arguments: cases.indices)
    func `a moment goes on as the first that it overlaps with`(_ index: Int) {
        let example = Self.cases[index]
        let old = example.old.indices.map {
            StoredMoment(
                id: Int64($0),
                uuid: ObjectUUID(high: 0, low: 0),
                range: Self.range(example.old[$0])
            )
        }
        let new = example.new.map(Self.range)
        let match = MomentMatch(old, new)
        let kept = match.kept.map { kept in
            [Int(kept.moment.id), new.firstIndex(of: kept.range) ?? -1]
        }
        #expect(kept == example.kept)
        #expect(match.gone.count == old.count - kept.count)
        #expect(match.added.count == new.count - kept.count)
    }

    @Test
    func `what differs between two states of a moment`() {
        let before = Self.range(1...2)
        #expect(before.changedKeys(to: before) == [])
        #expect(before.changedKeys(to: Self.range(1...3)) == .dates)
        var other = before
        other.sum.members = 9
        #expect(before.changedKeys(to: other) == .count)
        other = before
        (other.sum.located, other.sum.x) = (1, 68_719_476_736)
        #expect(before.changedKeys(to: other) == .location)
    }

    @Test
    func `the title of a moment changed when its days on the clock there did`() {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        func moment() -> StoredMoment {
            let hour: Int64 = 3_600_000_000
            let start = Int64.random(in: -60...60, using: &generator) * hour
            let end = start + Int64.random(in: 0...6, using: &generator) * hour
            var moment = StoredMoment(
                id: 1,
                uuid: ObjectUUID(high: 0, low: 1),
                range: MomentRange(
                    start: AssetPosition(date: start, asset: 1),
                    end: AssetPosition(date: end, asset: 2),
                    sum: MomentSum()
                )
            )
            moment.startOffset = [nil, 0, 120, -300].randomElement(using: &generator) ?? nil
            moment.endOffset = moment.startOffset
            return moment
        }
        for _ in 0..<2_000 {
            let (before, after) = (moment(), moment())
            let isOther = before.record.title != after.record.title
            #expect(before.changedKeys(to: after).contains(.title) == isOther, "seed \(seed)")
        }
    }
}
