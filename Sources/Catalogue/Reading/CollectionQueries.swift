internal import PhotoModel
internal import PredicateFormat

/// Albums, folders and whatever else assets are collected in.
struct CollectionQueries {
    private let session: ReadSession
    private let directories: DirectoryCache
    private let smartAlbums: SmartAlbumQueries
    private let moments: MomentQueries

    init(
        _ session: ReadSession,
        _ directories: DirectoryCache,
        _ smartAlbums: SmartAlbumQueries,
        _ moments: MomentQueries
    ) {
        (self.session, self.directories) = (session, directories)
        (self.smartAlbums, self.moments) = (smartAlbums, moments)
    }

    /// The album of a directory, without its dates.
    func undatedAlbum(_ id: Int64) throws -> CollectionRecord? {
        guard let directory = try directories[id], directory.isAlbum else { return nil }
        let parent =
            directory.isFolder
            ? directory.folderUUID : try folderUUID(directory.parent)
        return CollectionRecord(
            source: .album,
            id: id,
            uuid: directory.uuid,
            subtype: .albumRegular,
            title: directory.name,
            path: try directories.path(id),
            parent: parent,
            count: directory.assetCount + directory.addedCount
        )
    }

    /// Whether assets that lie elsewhere were added to a directory's album.
    func hasMembers(_ directory: Int64) throws -> Bool {
        try directories[directory]?.hasMembers == true
    }

    /// The identifier of a directory's folder.
    private func folderUUID(_ directory: Int64?) throws -> ObjectUUID? {
        try directory.flatMap { try directories[$0]?.folderUUID }
    }

    /// The album of a directory.
    func album(_ id: Int64) throws -> CollectionRecord? {
        guard var record = try undatedAlbum(id) else { return nil }
        let ends = try ends(id)
        (record.startDate, record.endDate) = (
            try ends.flatMap { try date($0.first.asset) },
            try ends.flatMap { try date($0.last.asset) }
        )
        let count = try session.statement(
            "SELECT assetCount + addedCount FROM directory WHERE id = ?"
        )
        .bind(1, id).first { $0.integer(0) }
        record.count = count ?? record.count
        return record
    }

    /// The first and the last asset of a directory's album, by date.
    private func ends(_ id: Int64) throws -> (first: AssetPosition, last: AssetPosition)? {
        let lying = "SELECT creationDate, id FROM asset WHERE directory = ? AND partOf IS NULL"
        let added = "SELECT date, asset FROM member WHERE album = ? AND date IS NOT NULL"
        func end(_ sql: String) throws -> AssetPosition? {
            try session.statement("\(sql) LIMIT 1").bind(1, id)
                .first { AssetPosition(date: $0.integer(0), asset: $0.integer(1)) }
        }
        let first = [
            try end("\(lying) ORDER BY creationDate, id"), try end("\(added) ORDER BY date, asset"),
        ].compactMap { $0 }.min()
        let last = [
            try end("\(lying) ORDER BY creationDate DESC, id DESC"),
            try end("\(added) ORDER BY date DESC, asset DESC"),
        ].compactMap { $0 }.max()
        guard let first, let last else { return nil }
        return (first, last)
    }

    /// When an asset was taken.
    func date(_ asset: Int64) throws -> CaptureDate? {
        try session.statement(
            "SELECT creationDate, creationOffset, dateSource FROM asset WHERE id = ?"
        )
        .bind(1, asset).first { AssetColumns.date($0, 0) }
    }

    /// The folder of a directory.
    func folder(_ id: Int64) throws -> CollectionRecord? {
        guard let directory = try directories[id], directory.isFolder else { return nil }
        return CollectionRecord(
            source: .folder,
            id: id,
            uuid: directory.folderUUID,
            subtype: .regularFolder,
            title: directory.name,
            path: try directories.path(id),
            parent: try folderUUID(directory.parent),
            count: directory.childCount
        )
    }

