internal import PhotoModel
internal import PredicateFormat

/// What a transaction did to collections, added up until its end so that each is named once.
struct Accounting {
    /// Members gained or lost by directory; zero when members changed but not their number.
    var directories: [Int64: Int64] = [:]
    /// Further keys of albums and folders that changed, by directory.
    var albumKeys: [Int64: CollectionKeys] = [:]
    var folderKeys: [Int64: CollectionKeys] = [:]
    /// The path an album or folder had before it moved.
    var previousPaths: [Int64: (path: [UInt8], root: Int64)] = [:]
    /// What a directory was before the transaction.
    var before: [Int64: DirectoryRecord] = [:]
    var smart: [Int: Int64] = [:]
    /// By burst, the assets that came, went or have another place in its order.
    var bursts: [String: Set<Int64>] = [:]
    var groups: Set<GroupKey> = []
    /// Assets that came, went or changed for moments, by number.
    var moments: [Int64: MomentChange] = [:]
    /// User-made albums with other members than before.
    var userAlbums: Set<Int64> = []
    /// Assets one of whose parts went or is another, with whether its pictures are others.
    var resources: [Int64: Bool] = [:]

    /// An asset as moments saw it before the transaction, and as they see it now.
    struct MomentChange {
        let was: MomentClustering.Item?
        var isNow: MomentClustering.Item?
    }

    var isEmpty: Bool {
        directories.isEmpty && albumKeys.isEmpty && folderKeys.isEmpty && smart.isEmpty
            && bursts.isEmpty && moments.isEmpty && userAlbums.isEmpty && before.isEmpty
            && groups.isEmpty && resources.isEmpty
    }
}

/// A smart album and its current count.
struct SmartAlbumState {
    let id: Int64
    let uuid: ObjectUUID
    let definition: SmartAlbumDefinition
    var count: Int64
    /// Its last row of history, if it has had one.
    var changed: Int64?
    /// How its count changes with time, where it does so.
    let aging: SmartAlbumAging?

    init(
        id: Int64,
        uuid: ObjectUUID,
        definition: SmartAlbumDefinition,
        count: Int64,
        changed: Int64? = nil
    ) {
        (self.id, self.uuid, self.definition) = (id, uuid, definition)
        (self.count, self.changed) = (count, changed)
        aging = SmartAlbumAging(definition.predicate)
    }

    /// The album of a row; nil for one that this program does not know.
    init?(_ row: SQLiteStatement) {
        guard let definition = SmartAlbumDefinition(row) else { return nil }
        self.init(
            id: row.integer(0),
            uuid: ObjectUUID(bytes: row.blob(1)),
            definition: definition,
            count: row.integer(3),
            changed: row.optionalInteger(6)
        )
    }

    /// The album as its row is now; nil when that is of another condition, and has to be read whole.
    func read(again row: SQLiteStatement) -> SmartAlbumState? {
        let isOwn = definition.subtype == .smartAlbumGeneric
        guard Int(row.integer(2)) == definition.subtype.rawValue,
            !isOwn
                || row.optionalText(4) == definition.title
                    && row.optionalText(5) == definition.format
        else { return nil }
        var album = self
        (album.count, album.changed) = (row.integer(3), row.optionalInteger(6))
        return album
    }
}

/// The properties of a collection that a change can touch.
package struct CollectionKeys: OptionSet, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static let count = Self(rawValue: 1 << 0)
    package static let title = Self(rawValue: 1 << 1)
    package static let path = Self(rawValue: 1 << 2)
    package static let parentId = Self(rawValue: 1 << 3)
    package static let dates = Self(rawValue: 1 << 4)

    /// A moment's place, which JSON does not tell.
    package static let location = Self(rawValue: 1 << 5)

    /// Each bit with the JSON keys it stands for.
    package static let names: [(key: CollectionKeys, names: [StaticString])] = [
        (.title, ["title"]), (.path, ["path"]), (.parentId, ["parentId"]), (.count, ["count"]),
        (.dates, ["startDate", "endDate"]),
    ]
}

extension CatalogueWriter {
    /// Applies what the transaction added up: counts, appearing and vanishing collections, bursts,
    /// smart albums.
    func settleAccounts() throws {
        guard !accounting.isEmpty else { return }
        try regroup()
        for (key, assets) in accounting.bursts.sorted(by: { $0.key < $1.key }) {
            try regroupBurst(key, assets)
        }
        for (id, delta) in accounting.directories { try count(id, assets: delta) }
        try sayCollections()
        try ageSmartAlbums()
        try giveUpAlbums()
        try saySmartAlbums()
        try sayUserAlbums()
        try settleMoments()
        accounting = Accounting()
    }

