package import PhotoModel

/// One asset with its primary resource, as the catalogue holds it.
package struct AssetRecord: Sendable {
    package var id: Int64 = 0
    package var uuid = ObjectUUID(high: 0, low: 0)
    package var directory: Int64 = 0
    package var mediaType: MediaType = .unknown
    package var subtypes = MediaSubtypes(rawValue: 0)
    package var traits = AssetTraits(rawValue: 0)
    package var width: Int64 = 0
    package var height: Int64 = 0
    package var duration = 0.0
    package var creationDate = CaptureDate(
        microseconds: 0,
        offsetMinutes: nil,
        source: .modificationTime
    )
    /// Nanoseconds since 1970.
    package var modificationDate: Int64 = 0
    /// Microseconds since 1970.
    package var addedDate: Int64 = 0
    package var latitude: Double?
    package var longitude: Double?
    package var altitude: Double?
    package var isFavorite = false
    package var isHidden = false
    /// What ties the asset to others of a burst, were they there.
    package var burstKey: String?
    package var burstBasis: Int64 = 0
    package var isBurstPrimary = false
    /// Set while at least two assets share the burst.
    package var burstIdentifier: String?
    package var representsBurst = false
    package var uti = ""
    package var cameraMake: String?
    package var cameraModel: String?
    package var lensModel: String?
    package var unreadableReason: String?
    /// Lines of value, rule and detail with tabs between them.
    package var evidence: String?
    /// The asset this file is part of, when it is not shown itself.
    ///
    /// Nil for one that stands for itself, 0 for a file about a picture that is not there,
    /// ``inTrash`` for a deleted one.
    package var partOf: Int64?
    /// How many other files are part of the asset.
    package var partCount: Int64 = 0
    /// What the two files of a Live Photo have in common.
    package var contentIdentifier: String?
    /// The film a picture's file holds besides the picture.
    package var film: EmbeddedFilm?
    package var file = FileRecord()
    /// What the file says by itself, when its parts or the user say more.
    @Boxed package var own: OwnValues?
    /// Whether the user changed something.
    package var isEdited = false
    /// What the user changed; read where the asset is to be written again.
    @Boxed package var edit: UserEdit?

    package init() {}

    /// In the place of an owner's number: the asset lies in the trash.
    static let inTrash: Int64 = -1

    /// Whether it is an asset to readers, and not a part of one.
    package var isShown: Bool { partOf == nil }

    /// Whether it is an asset that was deleted and lies in the trash.
    package var isTrashed: Bool { partOf == Self.inTrash }
}

/// A film within another file.
package struct EmbeddedFilm: Equatable, Sendable {
    /// Bytes from the file's beginning.
    package var offset: Int64
    /// Bytes.
    package var length: Int64

    package init(offset: Int64, length: Int64) {
        (self.offset, self.length) = (offset, length)
    }
}

/// One file of an asset.
package struct FileRecord: Equatable, Sendable {
    package var id: Int64 = 0
    package var type: ResourceType = .photo
    package var directory: Int64 = 0
    package var name: [UInt8] = []
    package var identity = FileIdentity()
    /// Nanoseconds since 1970.
    package var changed: Int64 = 0
    /// xxHash of the first 64 KiB.
    package var fingerprint: Int64 = 0

    package init() {}
}

/// What tells that a file is the same one under another name.
package struct FileIdentity: Equatable, Sendable {
    /// The catalogue's number of the file system.
    package var volume: Int64 = 0
    package var inode: Int64 = 0
    package var size: Int64 = 0
    /// Nanoseconds since 1970, as is `born`.
    package var modified: Int64 = 0
    package var born: Int64 = 0

    package init() {}

    package init(volume: Int64, inode: Int64, size: Int64, modified: Int64, born: Int64) {
        self.volume = volume
        self.inode = inode
        self.size = size
        self.modified = modified
        self.born = born
    }

    /// Whether `other` is the same file: the same inode, and either untouched since or born at the
    /// same instant, for an inode number alone is soon given to another file.
    package func isSameFile(as other: FileIdentity) -> Bool {
        guard volume == other.volume, inode == other.inode else { return false }
        return (size == other.size && modified == other.modified)
            || (born != 0 && born == other.born)
    }
}

/// A directory the catalogue knows.
package struct DirectoryRecord: Sendable {
    package var id: Int64 = 0
    package var uuid = ObjectUUID(high: 0, low: 0)
    package var root: Int64 = 0
    package var parent: Int64?
    package var name: [UInt8] = []
    package var volume: Int64 = 0
    package var inode: Int64 = 0
    package var born: Int64 = 0
    package var assetCount: Int64 = 0
    /// Child directories with assets in them or below them.
    package var childCount: Int64 = 0
    /// What kinds of files there are, or were, that others can belong to.
    package var companions: Companions = []
    /// Whether assets that lie elsewhere were added to its album.
    package var hasMembers = false
    /// How many assets are in its album that lie elsewhere.
    package var addedCount: Int64 = 0
    package var isRemoved = false
    /// Another directory is at its place; shown there still, until it is found or given up.
    package var isDetached = false

    package init() {}

    /// Whether there are assets in the directory or below it.
    package var isFilled: Bool { assetCount + childCount > 0 }
    package var isAlbum: Bool { assetCount > 0 && !isRemoved }
    package var isFolder: Bool { childCount > 0 && !isRemoved }

    /// The identifier of the folder; the album of the same directory has `uuid` itself.
    package var folderUUID: ObjectUUID { Self.counterpart(of: uuid) }

    /// The identifier of a directory's folder by that of its album, and the other way round.
    static func counterpart(of uuid: ObjectUUID) -> ObjectUUID {
        ObjectUUID(high: uuid.high, low: uuid.low ^ 1)
    }
}

/// A removed asset that can still come back.
package struct TombstoneRecord: Sendable {
    package var id: Int64
    package var uuid: ObjectUUID
    package var directory: Int64
    package var name: [UInt8]
    package var identity: FileIdentity
    package var fingerprint: Int64
    package var addedDate: Int64
    package var isFavorite: Bool
    package var isHidden: Bool
}

/// An album, folder, smart album or moment as readers see it.
package struct CollectionRecord: Sendable {
    /// What the history calls it, and its number there.
    package var source: HistoryKind
    package var id: Int64
    package var uuid: ObjectUUID
    package var subtype: CollectionSubtype
    package var title: [UInt8]
    /// Relative to the root; nil for what is no directory.
    package var path: [UInt8]?
    /// The folder it is in.
    package var parent: ObjectUUID?
    package var count: Int64
    package var startDate: CaptureDate?
    package var endDate: CaptureDate?
    /// The middle of a moment.
    package var place: GeographicPoint?

    package var kind: ObjectKind { source.objectKind }
}

/// A root folder with its condition.
package struct RootRecord: Sendable {
    package var id: Int64
    package var path: [UInt8]
    package var directory: Int64
    package var state: LibraryState
    package var reason: StateReason
    package var detail: String?
}

/// The condition of a root; the raw values are stored.
package enum LibraryState: Int64, Sendable {
    case online = 1
    case indexing, rescanning, degraded, offline

    /// The name used in JSON.
    package var name: String { "\(self)" }
}

/// Why a root is in its condition; the raw values are stored.
package enum StateReason: Int64, Sendable {
    case start = 1
    case overflow, watchLimit, unmounted, replaced, helperRestarted, timer, requested, diskFull

    /// The name used in JSON.
    package var name: String { "\(self)" }
}

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
