internal import PhotoModel

/// Queries for albums and folders, of directories and user-made.
struct AlbumQueries {
    private let session: ReadSession
    private let directories: DirectoryCache

    init(_ session: ReadSession, _ directories: DirectoryCache) {
        (self.session, self.directories) = (session, directories)
    }

    /// Returns the album of a directory, without its dates.
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

    /// Returns the identifier of a directory's folder.
    private func folderUUID(_ directory: Int64?) throws -> ObjectUUID? {
        try directory.flatMap { try directories[$0]?.folderUUID }
    }

    /// Returns the album of a directory.
    func album(_ id: Int64) throws -> CollectionRecord? {
        guard var record = try undatedAlbum(id) else { return nil }
        let ends = try ends(id, isDirectory: true)
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

    /// Returns the first and the last asset of an album by date, be it a directory's or user-made.
    func ends(
        _ id: Int64,
        isDirectory: Bool
    ) throws -> (first: AssetPosition, last: AssetPosition)? {
        let lying = "SELECT creationDate, id FROM asset WHERE directory = ? AND partOf IS NULL"
        let added = "SELECT date, asset FROM member WHERE album = ? AND date IS NOT NULL"
        func end(_ sql: String) throws -> AssetPosition? {
            try session.statement("\(sql) LIMIT 1").bind(1, id)
                .first { AssetPosition(date: $0.integer(0), asset: $0.integer(1)) }
        }
        let first = [
            try isDirectory ? end("\(lying) ORDER BY creationDate, id") : nil,
            try end("\(added) ORDER BY date, asset"),
        ].compactMap { $0 }.min()
        let last = [
            try isDirectory ? end("\(lying) ORDER BY creationDate DESC, id DESC") : nil,
            try end("\(added) ORDER BY date DESC, asset DESC"),
        ].compactMap { $0 }.max()
        guard let first, let last else { return nil }
        return (first, last)
    }

    /// Returns the date at which an asset was taken.
    func date(_ asset: Int64) throws -> CaptureDate? {
        try session.statement(
            "SELECT \(AssetColumns.list(AssetColumns.dates, of: "asset")) FROM asset WHERE id = ?"
        )
        .bind(1, asset).first { AssetColumns.date($0, 0) }
    }

    /// Returns the folder of a directory.
    func folder(_ id: Int64) throws -> CollectionRecord? {
        guard let directory = try directories[id], directory.isFolder else { return nil }
        return CollectionRecord(
            source: .folder,
            id: id,
            uuid: directory.folderUUID,
            subtype: directory.parent == nil ? .rootFolder : .regularFolder,
            title: directory.name,
            path: try directories.path(id),
            parent: try folderUUID(directory.parent),
            count: directory.childCount
        )
    }

    /// Returns the user-created albums and folders, in the user's order; `bind` binds the parameters of the
    /// condition.
    func userCollections(
        _ condition: String = "",
        _ bind: (SQLiteStatement) -> SQLiteStatement = { $0 }
    ) throws -> [CollectionRecord] {
        var found: [CollectionRecord] = []
        let rows = session.statement(
            """
            SELECT id, uuid, isFolder, title,
                (SELECT uuid FROM userCollection AS folder WHERE folder.id = this.parent),
                count, position
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
                    count: row.integer(5),
                    position: row.integer(6)
                )
            )
        }
        return found
    }

    /// Returns the user-made albums that an asset is a member of.
    func userAlbums(containing asset: Int64) throws -> [CollectionRecord] {
        try userCollections("WHERE id IN (SELECT album FROM member WHERE asset = ?)") {
            $0.bind(1, asset)
        }
    }

    /// Returns the assets that a user added to an album, in its order; nil for a collection without added assets.
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

    /// Returns the directories that are albums or folders, by path.
    func filledDirectories() throws -> [DirectoryRecord] {
        try directories.directories(
            "WHERE removedAt IS NULL AND (assetCount > 0 OR childCount > 0)"
        )
        .map { ($0, try directories.path($0.id)) }
        .sorted { a, b in
            a.0.root == b.0.root ? a.1.lexicographicallyPrecedes(b.1) : a.0.root < b.0.root
        }
        .map(\.0)
    }

    /// Returns the albums of directories and the user-made ones, without their dates.
    func albums() throws -> [CollectionRecord] {
        try filledDirectories().compactMap { try undatedAlbum($0.id) }
            + userCollections().filter { $0.source == .userAlbum }
    }

    /// Returns the folders, of directories and user-made.
    func folders() throws -> [CollectionRecord] {
        try filledDirectories().compactMap { try folder($0.id) }
            + userCollections().filter { $0.source == .userFolder }
    }

    /// Returns the albums an asset is in: its directory's, those of directories it was added to, and user-made ones.
    func albums(containing record: AssetRecord) throws -> [CollectionRecord] {
        var albums = [record.directory]
        try session.statement("SELECT album FROM member WHERE asset = ? ORDER BY album").bind(
            1,
            record.id
        )
        .forEach { if $0.integer(0) != record.directory { albums.append($0.integer(0)) } }
        return try albums.compactMap(undatedAlbum) + userAlbums(containing: record.id)
    }
}
