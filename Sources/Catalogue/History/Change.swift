internal import PhotoModel

/// A change of one object, as the history records it.
///
/// The table `change` has the same few columns for all kinds; ``row`` is the only place that defines their
/// meaning for each, and `HistoryEntry+Detail.swift` reads them back.
enum Change {
    case asset(Int64, AssetChange)
    /// An album, folder or moment, including user-created ones, distinguished by `kind`.
    case collection(HistoryKind, Int64, ObjectUUID, CollectionChange)
    /// A root has a new condition.
    case state(RootRecord)
    /// The catalogue is in sync with the folders again, after this time.
    case synced(milliseconds: Int64)
}

/// A change of an asset.
enum AssetChange {
    /// A removed, deleted or absorbed asset is back.
    ///
    /// A new asset needs no record: its ID is the sequence number of its insertion.
    case inserted(contentChanged: Bool = false, at: RootedPath? = nil)
    case changed(AssetKeys, contentChanged: Bool = false, was: AssetDates)
    case moved(AssetKeys, contentChanged: Bool, from: RootedPath, was: AssetDates)
    case removed(MediaType, ObjectUUID, from: RootedPath, was: AssetDates)
}

/// A change of a collection.
enum CollectionChange {
    case inserted
    case changed(CollectionKeys)
    case moved(CollectionKeys, from: RootedPath)
    /// `from` is nil for collections other than directories.
    case removed(from: RootedPath? = nil)
}

/// A path relative to a root, and that root.
struct RootedPath: Equatable {
    let path: [UInt8]
    let root: Int64?
}

/// The dates by which a list of assets may be ordered, for finding a changed asset at its old place in such a list.
struct AssetDates: Equatable {
    /// Microseconds since 1970.
    let creation: Int64
    /// Nanoseconds since 1970.
    let modification: Int64

    init(creation: Int64, modification: Int64) {
        (self.creation, self.modification) = (creation, modification)
    }

    init(_ record: borrowing AssetRecord) {
        (creation, modification) = (record.creationDate.microseconds, record.modificationDate)
    }
}

extension Change {
    /// Returns the removal of an asset, which may have become part of another.
    static func removal(of record: AssetRecord, from place: RootedPath) -> Change {
        let dates = AssetDates(record)
        return .asset(record.id, .removed(record.mediaType, record.uuid, from: place, was: dates))
    }

    /// A row of the table `change`, without its sequence number.
    struct Row: Equatable {
        var object: Int64
        var kind: HistoryKind
        var change: ChangeKind
        /// The keys that changed; for a removed asset its media type, for a state the state and its reason, for being
        /// in sync the milliseconds that this took.
        var keys: Int64 = 0
        var contentChanged = false
        /// The former path of a moved object, or the last one of a removed object; for a state its detail.
        var path: [UInt8]?
        var root: Int64?
        var uuid: ObjectUUID?
        var dates: AssetDates?
    }

    /// The columns of this change.
    var row: Row {
        switch self {
        case .asset(let id, let change): return change.row(id)
        case .collection(let kind, let id, let uuid, let change):
            return change.row(kind, id, uuid)
        case .state(let root):
            var row = Row(object: root.id, kind: .state, change: .changed)
            row.keys = HistoryEntry.keys(root.state, root.reason)
            (row.path, row.root) = (root.detail.map { Array($0.utf8) }, root.id)
            return row
        case .synced(let milliseconds):
            return Row(object: 0, kind: .synced, change: .changed, keys: milliseconds)
        }
    }
}

extension AssetChange {
    fileprivate func row(_ id: Int64) -> Change.Row {
        var row = Change.Row(object: id, kind: .asset, change: .changed)
        switch self {
        case .inserted(let contentChanged, let place):
            (row.change, row.contentChanged) = (.inserted, contentChanged)
            (row.path, row.root) = (place?.path, place?.root)
        case .changed(let keys, let contentChanged, let dates):
            (row.keys, row.contentChanged, row.dates) = (keys.rawValue, contentChanged, dates)
        case .moved(let keys, let contentChanged, let place, let dates):
            (row.change, row.path, row.root) = (.moved, place.path, place.root)
            (row.keys, row.contentChanged, row.dates) = (keys.rawValue, contentChanged, dates)
        case .removed(let type, let uuid, let place, let dates):
            (row.change, row.path, row.root) = (.removed, place.path, place.root)
            (row.keys, row.uuid, row.dates) = (HistoryEntry.keys(type), uuid, dates)
        }
        return row
    }
}

extension CollectionChange {
    fileprivate func row(_ kind: HistoryKind, _ id: Int64, _ uuid: ObjectUUID) -> Change.Row {
        var row = Change.Row(object: id, kind: kind, change: .changed, uuid: uuid)
        switch self {
        case .inserted: row.change = .inserted
        case .changed(let keys): row.keys = keys.rawValue
        case .moved(let keys, let place):
            (row.change, row.keys) = (.moved, keys.rawValue)
            (row.path, row.root) = (place.path, place.root)
        case .removed(let place):
            row.change = .removed
            (row.path, row.root) = (place?.path, place?.root)
        }
        return row
    }
}
