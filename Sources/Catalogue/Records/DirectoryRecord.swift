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
    /// The number of child directories with assets in them or below them.
    package var childCount: Int64 = 0
    /// The kinds of files in the directory, now or formerly, that others can belong to.
    package var companions: Companions = []
    /// Whether assets that lie elsewhere were added to the directory's album.
    package var hasMembers = false
    /// The number of assets in the directory's album that lie elsewhere.
    package var addedCount: Int64 = 0
    package var isRemoved = false
    /// Whether another directory has its path; it is still shown there until it is found or given up.
    package var isDetached = false

    package init() {}

    /// Whether there are assets in the directory or below it.
    package var isFilled: Bool { assetCount + childCount > 0 }
    package var isAlbum: Bool { assetCount > 0 && !isRemoved }
    package var isFolder: Bool { childCount > 0 && !isRemoved }

    /// The identifier of the folder; the album of the same directory has `uuid` itself.
    package var folderUUID: ObjectUUID { Self.counterpart(of: uuid) }

    /// Returns the identifier of a directory's folder, given that of its album, or the reverse.
    static func counterpart(of uuid: ObjectUUID) -> ObjectUUID {
        ObjectUUID(high: uuid.high, low: uuid.low ^ 1)
    }
}
