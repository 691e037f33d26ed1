internal import Foundation
internal import Photos

/// What became of a list: the steps of `PHFetchResultChangeDetails`, for a page to apply one after another.
struct ListEvent: Encodable, Sendable {
    /// Positions before.
    let removed: Runs
    /// Positions after the removals and insertions.
    let inserted: Runs
    /// Positions after the removals and insertions and before the moves.
    let changed: Runs
    /// From a position before the moves to one after them, ascending by the latter.
    let moves: [[Int]]
    /// How many there are after all.
    let count: Int
    /// The photos at ``inserted``, one after another; nil where there are too many, so that pages ask for what they
    /// show.
    let insertedItems: [GridItem]?
    /// The photos at ``changed``, likewise.
    let changedItems: [GridItem]?
    /// The months after all; nil for a list that has none.
    let months: [MonthCount]?

    /// How many photos are sent unasked.
    static let mostItems = 500

    init(_ details: PHFetchResultChangeDetails<PHAsset>, _ months: [MonthCount]?) {
        removed = Runs(details.removedIndexes)
        inserted = Runs(details.insertedIndexes)
        changed = Runs(details.changedIndexes)
        var moves: [[Int]] = []
        details.enumerateMoves { moves.append([$0, $1]) }
        self.moves = moves
        count = details.fetchResultAfterChanges.count
        insertedItems = Self.items(details.insertedIndexes, details.insertedObjects)
        changedItems = Self.items(details.changedIndexes, details.changedObjects)
        self.months = months
    }

    private static func items(
        _ positions: IndexSet?,
        _ objects: @autoclosure () -> [PHAsset]
    ) -> [GridItem]? {
        guard let positions, positions.count <= mostItems else { return nil }
        return positions.isEmpty ? [] : GridItem.items(objects())
    }
}

/// A month of a list, and how many photos it has there.
struct MonthCount: Encodable, Equatable, Sendable {
    let month: String
    let count: Int
}