    /// The albums and folders the user made, in the user's order; `bind` gives a condition what it asks for.
    func userCollections(
        _ condition: String = "",
        _ bind: (SQLiteStatement) -> SQLiteStatement = { $0 }
    ) throws -> [CollectionRecord] {
        var found: [CollectionRecord] = []
        let rows = try session.statement(
            """
            SELECT id, uuid, isFolder, title,
                (SELECT uuid FROM userCollection AS folder WHERE folder.id = this.parent),
                count
            FROM userCollection AS this \(condition) ORDER BY parent, position, id
            """
        )
        try bind(rows).forEach { row in
            let isFolder = row.integer(2) == 1
            found.append(
                CollectionRecord(
                    source: isFolder ? .userFolder : .userAlbum,
                    id: row.integer(0),
                    uuid: ObjectUUID(bytes: row.blob(1)),
                    subtype: isFolder ? .regularFolder : .albumRegular,
                    title: Array((row.optionalText(3) ?? "").utf8),
                    parent: row.isNull(4) ? nil : ObjectUUID(bytes: row.blob(4)),
                    count: row.integer(5)
                )
            )
        }
        return found
    }

    /// The user-made albums an asset is a member of.
    func userAlbums(containing asset: Int64) throws -> [CollectionRecord] {
        try userCollections("WHERE id IN (SELECT album FROM member WHERE asset = ?)") {
            $0.bind(1, asset)
        }
    }

    /// What a user put into an album, in its order; nil for a collection that nothing is put into.
    func addedAssets(_ collection: CollectionRecord) throws -> [ObjectUUID]? {
        guard collection.source == .userAlbum || collection.source == .album else { return nil }
        var added: [ObjectUUID] = []
        try session.statement(
            """
            SELECT uuid FROM member JOIN asset ON asset.id = member.asset
            WHERE album = ? AND partOf IS NULL ORDER BY position
            """
        ).bind(1, collection.id).forEach { added.append(ObjectUUID(bytes: $0.blob(0))) }
        return collection.source == .album && added.isEmpty ? nil : added
    }

    /// Collections in the order a user sees them: folders and albums by path, then those the user made,
    /// smart albums, moments by date; call within ``snapshot(_:)``.
    func all(
        _ kinds: Set<ObjectKind> = [.album, .folder, .smartAlbum, .moment]
    ) throws -> [CollectionRecord] {
        var found: [CollectionRecord] = []
        if kinds.contains(.album) || kinds.contains(.folder) {
            for directory in try filledDirectories() {
                if let folder = try folder(directory.id) { found.append(folder) }
                if let album = try album(directory.id) { found.append(album) }
            }
            found += try userCollections()
        }
        if kinds.contains(.smartAlbum) { found += try smartAlbums.all() }
        if kinds.contains(.moment) { found += try moments.all().map(\.record) }
        return found.filter { kinds.contains($0.kind) }
    }

    /// The albums of directories and those the user made, without their dates.
    func albums() throws -> [CollectionRecord] {
        try filledDirectories().compactMap { try undatedAlbum($0.id) }
            + userCollections().filter { $0.source == .userAlbum }
    }

    /// The folders, of directories and user-made.
    func folders() throws -> [CollectionRecord] {
        try filledDirectories().compactMap { try folder($0.id) }
            + userCollections().filter { $0.source == .userFolder }
    }

    /// What is in a folder; nil for what is in none.
    ///
    /// A directory that holds both assets and directories is a folder with an album of the same title.
    func children(of folder: CollectionRecord?) throws -> [CollectionRecord] {
        switch (folder?.source, folder?.id) {
        case (nil, _):
            return try children(ofDirectory: nil) + userCollections("WHERE parent IS NULL")
        case (.folder?, let id): return try children(ofDirectory: id)
        case (.userFolder?, let id?):
            return try userCollections("WHERE parent = ?") { $0.bind(1, id) }
        default: return []
        }
    }

