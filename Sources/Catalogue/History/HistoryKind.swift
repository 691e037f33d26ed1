package import PhotoModel

/// The kind of change of an object; the raw values are stored.
package enum ChangeKind: Int64, Sendable {
    case inserted = 1
    case changed, moved, removed

    /// The name used in JSON.
    package var name: StaticString {
        switch self {
        case .inserted: "inserted"
        case .changed: "changed"
        case .moved: "moved"
        case .removed: "removed"
        }
    }
}

/// The kind of object that a row of the history is about; the raw values are stored.
package enum HistoryKind: Int64, Sendable {
    case asset = 1
    case album, folder, smartAlbum, state, synced, moment, userAlbum, userFolder

    /// The kind of object that is reported for this kind of row.
    package var objectKind: ObjectKind {
        switch self {
        case .album, .userAlbum: .album
        case .folder, .userFolder: .folder
        case .smartAlbum: .smartAlbum
        case .moment: .moment
        case .asset, .state, .synced: .asset
        }
    }
}
