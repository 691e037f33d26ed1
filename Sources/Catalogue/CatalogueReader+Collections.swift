package import PhotoModel
internal import PredicateFormat

extension CatalogueReader {
    /// Collections in the order a user sees them: folders and albums by path, then those the user made,
    /// smart albums, moments by date; call within ``snapshot(_:)``.
    package func collections(
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
        if kinds.contains(.smartAlbum) { found += try smartAlbums() }
        if kinds.contains(.moment) { found += try moments().map(\.record) }
        return found.filter { kinds.contains($0.kind) }
    }

    /// The albums of directories and those the user made, without their dates.
    package func albums() throws -> [CollectionRecord] {
        try filledDirectories().compactMap { try undatedAlbum($0.id) }
            + userCollections().filter { $0.source == .userAlbum }
    }

    /// The folders, of directories and user-made.
    package func folders() throws -> [CollectionRecord] {
        try filledDirectories().compactMap { try folder($0.id) }
            + userCollections().filter { $0.source == .userFolder }
    }

    /// What is in a folder; nil for what is in none.
    ///
    /// A directory that holds both assets and directories is a folder with an album of the same title.
    package func children(of folder: CollectionRecord?) throws -> [CollectionRecord] {
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
        let directories = try directories("WHERE \(isChild) AND \(filled) ORDER BY root, name") {
            $0.bind(1, id)
        }
        for directory in directories {
            if let child = try folder(directory.id) ?? undatedAlbum(directory.id) {
                found.append(child)
            }
        }
        return found
    }

    /// The folder a collection is in.
    package func parent(of record: CollectionRecord) throws -> CollectionRecord? {
        try record.parent.flatMap(collection)
    }

    /// The albums an asset is in: its directory's, directories' it was added to, and the user's.
    package func albums(containing record: AssetRecord) throws -> [CollectionRecord] {
        var albums = [record.directory]
        try statement("SELECT album FROM member WHERE asset = ? ORDER BY album").bind(1, record.id)
            .forEach { if $0.integer(0) != record.directory { albums.append($0.integer(0)) } }
        return try albums.compactMap(undatedAlbum) + userAlbums(containing: record.id)
    }

    /// When a collection changed last, in microseconds since 1970; nil when the history does not go back to it.
    package func modificationDate(of record: CollectionRecord) throws -> Int64? {
        let last = try ObjectHistory(self, through: .max).last(record.id, record.source)
        return try statement(
            """
            SELECT time FROM commitTime WHERE sequence >=
                (SELECT sequence FROM change WHERE sequence = ?)
            ORDER BY sequence LIMIT 1
            """
        ).bind(1, last).first { $0.integer(0) }
    }

    /// How many albums, folders and smart albums there are.
    package func collectionCount() throws -> Int64 {
        try statement(
            """
            SELECT (SELECT coalesce(sum((assetCount > 0) + (childCount > 0)), 0)
                    FROM directory WHERE removedAt IS NULL)
                + (SELECT count(*) FROM smartAlbum) + (SELECT count(*) FROM userCollection)
            """
        ).first { $0.integer(0) } ?? 0
    }

    /// How many albums there are, of directories and made by users.
    package func albumCount() throws -> Int64 {
        try statement(
            """
            SELECT (SELECT count(*) FROM directory WHERE removedAt IS NULL AND assetCount > 0)
                + (SELECT count(*) FROM userCollection WHERE isFolder = 0)
            """
        ).first { $0.integer(0) } ?? 0
    }

    /// An album, folder, smart album or moment as it is now, or nil when there is none.
    package func collection(_ id: Int64, _ kind: HistoryKind) throws -> CollectionRecord? {
        switch kind {
        case .album: try album(id)
        case .folder: try folder(id)
        case .smartAlbum: try smartAlbum(id)
        case .moment: try moments("WHERE id = ?") { $0.bind(1, id) }.first?.record
        case .userAlbum, .userFolder:
            try userCollections("WHERE id = ?") { $0.bind(1, id) }.first { $0.source == kind }
        case .asset, .state, .synced: nil
        }
    }

    /// The collection with an identifier.
    package func collection(_ uuid: ObjectUUID) throws -> CollectionRecord? {
        func directory(_ uuid: ObjectUUID) throws -> Int64? {
            try directories("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first?.id
        }
        if let id = try directory(uuid) { return try album(id) }
        // The two identifiers of a directory differ in a bit.
        if let id = try directory(DirectoryRecord.counterpart(of: uuid)) { return try folder(id) }
        return try userCollections("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first
            ?? smartAlbums("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first
            ?? moments("WHERE uuid = ?") { $0.bind(1, uuid.bytes) }.first?.record
    }

    /// Members of a collection, as a query; nil for one that holds collections.
    package func query(_ record: CollectionRecord) throws -> AssetQuery? {
        var query = AssetQuery()
        switch record.source {
        case .album:
            query.scope =
                try hasMembers(record.id) ? .directoryAlbum(record.id) : .directory(record.id)
        case .userAlbum: query.scope = .userAlbum(record.id)
        case .smartAlbum:
            guard let definition = try smartAlbumDefinition(record.id) else { return nil }
            query.predicate = definition.predicate
        case .moment:
            let range = try moments("WHERE id = ?") { $0.bind(1, record.id) }.first?.range
            guard let range else { return nil }
            query.scope = .moment(from: range.start, through: range.end)
        case .folder, .userFolder, .asset, .state, .synced: return nil
        }
        return query
    }

    /// The identifier of the album an asset of this directory is in.
    package func albumUUID(_ directory: Int64) throws -> ObjectUUID? {
        try self.directory(directory)?.uuid
    }

    private func filledDirectories() throws -> [DirectoryRecord] {
        try directories("WHERE removedAt IS NULL AND (assetCount > 0 OR childCount > 0)")
            .map { ($0, try directoryPath($0.id)) }
            .sorted { a, b in
                a.0.root == b.0.root ? a.1.lexicographicallyPrecedes(b.1) : a.0.root < b.0.root
            }
            .map(\.0)
    }
}
