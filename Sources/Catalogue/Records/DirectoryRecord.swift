package import PhotoModel

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
    /// Whether another directory is at its place; it is still shown there until it is found or given up.
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
