internal import Catalogue
public import Foundation

/// How the result of a fetch differs from what it was.
///
/// To bring a list up to date: take out what stands at ``removedIndexes``, put ``insertedObjects`` in so that they
/// stand at ``insertedIndexes``, show anew what stands at ``changedIndexes`` then, and carry out the moves.
/// ``apply(to:)`` does it for an array.
open class PHFetchResultChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// The very result that was asked about.
    public let fetchResultBeforeChanges: PHFetchResult<ObjectType>
    /// The same fetch as of now.
    public let fetchResultAfterChanges: PHFetchResult<ObjectType>
    private let change: ListChange?
    private let removed: @Sendable () -> [PHObject]
    private let inserted: @Sendable () -> [PHObject]
    private let changed: @Sendable () -> [PHObject]

    init(_ before: PHFetchResult<ObjectType>, _ change: FetchedChange) {
        fetchResultBeforeChanges = before
        fetchResultAfterChanges = PHFetchResult(change.after)
        self.change = change.change
        (removed, inserted, changed) = (change.removed, change.inserted, change.changed)
    }

    /// How one result differs from another, whatever they are of.
    ///
    /// Nobody but the caller knows which objects in both of them changed: ``changedObjects`` are those of
    /// `changedObjects` that are in both.
    public init(
        from fromResult: PHFetchResult<ObjectType>,
        to toResult: PHFetchResult<ObjectType>,
        changedObjects: [ObjectType]
    ) {
        let keys = changedObjects.map(FetchedKey.init)
        let (before, after) = (fromResult.keys, toResult.keys)
        let change = ListChange(from: before, to: after, changed: Set(keys))
        let known = Set(before)
        let new = after.indices.filter { !known.contains(after[$0]) }
        let middle = change.intermediate(of: before, inserting: new.map { after[$0] })
        let byKey = Dictionary(zip(keys, changedObjects)) { first, _ in first }
        let told = change.changed.compactMap { byKey[middle[$0]] }
        (fetchResultBeforeChanges, fetchResultAfterChanges) = (fromResult, toResult)
        self.change = change
        removed = { change.removed.map { fromResult.object(at: $0) } }
        inserted = { new.map { toResult.object(at: $0) } }
        changed = { told }
    }

    /// How one result differs from another, as `init(from:to:changedObjects:)`.
    public convenience init(
        fromFetchResult fromResult: PHFetchResult<ObjectType>,
        toFetchResult toResult: PHFetchResult<ObjectType>,
        changedObjects: [ObjectType]
    ) {
        self.init(from: fromResult, to: toResult, changedObjects: changedObjects)
    }

    /// Whether the indexes and objects below tell what changed.
    ///
    /// When not, show ``fetchResultAfterChanges`` anew: the fetch's options did not want details, or more than a
    /// hundred thousand assets and half of the result changed at once.
    open var hasIncrementalChanges: Bool { change != nil }

    private static func indexes(_ positions: [Int]?) -> IndexSet? {
        positions.map { positions in
            var set = IndexSet()
            for position in positions { set.insert(position) }
            return set
        }
    }

    private func objects(_ read: () -> [PHObject]) -> [ObjectType] {
        change == nil ? [] : read().compactMap { $0 as? ObjectType }
    }

    /// Positions in the result before; nil without details.
    open var removedIndexes: IndexSet? { Self.indexes(change?.removed) }

    /// The objects at ``removedIndexes``.
    open var removedObjects: [ObjectType] { objects(removed) }

    /// Positions after the removals, such that each object then stands at its own; nil without details.
    open var insertedIndexes: IndexSet? { Self.indexes(change?.inserted) }

    /// The objects at ``insertedIndexes``.
    open var insertedObjects: [ObjectType] { objects(inserted) }

    /// Positions after removals and insertions and before the moves; nil without details.
    open var changedIndexes: IndexSet? { Self.indexes(change?.changed) }

    /// The objects at ``changedIndexes``, as they are now.
    open var changedObjects: [ObjectType] { objects(changed) }

    /// Whether objects that are in both results stand in another order.
    open var hasMoves: Bool { change.map { !$0.moves.isEmpty } ?? false }

    /// Calls `handler` with each move: from a position after removals and insertions to one in the result after,
    /// ascending by the latter.
    ///
    /// There are as few as can be. The objects that do not move keep their order in the places that are left.
    open func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        for move in change?.moves ?? [] { handler(move.from, move.to) }
    }

    /// Makes a list of the objects before into that of the objects after.
    open func apply(to list: inout [ObjectType]) {
        guard let change, list.count == fetchResultBeforeChanges.count else {
            let after = fetchResultAfterChanges
            list = (0..<after.count).map { after[$0] }
            return
        }
        var middle = change.intermediate(of: list, inserting: insertedObjects)
        for (index, object) in zip(change.changed, changedObjects) { middle[index] = object }
        var moves = ListChange()
        moves.moves = change.moves
        list = moves.applied(to: middle, inserting: [])
    }
}

extension FetchedKey {
    /// What tells an object from others of its kind.
    init(_ object: PHObject) {
        if let asset = object as? PHAsset, let id = asset.record?.id {
            self = .asset(id, library: asset.connection?.library ?? 0)
        } else {
            self = .identifier(object.localIdentifier)
        }
    }
}
