internal import Foundation
internal import Photos

/// A change of a list: the steps of `PHFetchResultChangeDetails`, for a page to apply one after another.
struct ListEvent: Encodable, Sendable {
    /// The positions before the change.
    let removed: Runs
    /// The positions after the removals and insertions.
    let inserted: Runs
    /// The positions after the removals and insertions and before the moves.
    let changed: Runs
    /// Pairs of a position before the moves and one after them, ascending by the latter.
    let moves: [[Int]]
    /// The number of photos after the change.
    let count: Int
    /// The photos at ``inserted``, in order; nil if there are too many, and pages request only those they show.
    let insertedItems: [GridItem]?
    /// The photos at ``changed``, with the same limit.
    let changedItems: [GridItem]?
    /// The months after the change; nil for a list that has no months.
    let months: [MonthCount]?

    /// The most photos that are sent without a request.
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

/// A month of a list, and its number of photos.
struct MonthCount: Encodable, Equatable, Sendable {
    let month: String
    let count: Int
}
