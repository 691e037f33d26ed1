import Catalogue
import Foundation
import TestSupport
import Testing

/// A list and what becomes of it, at random.
private struct RandomChange {
    var before: [AssetSequence.Element] = []
    var assets: [SequenceChange.Asset] = []
    var after: [AssetSequence.Element] = []

    init(_ generator: inout SplitMix) {
        let count = Int.random(in: 0...40, using: &generator)
        // Few keys, so that many are equal; many, so that few are.
        let keys = Int64([3, 20, 1_000].randomElement(using: &generator) ?? 3)
        func element(_ id: Int64) -> AssetSequence.Element {
            AssetSequence.Element(
                key: Int64.random(in: 0..<keys, using: &generator),
                asset: ListedAsset(id: id)
            )
        }
        before = (0..<Int64(count)).map(element).sorted()
        var kept = Set(before.map(\.asset.id))
        after = before
        let shift = Int64.random(in: -2...2, using: &generator)
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
            let old = before.randomElement(using: &generator)
            guard let old, Int.random(in: 0..<4, using: &generator) > 0 else {
                let new = element(Int64(count) + Int64(assets.count))
                after.append(new)
                // Now and then something that is in neither.
                let isIn = Int.random(in: 0..<5, using: &generator) > 0
                if !isIn { after.removeLast() }
                assets.append(SequenceChange.Asset(old: nil, new: isIn ? new : nil))
                continue
            }
            guard kept.remove(old.asset.id) != nil else { continue }
            after.removeAll { $0.asset.id == old.asset.id }
            var new: AssetSequence.Element? = old
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: new = nil
            case 1: new = element(old.asset.id)
            // Many in the same direction, so that it is less to move the others.
            case 2, 3: new?.key += shift
            default: break
            }
            if let new { after.append(new) }
            assets.append(SequenceChange.Asset(old: old, new: new))
        }
        after.sort()
        assets.shuffle(using: &generator)
    }
}

struct ListChangeTests {
    private static let cases =
        Effort.count(5_000, of: 20_000)

    @Test
    func `details worked out from what changed are those of comparing the whole lists`() {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        for number in 0..<Self.cases {
            let random = RandomChange(&generator)
            let found = SequenceChange(AssetSequence(random.before), random.assets)
            let context: Comment = "seed \(seed), \(number)"
            let (before, after) = (random.before.map(\.asset), random.after.map(\.asset))
            #expect((0..<found.after.count).map { found.after[$0] } == random.after, context)
            let changed = random.assets.compactMap { $0.old == nil ? nil : $0.new?.asset }
            let whole = ListChange(from: before, to: after, changed: Set(changed))
            let change = found.change
            #expect(change.applied(to: before, inserting: found.inserted) == after, context)
            #expect(whole.applied(to: before, inserting: found.inserted) == after, context)
            #expect(change.removed == whole.removed, context)
            #expect(found.removed == change.removed.map { before[$0] }, context)
            #expect(change.moves.count == whole.moves.count, context)
            #expect(Set(found.changed) == Set(changed), context)
            var middle = before
            for index in change.removed.reversed() { middle.remove(at: index) }
            for (index, asset) in zip(change.inserted, found.inserted) {
                middle.insert(asset, at: index)
            }
            #expect(change.changed.map { middle[$0] } == found.changed, context)
            #expect(zip(change.changed, change.changed.dropFirst()).allSatisfy { $0 < $1 }, context)
            #expect(
                zip(change.moves, change.moves.dropFirst()).allSatisfy { $0.to < $1.to },
                context
            )
        }
    }

    @Test
    func `a large list keeps its order over many changes`() {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        var model = (0..<20_000).map {
            AssetSequence.Element(
                key: Int64.random(in: 0..<5_000, using: &generator),
                asset: ListedAsset(id: Int64($0))
            )
        }.sorted()
        var list = AssetSequence(model)
        for round in 0..<60 {
            let gone = Set(
                (0..<(round % 3 == 0 ? 2_000 : 5)).map { _ in
                    Int.random(in: 0..<model.count, using: &generator)
                }
            )
            let old = gone.sorted().map { model[$0] }
            let new = old.map { element in
                AssetSequence.Element(
                    key: Int64.random(in: 0..<5_000, using: &generator),
                    asset: element.asset
                )
            }
            list =
                SequenceChange(
                    list,
                    zip(old, new).map { SequenceChange.Asset(old: $0, new: $1) }
                ).after
            let places = Set(old.map(\.asset))
            model = (model.filter { !places.contains($0.asset) } + new).sorted()
            #expect(list.count == model.count)
        }
        #expect((0..<list.count).map { list[$0] } == model, "seed \(seed)")
        #expect(model.enumerated().allSatisfy { list.index(of: $1) == $0 }, "seed \(seed)")
    }
}
