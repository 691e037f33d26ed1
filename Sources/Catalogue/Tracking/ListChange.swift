/// The four steps by which one list becomes another.
///
/// 1. The objects at `removed`, positions in the list before, are removed.
/// 2. New objects are inserted so that they are at `inserted`. The result is the intermediate list.
/// 3. The objects at `changed`, positions in the intermediate list, are shown again.
/// 4. `moves` take objects from a position in the intermediate list to one in the list after; all others keep their
/// order in the remaining places.
///
/// An object that is removed or inserted is never moved. There are as few moves as possible. All positions are
/// ascending, moves by their destination.
package struct ListChange: Equatable, Sendable {
    package struct Move: Equatable, Sendable {
        package var from: Int
        package var to: Int

        package init(from: Int, to: Int) {
            (self.from, self.to) = (from, to)
        }
    }

    package var removed: [Int] = []
    package var inserted: [Int] = []
    package var changed: [Int] = []
    package var moves: [Move] = []

    package init() {}

    /// Whether nothing changes.
    package var isEmpty: Bool {
        removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty
    }

    /// Returns the intermediate list, given the list before and the inserted objects in their order.
    package func intermediate<Object>(of before: [Object], inserting new: [Object]) -> [Object] {
        var (old, new) = (before[...], new[...])
        var (gone, come) = (removed[...], inserted[...])
        var list: [Object] = []
        for index in before.indices {
            let object = old.removeFirst()
            if gone.first == index {
                gone.removeFirst()
                continue
            }
            while come.first == list.count, let first = new.popFirst() {
                come.removeFirst()
                list.append(first)
            }
            list.append(object)
        }
        return list + new
    }

    /// Returns the list after, given the list before and the inserted objects in their order.
    package func applied<Object>(to before: [Object], inserting new: [Object]) -> [Object] {
        let list = intermediate(of: before, inserting: new)
        guard !moves.isEmpty else { return list }
        let moving = Set(moves.map(\.from))
        var staying = list.indices.filter { !moving.contains($0) }.map { list[$0] }[...]
        var next = moves[...]
        var after: [Object] = []
        for index in list.indices {
            if let move = next.first, move.to == index {
                after.append(list[move.from])
                next.removeFirst()
            } else if let object = staying.popFirst() {
                after.append(object)
            }
        }
        return after
    }
}

extension ListChange {
    /// Compares two whole lists, each of which has an object at most once.
    ///
    /// This visits all of both; ``AssetSequence`` need not, if the changed objects and their places in the order are
    /// known.
    package init<ID: Hashable>(from before: [ID], to after: [ID], changed: Set<ID>) {
        self.init()
        var places: [ID: Int] = [:]
        places.reserveCapacity(after.count)
        for (place, id) in after.enumerated() { places[id] = place }
        var survivors: [Int] = []
        for (index, id) in before.enumerated() {
            if let place = places[id] { survivors.append(place) } else { removed.append(index) }
        }
        var stays = [Bool](repeating: false, count: after.count)
        for index in Self.longestIncrease(survivors) { stays[survivors[index]] = true }
        var isNew = [Bool](repeating: true, count: after.count)
        for place in survivors { isNew[place] = false }
        let intermediate = Self.intermediate(survivors, stays, isNew)
        for (index, place) in intermediate.enumerated() {
            if isNew[place] {
                inserted.append(index)
            } else {
                if !stays[place] { moves.append(Move(from: index, to: place)) }
                if changed.contains(after[place]) { self.changed.append(index) }
            }
        }
        moves.sort { $0.to < $1.to }
    }

    /// Returns the intermediate list as positions in the list after: between two objects that stay come those that will
    /// move, then the new ones.
    private static func intermediate(_ survivors: [Int], _ stays: [Bool], _ isNew: [Bool]) -> [Int]
    {
        var list: [Int] = []
        var next = 0
        func takeNew(before end: Int) {
            while next < end {
                if isNew[next] { list.append(next) }
                next += 1
            }
        }
        for place in survivors {
            if stays[place] { takeNew(before: place) }
            list.append(place)
        }
        takeNew(before: isNew.count)
        return list
    }

    /// Returns the indices of a longest increasing subsequence of distinct numbers.
    static func longestIncrease(_ numbers: [Int]) -> [Int] {
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var found: [Int] = []
        var index = ends.last ?? -1
        while index >= 0 {
            found.append(index)
            index = previous[index]
        }
        return found.reversed()
    }
}
