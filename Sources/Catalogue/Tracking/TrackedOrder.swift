internal import PhotoModel
internal import PredicateFormat

/// An order in which changes can be placed one by one: by one date, ties by number.
struct TrackedOrder: Equatable {
    let key: PredicateKey
    /// Whether the list is read from its end.
    let isReversed: Bool

    /// Creates the order of a query; nil if a change can only be placed by querying the whole list again.
    ///
    /// The latter holds for other or several keys, for limits, for albums with assets that a user added, for moments
    /// and given assets, and for conditions that depend on the time or on the trash.
    init?(_ query: AssetQuery) {
        switch query.scope {
        case .library, .directory: break
        case .directoryAlbum, .userAlbum, .moment, .assets: return nil
        }
        let keys: Set<PredicateKey> = [.creationDate, .modificationDate]
        let order = query.orders.first ?? AssetQuery.Order(.creationDate)
        guard query.limit < 0, query.orders.count <= 1, keys.contains(order.key),
            !query.predicate.dependsOnTime, !query.predicate.keys.contains(.isTrashed)
        else { return nil }
        (key, isReversed) = (order.key, order.isDescending)
    }

    func element(_ record: AssetRecord) -> AssetSequence.Element {
        AssetSequence.Element(
            key: key == .creationDate
                ? record.creationDate.microseconds : record.modificationDate / 1_000,
            asset: ListedAsset(record)
        )
    }

    /// Returns the place of an asset before it changed.
    func element(_ id: Int64, _ before: AssetChanges.Asset) -> AssetSequence.Element {
        AssetSequence.Element(
            key: key == .creationDate ? before.creationDate : before.modificationDate,
            asset: ListedAsset(id: id)
        )
    }
}

extension AssetQuery {
    /// Whether an asset is in the list, limits aside.
    ///
    /// `path`: The path of its directory, asked for only if the condition needs it. Renaming a directory changes all
    /// assets in it.
    func admits(_ record: AssetRecord, at path: @autoclosure () throws -> [UInt8], now: Int64)
        rethrows
        -> Bool
    {
        if case .directory(let id) = scope, record.directory != id { return false }
        if leavesOutHidden, record.isHidden { return false }
        if leavesOutUnreadable, record.unreadableReason != nil { return false }
        if leavesOutBurstMembers, record.burstIdentifier != nil, !record.representsBurst {
            return false
        }
        guard predicate.keys.contains(.directory) else {
            return predicate.matches(record, now: now)
        }
        let text = String(decoding: try path(), as: UTF8.self)
        return predicate.matches(PlacedRecord(record: record, path: text), now: now)
    }
}

/// An asset with the path of its directory.
private struct PlacedRecord: PredicateSubject {
    let record: AssetRecord
    let path: String

    func value(_ key: PredicateKey) -> PredicateValue {
        key == .directory ? .text(path) : record.value(key)
    }
}
