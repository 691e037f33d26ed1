internal import PhotoModel

/// The albums and folders that represent directories.
///
/// The changes of a transaction are added up until its end, so that each album and folder is recorded once.
final class DirectoryAlbums {
    private let directories: DirectoryStore
    private let log: ChangeLog
    private var pending: [Int64: PendingAlbum] = [:]

    init(_ directories: DirectoryStore, _ log: ChangeLog) {
        (self.directories, self.log) = (directories, log)
    }

    var hasPendingUpdates: Bool { !pending.isEmpty }

    /// Returns whether assets of a directory were added, removed or changed in this transaction.
    func isTouched(_ directory: Int64) -> Bool { pending[directory]?.assetCount != nil }

    /// Counts assets that came into a directory or left it.
    func count(assets delta: Int64, in directory: Int64) {
        let known = pending[directory]?.assetCount ?? 0
        pending[directory, default: PendingAlbum()].assetCount = known + delta
    }

    /// Enqueues an asset that is added (`after` only), removed (`before` only) or changed.
    func assetChanged(from before: AssetRecord?, to after: AssetRecord?) {
        guard
            before?.directory != after?.directory || before?.creationDate != after?.creationDate
        else { return }
        if let before { count(assets: -1, in: before.directory) }
        if let after { count(assets: 1, in: after.directory) }
    }

    /// Notes that the assets added to a directory's album have changed.
    func membersChanged(of directory: Int64) {
        rememberBefore(directory)
        count(assets: 0, in: directory)
    }

    private func rememberBefore(_ id: Int64) {
        guard pending[id]?.before == nil, let directory = directories[id] else { return }
        pending[id, default: PendingAlbum()].before = directory
    }

    /// Applies the pending updates: the counts of directories, and the history of their albums and folders.
    func applyPendingUpdates() throws {
        for (id, album) in pending.sorted(by: { $0.key < $1.key }) {
            if let delta = album.assetCount { try count(id, assets: delta) }
        }
        for (id, album) in pending.sorted(by: { $0.key < $1.key }) {
            guard let directory = directories[id] else { continue }
            for change in album.changes(to: directory, path: { directories.table.path(of: id) }) {
                try log.record(change)
            }
        }
    }

    func discardPendingUpdates() { pending = [:] }

    /// Changes a directory's counts and, if it becomes empty or is no longer empty, those of its parents.
    private func count(_ id: Int64, assets: Int64, children: Int64 = 0) throws {
        var current: Int64? = id
        var (assets, children) = (assets, children)
        while let id = current, var directory = directories[id] {
            rememberBefore(id)
            let wasFilled = directory.isFilled
            directory.assetCount += assets
            directory.childCount += children
            try directories.saveCounts(directory)
            guard wasFilled != directory.isFilled else { return }
            (assets, children) = (0, directory.isFilled ? 1 : -1)
            current = directory.parent
        }
    }
}

extension DirectoryAlbums {
    /// Moves a directory; every asset below it keeps its identity and is recorded as moved.
    ///
    /// The number of assets that move along is taken from the counts, so there must be no pending updates.
    func move(_ id: Int64, to parent: Int64?, name: [UInt8], root: Int64) throws {
        guard var record = directories[id] else { return }
        let oldParent = record.parent
        let oldPlaces = try directories.subtree(id).map { id in
            let path = directories.table.path(of: id)
            return (id, RootedPath(path: path, root: directories[id]?.root ?? root))
        }
        try countChild(id, of: oldParent, by: -1)
        (record.parent, record.name) = (parent, name)
        (record.isRemoved, record.isDetached) = (false, false)
        try directories.update(record)
        for (child, _) in oldPlaces {
            guard var moved = directories[child], moved.root != root else { continue }
            moved.root = root
            try directories.update(moved)
        }
        try countChild(id, of: parent, by: 1)
        for (child, place) in oldPlaces {
            var keys: CollectionKeys = .path
            if child == id { keys.formUnion(oldParent == parent ? .title : [.title, .parentId]) }
            try recordMove(child, from: place, keys)
        }
    }

    /// Adds a filled directory to the counts of its parents, or removes it from them.
    private func countChild(_ id: Int64, of parent: Int64?, by delta: Int64) throws {
        guard let child = directories[id], child.isFilled, let parent else { return }
        try count(parent, assets: 0, children: delta)
    }

    private func recordMove(_ id: Int64, from place: RootedPath, _ keys: CollectionKeys) throws {
        guard let record = directories[id], record.isFilled else { return }
        rememberBefore(id)
        var album = pending[id] ?? PendingAlbum()
        (album.albumKeys, album.folderKeys, album.previous) = (keys, keys, place)
        pending[id] = album
        guard record.assetCount > 0 else { return }
        var assetKeys: AssetKeys = [.path, .resources]
        if place.root != record.root { assetKeys.insert(.root) }
        try log.recordMove(ofAssetsIn: id, record.assetCount, assetKeys, from: place)
    }
}
