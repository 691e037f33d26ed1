internal import PhotoModel
internal import PredicateFormat

/// Queries for albums, folders, smart albums and moments.
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

    /// Returns collections in the order a user sees them: folders and albums by path, then user-made ones, smart
    /// albums, moments by date; call within ``snapshot(_:)``.
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

    /// Returns the collections in a folder.
    ///
    /// A directory that holds both assets and directories is a folder with an album of the same title.
    func children(of folder: CollectionRecord) throws -> [CollectionRecord] {
        switch folder.source {
        case .folder: try children(ofDirectory: folder.id)
        case .userFolder:
            try albums.userCollections("WHERE parent = ?") { $0.bind(1, folder.id) }
        default: []
        }
    }

    /// Returns the top-level collections of the roots, root by root, then the user-made ones that are in no folder.
    func topLevel() throws -> [CollectionRecord] {
        try directories.allRoots.flatMap { try children(ofDirectory: $0.directory) }
            + albums.userCollections("WHERE parent IS NULL")
    }

    private func children(ofDirectory id: Int64) throws -> [CollectionRecord] {
        let filled = "removedAt IS NULL AND (assetCount > 0 OR childCount > 0)"
        let children = try directories.directories(
            "WHERE parent = ?1 AND \(filled) ORDER BY name"
        ) {
            $0.bind(1, id)
        }
        return try [albums.undatedAlbum(id)].compactMap { $0 }
            + children.compactMap { try albums.folder($0.id) ?? albums.undatedAlbum($0.id) }
    }

    /// Returns the folder a collection is in.
    func parent(of record: CollectionRecord) throws -> CollectionRecord? {
        try record.parent.flatMap(collection)
    }

    /// Returns a collection with the dates of its first and its last asset where an index provides them: for a moment,
    /// an album, and the smart album of all assets.
    func dated(_ record: CollectionRecord) throws -> CollectionRecord {
        var dated = record
        switch record.source {
        case .album, .userAlbum:
            let ends = try albums.ends(record.id, isDirectory: record.source == .album)
            dated.startDate = try ends.flatMap { try albums.date($0.first.asset) }
            dated.endDate = try ends.flatMap { try albums.date($0.last.asset) }
        case .smartAlbum where record.subtype.rawValue == SmartAlbumDefinition.userLibrary:
            dated.startDate = try endOfLibrary("ASC")
            dated.endDate = try endOfLibrary("DESC")
        default: break
        }
        return dated
    }

    private func endOfLibrary(_ direction: String) throws -> CaptureDate? {
        let id = try session.statement(
            """
            SELECT id FROM asset WHERE partOf IS NULL
            ORDER BY creationDate \(direction), listed \(direction) LIMIT 1
            """
        ).first { $0.integer(0) }
        return try id.flatMap(albums.date)
    }

    /// Returns when a collection last changed, in microseconds since 1970; nil if the history does not go back that
    /// far.
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

    /// Returns an album, folder, smart album or moment in its present state, or nil if it does not exist.
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

    /// Returns the collection with an identifier.
    func collection(_ uuid: ObjectUUID) throws -> CollectionRecord? {
        func directory(_ uuid: ObjectUUID) throws -> Int64? {
            try directories.directories("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first?.id
        }
        if let id = try directory(uuid) { return try albums.album(id) }
        // The two identifiers of a directory differ in one bit.
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

    /// Returns the identifier of the album that the assets of a directory are in.
    func albumUUID(_ directory: Int64) throws -> ObjectUUID? {
        try directories[directory]?.uuid
    }
}
