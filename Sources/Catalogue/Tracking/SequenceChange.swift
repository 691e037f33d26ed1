/// The change of an ordered list when some of its assets change, computed from these alone.
///
/// For k changed assets of n it takes O(k log n), and a copy of the list's array of leaves.
package struct SequenceChange: Sendable {
    /// A changed asset with its place in the order before and after; nil where it is not in the list.
    package struct Asset: Sendable {
        package var old: AssetSequence.Element?
        package var new: AssetSequence.Element?

        package init(old: AssetSequence.Element?, new: AssetSequence.Element?) {
            (self.old, self.new) = (old, new)
        }
    }

    package let after: AssetSequence
    package let change: ListChange
    /// The objects at the change's positions, in the same order.
    package let removed: [ListedAsset]
    package let inserted: [ListedAsset]
    package let changed: [ListedAsset]

    /// - Parameters:
    ///   - before: The list before.
    ///   - assets: Each changed asset once. An old place that the list does not have is ignored.
    package init(_ before: AssetSequence, _ assets: [Asset]) {
        var survivors: [Survivor] = []
        var (gone, come): ([AssetSequence.Element], [AssetSequence.Element]) = ([], [])
        var removed: [(index: Int, asset: ListedAsset)] = []
        var inserted: [AssetSequence.Element] = []
        for asset in assets {
            let place = asset.old.flatMap { before.index(of: $0) }
            if place != nil, let old = asset.old { gone.append(old) }
            if let new = asset.new { come.append(new) }
            switch (place, asset.new) {
            case (let place?, let new?): survivors.append(Survivor(before: place, element: new))
            case (let place?, nil): removed.append((place, before[place].asset))
            case (nil, let new?): inserted.append(new)
            case (nil, nil): break
            }
        }
        gone.sort()
        come.sort()
        removed.sort { $0.index < $1.index }
        inserted.sort()
        after = before.replacing(gone, with: come)
        for index in survivors.indices {
            survivors[index].after = after.rank(survivors[index].element)
            survivors[index].hasNewPlace =
                !before[survivors[index].before].isAt(survivors[index].element)
        }
        let places = ChangePlaces(
            survivors: survivors,
            removed: removed.map(\.index),
            inserted: inserted.map(after.rank),
            unchanged: before.count - removed.count - survivors.count
        )
        change = places.change
        self.removed = removed.map(\.asset)
        self.inserted = inserted.map(\.asset)
        changed = places.changedSurvivors.map(\.element.asset)
    }

    /// An asset that is in both lists and changed.
    struct Survivor {
        var before: Int
        var after = 0
        var element: AssetSequence.Element
        /// Whether its sort key has changed.
        var hasNewPlace = false

        init(before: Int, element: AssetSequence.Element) {
            (self.before, self.element) = (before, element)
        }
    }
}
