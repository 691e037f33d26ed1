/// Computes the positions of a ``ListChange`` from those of the changed objects.
///
/// Objects that did not change keep their order. Numbered in that order, they form stretches between the places where
/// others were and are. The heaviest increasing subsequence of the stretches and of the objects with new places stays;
/// it is chosen from at most three times as many items as there are objects with new places.
struct ChangePlaces {
    typealias Survivor = SequenceChange.Survivor

    let survivors: [Survivor]
    let removed: [Int]
    let inserted: [Int]
    /// The number of objects in both lists that kept their place in the order.
    private let keptInOrder: Int
    /// The survivors with new places.
    private let displaced: [Survivor]
    /// The positions of the objects not kept in order, in the list before and in the one after.
    private let strangersBefore: [Int]
    private let strangersAfter: [Int]
    private(set) var change = ListChange()
    /// The survivors that changed, in the order of the intermediate list.
    private(set) var changedSurvivors: [Survivor] = []

    /// Computes a change; `removed` are positions in the list before, `inserted` in the one after, both ascending, and
    /// `unchanged` is the number of objects that did not change at all.
    init(survivors: [Survivor], removed: [Int], inserted: [Int], unchanged: Int) {
        self.survivors = survivors
        (self.removed, self.inserted) = (removed, inserted)
        displaced = survivors.filter(\.hasNewPlace).sorted { $0.before < $1.before }
        keptInOrder = unchanged + survivors.count - displaced.count
        strangersBefore = (removed + displaced.map(\.before)).sorted()
        strangersAfter = (inserted + displaced.map(\.after)).sorted()
        solve()
    }

    /// Returns a position's number among the objects kept in order.
    private static func number(_ position: Int, _ strangers: [Int]) -> Int {
        position - partition(strangers.count) { strangers[$0] < position }
    }

    /// Returns the position of the object with this number among those kept in order.
    private static func position(_ number: Int, _ strangers: [Int]) -> Int {
        number + partition(strangers.count) { strangers[$0] - $0 <= number }
    }

    /// An item that stays or moves as one: an object with a new place, or a stretch of others.
    private struct Item {
        /// The first number of a stretch; for an object, how many numbers are before it.
        var before: Int
        var after: Int
        /// The index of the object in ``displaced``; nil for a stretch.
        var object: Int?
        var weight: Int
    }

    /// The items in their order in the list before.
    private var items: [Item] {
        var items = displaced.enumerated().map { index, object in
            Item(
                before: Self.number(object.before, strangersBefore),
                after: Self.number(object.after, strangersAfter),
                object: index,
                weight: 1
            )
        }
        let cuts = Set(items.flatMap { [$0.before, $0.after] } + [0])
            .filter { $0 < keptInOrder }.sorted()
        for (index, cut) in cuts.enumerated() {
            let end = index + 1 < cuts.count ? cuts[index + 1] : keptInOrder
            items.append(Item(before: cut, after: cut, object: nil, weight: end - cut))
        }
        return items.sorted { a, b in
            a.before == b.before
                ? (a.object ?? .max) < (b.object ?? .max) : a.before < b.before
        }
    }

    /// The objects that move, with their positions before and after.
    private var moved: [(before: Int, after: Int)] {
        guard !displaced.isEmpty else { return [] }
        let items = items
        let inAfter = items.indices.sorted { a, b in
            let (first, second) = (items[a], items[b])
            guard first.after == second.after else { return first.after < second.after }
            func place(_ item: Item) -> Int { item.object.map { displaced[$0].after } ?? .max }
            return place(first) < place(second)
        }
        var ranks = [Int](repeating: 0, count: items.count)
        for (rank, index) in inAfter.enumerated() { ranks[index] = rank }
        let stays = Set(HeaviestIncrease.of(ranks, weights: items.map(\.weight)))
        var moved: [(before: Int, after: Int)] = []
        for (index, item) in items.enumerated() where !stays.contains(index) {
            if let object = item.object {
                moved.append((displaced[object].before, displaced[object].after))
            } else {
                for number in item.before..<item.before + item.weight {
                    moved.append(
                        (
                            Self.position(number, strangersBefore),
                            Self.position(number, strangersAfter)
                        )
                    )
                }
            }
        }
        return moved.sorted { $0.before < $1.before }
    }

    private mutating func solve() {
        change.removed = removed
        let moved = moved
        let anchors = anchors(of: moved)
        let movedAfter = moved.map(\.after).sorted()
        let sortedAnchors = anchors.sorted()
        change.inserted = inserted.map { place in
            place - partition(movedAfter.count) { movedAfter[$0] < place }
                + partition(sortedAnchors.count) { sortedAnchors[$0] < place }
        }
        /// Returns an index in the intermediate list; new objects whose position after is below `bound` are before it.
        func index(_ before: Int, _ bound: Int) -> Int {
            before - partition(removed.count) { removed[$0] < before }
                + partition(inserted.count) { inserted[$0] < bound }
        }
        var indexes: [Int: Int] = [:]
        for (object, anchor) in zip(moved, anchors) {
            let from = index(object.before, anchor)
            indexes[object.before] = from
            change.moves.append(ListChange.Move(from: from, to: object.after))
        }
        change.moves.sort { $0.to < $1.to }
        let changed = survivors.map { survivor in
            (
                index: indexes[survivor.before] ?? index(survivor.before, survivor.after),
                survivor: survivor
            )
        }.sorted { $0.index < $1.index }
        change.changed = changed.map(\.index)
        changedSurvivors = changed.map(\.survivor)
    }

    /// Returns for each moving object where the last staying object before it is in the list after, or -1.
    private func anchors(of moved: [(before: Int, after: Int)]) -> [Int] {
        let leaving = (removed + moved.map(\.before)).sorted()
        var runs: [Int: Int] = [:]
        var start = 0
        for (index, position) in leaving.enumerated() {
            if index > 0, position != leaving[index - 1] + 1 { start = index }
            runs[position] = leaving[start] - 1
        }
        var known: [Int: Int] = [:]
        for object in displaced { known[object.before] = object.after }
        return moved.map { object in
            let previous = runs[object.before] ?? -1
            guard previous >= 0 else { return -1 }
            return known[previous]
                ?? Self.position(Self.number(previous, strangersBefore), strangersAfter)
        }
    }
}

/// The increasing subsequence of distinct numbers with the greatest total weight.
enum HeaviestIncrease {
    /// Returns the indices of the subsequence in `numbers`, which are those from 0 on, each once.
    static func of(_ numbers: [Int], weights: [Int]) -> [Int] {
        // best[i] of a Fenwick tree: the heaviest subsequence that ends with one of a range of numbers.
        var best = [(weight: Int, end: Int)](repeating: (0, -1), count: numbers.count + 1)
        var previous = [Int](repeating: -1, count: numbers.count)
        var heaviest = (weight: 0, end: -1)
        for (index, number) in numbers.enumerated() {
            var found = (weight: 0, end: -1)
            var node = number
            while node > 0 {
                if best[node].weight > found.weight { found = best[node] }
                node -= node & -node
            }
            previous[index] = found.end
            let total = (weight: found.weight + weights[index], end: index)
            if total.weight > heaviest.weight { heaviest = total }
            node = number + 1
            while node <= numbers.count {
                if total.weight > best[node].weight { best[node] = total }
                node += node & -node
            }
        }
        var part: [Int] = []
        var index = heaviest.end
        while index >= 0 {
            part.append(index)
            index = previous[index]
        }
        return part.reversed()
    }
}
