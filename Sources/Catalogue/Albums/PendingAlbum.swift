internal import PhotoModel

/// The changes that a transaction has made so far to the album and the folder of a directory.
struct PendingAlbum {
    /// The number of assets the album has gained; zero if its members changed but not their number, nil if neither did.
    var assetCount: Int64?
    /// Further keys that changed.
    var albumKeys: CollectionKeys = []
    var folderKeys: CollectionKeys = []
    /// The place of the directory before it moved.
    var previous: RootedPath?
    /// The directory before the transaction, if its counts may have changed since.
    var before: DirectoryRecord?

    /// Returns the changes to record in the history, given the directory's new state.
    ///
    /// `path`: Returns the directory's present path; called when something is removed.
    func changes(to directory: DirectoryRecord, path: () -> [UInt8]) -> [Change] {
        let before = before ?? directory
        var (albumKeys, folderKeys) = (albumKeys, folderKeys)
        if assetCount != nil { albumKeys.formUnion([.count, .dates]) }
        if before.isFolder != directory.isFolder { albumKeys.insert(.parentId) }
        if before.childCount != directory.childCount { folderKeys.insert(.count) }
        func place() -> RootedPath {
            previous ?? RootedPath(path: path(), root: directory.root)
        }
        var changes: [Change] = []
        if let change = change(before.isAlbum, directory.isAlbum, albumKeys, place) {
            changes.append(.collection(.album, directory.id, directory.uuid, change))
        }
        if let change = change(before.isFolder, directory.isFolder, folderKeys, place) {
            changes.append(.collection(.folder, directory.id, directory.folderUUID, change))
        }
        return changes
    }

    private func change(
        _ was: Bool,
        _ isNow: Bool,
        _ keys: CollectionKeys,
        _ place: () -> RootedPath
    ) -> CollectionChange? {
        switch (was, isNow) {
        case (false, true): .inserted
        case (true, false): .removed(from: place())
        case (true, true) where !keys.isEmpty:
            previous.map { .moved(keys, from: $0) } ?? .changed(keys)
        default: nil
        }
    }
}
