internal import Catalogue
internal import Foundation
internal import PhotoModel

/// The list of an album's members that indexes refer to.
struct MemberSnapshot {
    /// The list; nil if it is empty.
    let listing: TrackedListing?

    init(_ assets: PHFetchResult<PHAsset>) {
        listing = (assets.fetched as? AssetList)?.snapshot
    }

    /// All members, in order.
    var members: [Int64] { listing?.assets.map(\.id) ?? [] }

    func members(at indexes: IndexSet) -> [Int64] {
        guard let listing else { return [] }
        return indexes.filter { $0 < listing.count }.map { listing[$0].id }
    }
}

/// An edit of an album's members.
enum MemberEdit {
    /// An existing asset, or one that the block creates.
    enum Member {
        case asset(Int64)
        case created(ObjectUUID)
    }

    case add([Member])
    case insert([Member], at: IndexSet)
    case remove([Member])
    case removeAt(IndexSet)
    case replace(IndexSet, with: [Member])
    case move(IndexSet, to: Int)

    /// The members that the edit adds to the album.
    var added: [Member] {
        switch self {
        case .add(let members), .insert(let members, _), .replace(_, let members): members
        case .remove, .removeAt, .move: []
        }
    }

    /// Applies the edit to the members of an album, once the block's own assets exist.
    func apply(to rows: MemberRows, _ transaction: ChangeTransaction) throws {
        switch self {
        case .add(let members): try rows.append(Self.numbers(members, transaction))
        case .insert(let members, let indexes):
            try rows.insert(Self.numbers(members, transaction), at: Array(indexes.rangeView))
        case .remove(let members): try rows.remove(Self.numbers(members, transaction))
        case .removeAt(let indexes): try rows.remove(at: Array(indexes.rangeView))
        case .replace(let indexes, let members):
            try rows.replace(
                at: Array(indexes.rangeView),
                with: Self.numbers(members, transaction)
            )
        case .move(let indexes, let index):
            try rows.move(at: Array(indexes.rangeView), to: index)
        }
    }

    /// Returns the numbers of the members that the edit adds.
    func added(_ transaction: ChangeTransaction) -> [Int64] { Self.numbers(added, transaction) }

    /// Applies the edit to a list, once the block's own assets exist.
    func apply(to list: inout MemberList, _ transaction: ChangeTransaction) {
        switch self {
        case .add(let members): list.add(Self.numbers(members, transaction))
        case .insert(let members, let indexes):
            list.insert(Self.numbers(members, transaction), at: indexes)
        case .remove(let members): list.remove(Self.numbers(members, transaction))
        case .removeAt(let indexes): list.remove(at: indexes)
        case .replace(let indexes, let members):
            list.replace(at: indexes, with: Self.numbers(members, transaction))
        case .move(let indexes, let index): list.move(at: indexes, to: index)
        }
    }

    /// Returns the members that the edit adds to and removes from an album without an order; nil for a move, and for
    /// indexes without a known list.
    func withoutPositions(
        _ snapshot: MemberSnapshot?,
        _ transaction: ChangeTransaction
    ) -> (added: [Int64], removed: Set<Int64>)? {
        func there(_ indexes: IndexSet) -> Set<Int64>? {
            snapshot.map { Set($0.members(at: indexes)) }
        }
        let added = added(transaction)
        switch self {
        case .add, .insert: return (added, [])
        case .remove(let members): return ([], Set(Self.numbers(members, transaction)))
        case .removeAt(let indexes): return there(indexes).map { ([], $0) }
        case .replace(let indexes, _): return there(indexes).map { (added, $0) }
        case .move: return nil
        }
    }

    /// Returns the assets' numbers; 0, which no asset has, for one that was not created.
    private static func numbers(_ members: [Member], _ transaction: ChangeTransaction) -> [Int64] {
        members.map { member in
            switch member {
            case .asset(let id): id
            case .created(let uuid): transaction.number(of: uuid) ?? 0
            }
        }
    }
}
