internal import Catalogue
internal import PhotoModel

extension FeedLines {
    /// Appends the line of an observed fetch that is reported for the first time.
    mutating func fetchResult(_ name: String, began listing: TrackedListing, _ token: ChangeToken)
        throws
    {
        var change = ListChange()
        change.inserted = Array(0..<listing.count)
        try fetchResult(name, change, 0, listing.count, token, listing.assets, [])
    }

    /// Appends the line of an observed fetch that changed.
    mutating func fetchResult(
        _ name: String,
        _ change: ListingChange,
        countBefore: Int,
        _ token: ChangeToken
    ) throws {
        try fetchResult(
            name,
            change.change,
            countBefore,
            change.after.count,
            token,
            change.inserted,
            change.removed
        )
    }

    private mutating func fetchResult(
        _ name: String,
        _ change: ListChange?,
        _ countBefore: Int,
        _ countAfter: Int,
        _ token: ChangeToken,
        _ inserted: [ListedAsset],
        _ removed: [ListedAsset]
    ) throws {
        begin("fetchResult", token)
        buffer.key("name")
        buffer.string(name)
        buffer.key("hasIncrementalChanges")
        buffer.bool(change != nil)
        buffer.key("removedIndexes")
        ranges(change?.removed)
        buffer.key("insertedIndexes")
        ranges(change?.inserted)
        buffer.key("changedIndexes")
        ranges(change?.changed)
        buffer.key("moves")
        moves(change?.moves)
        buffer.key("countBefore")
        buffer.integer(Int64(countBefore))
        buffer.key("countAfter")
        buffer.integer(Int64(countAfter))
        buffer.key("inserted")
        try identifiers(inserted)
        buffer.key("removed")
        try identifiers(removed)
        end()
    }

    /// Appends positions as pairs of a start and a length.
    private mutating func ranges(_ positions: [Int]?) {
        guard let positions else { return buffer.null() }
        buffer.beginArray()
        var start = 0
        for index in positions.indices {
            let isLast =
                index + 1 == positions.count || positions[index + 1] != positions[index] + 1
            guard isLast else { continue }
            pair(positions[start], index + 1 - start)
            start = index + 1
        }
        buffer.endArray()
    }

    private mutating func moves(_ moves: [ListChange.Move]?) {
        guard let moves else { return buffer.null() }
        buffer.beginArray()
        for move in moves { pair(move.from, move.to) }
        buffer.endArray()
    }

    private mutating func pair(_ first: Int, _ second: Int) {
        buffer.beginArray()
        buffer.integer(Int64(first))
        buffer.integer(Int64(second))
        buffer.endArray()
    }

    private mutating func identifiers(_ assets: [ListedAsset]) throws {
        buffer.beginArray()
        for asset in assets { buffer.identifier(try reader.identifier(asset.id), .asset) }
        buffer.endArray()
    }
}
