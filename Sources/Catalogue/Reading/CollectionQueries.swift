internal import PhotoModel
internal import PredicateFormat

/// Albums, folders and whatever else assets are collected in.
struct CollectionQueries {
    private let session: ReadSession
    private let directories: DirectoryCache
    private let albums: AlbumQueries
    private let smartAlbums: SmartAlbumQueries
    private let moments: MomentQueries

    init(
        _ session: ReadSession,
        _ directories: DirectoryCache,
        _ albums: AlbumQueries,
        _ smartAlbums: SmartAlbumQueries,
        _ moments: MomentQueries
    ) {
        (self.session, self.directories, self.albums) = (session, directories, albums)
        (self.smartAlbums, self.moments) = (smartAlbums, moments)
    }

    /// Collections in the order a user sees them: folders and albums by path, then those the user made,
    /// smart albums, moments by date; call within ``snapshot(_:)``.
    func all(
        _ kinds: Set<ObjectKind> = [.album, .folder, .smartAlbum, .moment]
    ) throws -> [CollectionRecord] {
        var found: [CollectionRecord] = []
        if kinds.contains(.album) || kinds.contains(.folder) {
            for directory in try albums.filledDirectories() {
                if let folder = try albums.folder(directory.id) { found.append(folder) }
                if let album = try albums.album(directory.id) { found.append(album) }
            }
            found += try albums.userCollections()
        }
        if kinds.contains(.smartAlbum) { found += try smartAlbums.all() }
        if kinds.contains(.moment) { found += try moments.all().map(\.record) }
        return found.filter { kinds.contains($0.kind) }
    }

    /// What is in a folder; nil for what is in none.
    ///
    /// A directory that holds both assets and directories is a folder with an album of the same title.
    func children(of folder: CollectionRecord?) throws -> [CollectionRecord] {
        switch (folder?.source, folder?.id) {
        case (nil, _):
            return try children(ofDirectory: nil) + albums.userCollections("WHERE parent IS NULL")
        case (.folder?, let id): return try children(ofDirectory: id)
        case (.userFolder?, let id?):
            return try albums.userCollections("WHERE parent = ?") { $0.bind(1, id) }
        default: return []
        }
    }

    private func children(ofDirectory id: Int64?) throws -> [CollectionRecord] {
        var found: [CollectionRecord] = []
        if let id, let album = try albums.undatedAlbum(id) { found.append(album) }
        let isChild = id == nil ? "parent IS NULL" : "parent = ?1"
        let filled = "removedAt IS NULL AND (assetCount > 0 OR childCount > 0)"
        let filledChildren = try directories.directories(
            "WHERE \(isChild) AND \(filled) ORDER BY root, name"
        ) {
            $0.bind(1, id)
        }
        for directory in filledChildren {
            if let child = try albums.folder(directory.id) ?? albums.undatedAlbum(directory.id) {
                found.append(child)
            }
        }
        return found
    }

    /// The folder a collection is in.
    func parent(of record: CollectionRecord) throws -> CollectionRecord? {
        try record.parent.flatMap(collection)
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
        case .album: try albums.album(id)
        case .folder: try albums.folder(id)
        case .smartAlbum: try smartAlbums.album(id)
        case .moment: try moments.all("WHERE id = ?") { $0.bind(1, id) }.first?.record
        case .userAlbum, .userFolder:
            try albums.userCollections("WHERE id = ?") { $0.bind(1, id) }.first {
                $0.source == kind
            }
        case .asset, .state, .synced: nil
        }
    }

    /// The collection with an identifier.
    func collection(_ uuid: ObjectUUID) throws -> CollectionRecord? {
        func directory(_ uuid: ObjectUUID) throws -> Int64? {
            try directories.directories("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first?.id
        }
        if let id = try directory(uuid) { return try albums.album(id) }
        // The two identifiers of a directory differ in a bit.
        if let id = try directory(DirectoryRecord.counterpart(of: uuid)) {
            return try albums.folder(id)
        }
        return try albums.userCollections("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first
            ?? smartAlbums.all("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first
            ?? moments.all("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first?.record
    }

    /// Returns the query for the members of a collection; nil for one that contains collections.
    func query(_ record: CollectionRecord) throws -> AssetQuery? {
        var query = AssetQuery()
        switch record.source {
        case .album:
            query.scope =
                try albums.hasMembers(record.id)
                ? .directoryAlbum(record.id) : .directory(record.id)
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
}
