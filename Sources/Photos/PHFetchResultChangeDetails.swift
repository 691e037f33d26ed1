internal import Catalogue
public import Foundation

/// The difference between the result of a fetch and its earlier state.
///
/// To update a list, remove the objects at ``removedIndexes``, insert ``insertedObjects`` so that they end up at
/// ``insertedIndexes``, reload the objects then at ``changedIndexes``, and carry out the moves. ``apply(to:)`` does
/// this for an array.
open class PHFetchResultChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// The result that the details were requested for.
    public let fetchResultBeforeChanges: PHFetchResult<ObjectType>
    /// The result of the same fetch after the changes.
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

    /// Creates the difference between any two results.
    ///
    /// Only the caller knows which objects in both results changed: ``changedObjects`` contains those of
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

    /// Creates the difference between any two results, as `init(from:to:changedObjects:)` does.
    public convenience init(
        fromFetchResult fromResult: PHFetchResult<ObjectType>,
        toFetchResult toResult: PHFetchResult<ObjectType>,
        changedObjects: [ObjectType]
    ) {
        self.init(from: fromResult, to: toResult, changedObjects: changedObjects)
    }

    /// Whether the indexes and objects below describe the changes.
    ///
    /// If not, reload ``fetchResultAfterChanges``: the options of the fetch did not ask for details, or more than a
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

    /// The indexes of removed objects in the result before the changes; nil without details.
    open var removedIndexes: IndexSet? { Self.indexes(change?.removed) }

    /// The objects at ``removedIndexes``.
    open var removedObjects: [ObjectType] { objects(removed) }

    /// The indexes of inserted objects after removals and insertions and before moves; nil without details.
    open var insertedIndexes: IndexSet? { Self.indexes(change?.inserted) }

    /// The objects at ``insertedIndexes``.
    open var insertedObjects: [ObjectType] { objects(inserted) }

    /// The indexes of changed objects after removals and insertions and before moves; nil without details.
    open var changedIndexes: IndexSet? { Self.indexes(change?.changed) }

    /// The objects at ``changedIndexes``, in their state after the changes.
    open var changedObjects: [ObjectType] { objects(changed) }

    /// Whether objects that are in both results changed their order.
    open var hasMoves: Bool { change.map { !$0.moves.isEmpty } ?? false }

    /// Calls `handler` with each move: from an index after removals and insertions to one in the result after the
    /// changes, ascending by the latter.
    ///
    /// The number of moves is minimal. Objects that do not move keep their order in the remaining places.
    open func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        for move in change?.moves ?? [] { handler(move.from, move.to) }
    }

    /// Updates an array of the objects before the changes to those after them.
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
    /// Creates the key that identifies an object among others of its kind.
    init(_ object: PHObject) {
        if let asset = object as? PHAsset, let id = asset.record?.id {
            self = .asset(id, library: asset.connection?.library ?? 0)
        } else {
            self = .identifier(object.localIdentifier)
        }
    }
}