    /// Changes a directory's counts and, where it becomes empty or ceases to be, its parents'.
    private func count(_ id: Int64, assets: Int64, children: Int64 = 0) throws {
        var current: Int64? = id
        var (assets, children) = (assets, children)
        while let id = current, var directory = directories[id] {
            rememberBefore(id)
            let wasFilled = directory.isFilled
            directory.assetCount += assets
            directory.childCount += children
            directories[id] = directory
            try statements.countDirectory.bind(1, id).bind(2, directory.assetCount)
                .bind(3, directory.childCount).bind(4, directory.addedCount).bind(5, writing).run()
            guard wasFilled != directory.isFilled else { return }
            (assets, children) = (0, directory.isFilled ? 1 : -1)
            current = directory.parent
        }
    }

    /// Hooks a filled directory onto a parent, or off it, in the parents' counts.
    func countChild(_ id: Int64, of parent: Int64?, by delta: Int64) throws {
        guard let child = directories[id], child.isFilled, let parent else { return }
        try count(parent, assets: 0, children: delta)
    }

    func rememberBefore(_ id: Int64) {
        guard accounting.before[id] == nil, let directory = directories[id] else { return }
        accounting.before[id] = directory
    }

    private func sayCollections() throws {
        let ids = Set(accounting.before.keys).union(accounting.directories.keys)
            .union(accounting.albumKeys.keys).union(accounting.folderKeys.keys)
        for id in ids.sorted() {
            guard let directory = directories[id] else { continue }
            let before = accounting.before[id] ?? directory
            var albumKeys = accounting.albumKeys[id] ?? []
            if accounting.directories[id] != nil { albumKeys.formUnion([.count, .dates]) }
            if before.isFolder != directory.isFolder { albumKeys.insert(.parentId) }
            var folderKeys = accounting.folderKeys[id] ?? []
            if before.childCount != directory.childCount { folderKeys.insert(.count) }
            try sayCollection(
                .album,
                directory,
                was: before.isAlbum,
                is: directory.isAlbum,
                albumKeys
            )
            try sayCollection(
                .folder,
                directory,
                was: before.isFolder,
                is: directory.isFolder,
                folderKeys
            )
        }
    }

    private func sayCollection(
        _ kind: HistoryKind,
        _ directory: DirectoryRecord,
        was: Bool,
        is isNow: Bool,
        _ keys: CollectionKeys
    ) throws {
        let uuid = kind == .album ? directory.uuid : directory.folderUUID
        let previous = accounting.previousPaths[directory.id]
            .map { RootedPath(path: $0.path, root: $0.root) }
        let change: CollectionChange
        switch (was, isNow) {
        case (false, true): change = .inserted
        case (true, false):
            let path = RootedPath(path: relativePath(directory.id), root: directory.root)
            change = .removed(from: previous ?? path)
        case (true, true) where !keys.isEmpty:
            // A path that was noted is that of a directory on another path now.
            change = previous.map { .moved(keys, from: $0) } ?? .changed(keys)
        default: return
        }
        try recordChange(.collection(kind, directory.id, uuid, change))
    }

    /// Applies what was added up for smart albums so far.
    func saySmartAlbums() throws {
        for (index, delta) in accounting.smart.sorted(by: { $0.key < $1.key }) {
            smartAlbums[index].count += delta
            try say(&smartAlbums[index], .changed)
            try saveSmartAlbum(index)
        }
        accounting.smart = [:]
    }

    /// Notes an asset that comes (`after` only), goes (`before` only) or changes.
    func account(before: AssetRecord?, after: AssetRecord?) throws {
        if before?.directory != after?.directory || before?.creationDate != after?.creationDate {
            if let before { accounting.directories[before.directory, default: 0] -= 1 }
            if let after { accounting.directories[after.directory, default: 0] += 1 }
        }
        if let id = (after ?? before)?.id {
            try accountBurst(
                id,
                was: before.flatMap(BurstPlace.init),
                isNow: after.flatMap(BurstPlace.init)
            )
            accountMoment(id, was: before?.momentItem, isNow: after?.momentItem)
        }
        accountSmart(before: before, after: after)
        try accountMembers(before: before, after: after)
    }

    /// Notes an asset that nobody knew: it is in no album of the user's yet.
    func accountNew(_ record: AssetRecord) throws {
        accounting.directories[record.directory, default: 0] += 1
        if let place = BurstPlace(record) { try accountBurst(record.id, was: nil, isNow: place) }
        accountMoment(record.id, was: nil, isNow: record.momentItem)
        smartMembership.forEachAlbum(of: record, now: smartAlbumTime) {
            accounting.smart[$0, default: 0] += 1
        }
    }

    func accountSmart(before: AssetRecord?, after: AssetRecord?) {
        let now = smartAlbumTime
        var was: Set<Int> = []
        if let before { smartMembership.forEachAlbum(of: before, now: now) { was.insert($0) } }
        if let after {
            smartMembership.forEachAlbum(of: after, now: now) {
                if was.remove($0) == nil { accounting.smart[$0, default: 0] += 1 }
            }
        }
        for index in was { accounting.smart[index, default: 0] -= 1 }
    }
}