    private func children(ofDirectory id: Int64?) throws -> [CollectionRecord] {
        var found: [CollectionRecord] = []
        if let id, let album = try undatedAlbum(id) { found.append(album) }
        let isChild = id == nil ? "parent IS NULL" : "parent = ?1"
        let filled = "removedAt IS NULL AND (assetCount > 0 OR childCount > 0)"
        let filledChildren = try directories.directories(
            "WHERE \(isChild) AND \(filled) ORDER BY root, name"
        ) {
            $0.bind(1, id)
        }
        for directory in filledChildren {
            if let child = try folder(directory.id) ?? undatedAlbum(directory.id) {
                found.append(child)
            }
        }
        return found
    }

    /// The folder a collection is in.
    func parent(of record: CollectionRecord) throws -> CollectionRecord? {
        try record.parent.flatMap(collection)
    }

    /// The albums an asset is in: its directory's, directories' it was added to, and the user's.
    func albums(containing record: AssetRecord) throws -> [CollectionRecord] {
        var albums = [record.directory]
        try session.statement("SELECT album FROM member WHERE asset = ? ORDER BY album").bind(
            1,
            record.id
        )
        .forEach { if $0.integer(0) != record.directory { albums.append($0.integer(0)) } }
        return try albums.compactMap(undatedAlbum) + userAlbums(containing: record.id)
    }

    /// When a collection changed last, in microseconds since 1970; nil when the history does not go back to it.
    func modificationDate(of record: CollectionRecord) throws -> Int64? {
        let last = try ObjectHistory(session, through: .max).last(record.id, record.source)
        return try session.statement(
            """
            SELECT time FROM commitTime WHERE sequence >=
                (SELECT sequence FROM change WHERE sequence = ?)
            ORDER BY sequence LIMIT 1
            """
        ).bind(1, last).first { $0.integer(0) }
    }

    /// An album, folder, smart album or moment as it is now, or nil when there is none.
    func collection(_ id: Int64, _ kind: HistoryKind) throws -> CollectionRecord? {
        switch kind {
        case .album: try album(id)
        case .folder: try folder(id)
        case .smartAlbum: try smartAlbums.album(id)
        case .moment: try moments.all("WHERE id = ?") { $0.bind(1, id) }.first?.record
        case .userAlbum, .userFolder:
            try userCollections("WHERE id = ?") { $0.bind(1, id) }.first { $0.source == kind }
        case .asset, .state, .synced: nil
        }
    }

    /// The collection with an identifier.
    func collection(_ uuid: ObjectUUID) throws -> CollectionRecord? {
        func directory(_ uuid: ObjectUUID) throws -> Int64? {
            try directories.directories("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first?.id
        }
        if let id = try directory(uuid) { return try album(id) }
        // The two identifiers of a directory differ in a bit.
        if let id = try directory(DirectoryRecord.counterpart(of: uuid)) { return try folder(id) }
        return try userCollections("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first
            ?? smartAlbums.all("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first
            ?? moments.all("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first?.record
    }

    /// Members of a collection, as a query; nil for one that holds collections.
    func query(_ record: CollectionRecord) throws -> AssetQuery? {
        var query = AssetQuery()
        switch record.source {
        case .album:
            query.scope =
                try hasMembers(record.id) ? .directoryAlbum(record.id) : .directory(record.id)
        case .userAlbum: query.scope = .userAlbum(record.id)
        case .smartAlbum:
            guard let definition = try smartAlbums.definition(record.id) else { return nil }
            query.predicate = definition.predicate
        case .moment:
            let range = try moments.all("WHERE id = ?") { $0.bind(1, record.id) }.first?.range
            guard let range else { return nil }
            query.scope = .moment(from: range.start, through: range.end)
        case .folder, .userFolder, .asset, .state, .synced: return nil
        }
        return query
    }

    /// The identifier of the album an asset of this directory is in.
    func albumUUID(_ directory: Int64) throws -> ObjectUUID? {
        try directories[directory]?.uuid
    }

    private func filledDirectories() throws -> [DirectoryRecord] {
        try directories.directories(
            "WHERE removedAt IS NULL AND (assetCount > 0 OR childCount > 0)"
        )
        .map { ($0, try directories.path($0.id)) }
        .sorted { a, b in
            a.0.root == b.0.root ? a.1.lexicographicallyPrecedes(b.1) : a.0.root < b.0.root
        }
        .map(\.0)
    }
}
