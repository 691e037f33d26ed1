package import PhotoModel

/// What happened to an object; the raw values are stored.
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

/// What a row of the history is about; the raw values are stored.
package enum HistoryKind: Int64, Sendable {
    case asset = 1
    case album, folder, smartAlbum, state, synced, moment, userAlbum, userFolder

    /// What objects of the kind are to those who hear of them.
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
