package import PhotoModel
package import PredicateFormat

extension CatalogueReader {
    /// The album of a directory, without its dates.
    func undatedAlbum(_ id: Int64) throws -> CollectionRecord? {
        guard let directory = try directory(id), directory.isAlbum else { return nil }
        let parent =
            directory.isFolder
            ? directory.folderUUID : try folderUUID(directory.parent)
        return CollectionRecord(
            source: .album,
            id: id,
            uuid: directory.uuid,
            subtype: .albumRegular,
            title: directory.name,
            path: try directoryPath(id),
            parent: parent,
            count: directory.assetCount + directory.addedCount
        )
    }

    /// Whether assets that lie elsewhere were added to a directory's album.
    package func hasMembers(_ directory: Int64) throws -> Bool {
        try self.directory(directory)?.hasMembers == true
    }

    /// The identifier of a directory's folder.
    private func folderUUID(_ directory: Int64?) throws -> ObjectUUID? {
        try directory.flatMap { try self.directory($0)?.folderUUID }
    }

    /// The album of a directory.
    func album(_ id: Int64) throws -> CollectionRecord? {
        guard var record = try undatedAlbum(id) else { return nil }
        let ends = try ends(id)
        (record.startDate, record.endDate) = (
            try ends.flatMap { try date($0.first.asset) },
            try ends.flatMap { try date($0.last.asset) }
        )
        let count = try statement("SELECT assetCount + addedCount FROM directory WHERE id = ?")
            .bind(1, id).first { $0.integer(0) }
        record.count = count ?? record.count
        return record
    }

    /// The first and the last asset of a directory's album, by date.
    private func ends(_ id: Int64) throws -> (first: AssetPosition, last: AssetPosition)? {
        let lying = "SELECT creationDate, id FROM asset WHERE directory = ? AND partOf IS NULL"
        let added = "SELECT date, asset FROM member WHERE album = ? AND date IS NOT NULL"
        func end(_ sql: String) throws -> AssetPosition? {
            try statement("\(sql) LIMIT 1").bind(1, id)
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
        try statement("SELECT creationDate, creationOffset, dateSource FROM asset WHERE id = ?")
            .bind(1, asset).first { AssetColumns.date($0, 0) }
    }

    /// The folder of a directory.
    func folder(_ id: Int64) throws -> CollectionRecord? {
        guard let directory = try directory(id), directory.isFolder else { return nil }
        return CollectionRecord(
            source: .folder,
            id: id,
            uuid: directory.folderUUID,
            subtype: .regularFolder,
            title: directory.name,
            path: try directoryPath(id),
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
        let rows = try statement(
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
    package func userAlbums(containing asset: Int64) throws -> [CollectionRecord] {
        try userCollections("WHERE id IN (SELECT album FROM member WHERE asset = ?)") {
            $0.bind(1, asset)
        }
    }

    /// The smart albums: those of every library in their order, then the user's.
    func smartAlbums(
        _ condition: String = "",
        _ bind: (SQLiteStatement) -> SQLiteStatement = { $0 }
    ) throws -> [CollectionRecord] {
        var found: [CollectionRecord] = []
        try bind(statement("\(SmartAlbumDefinition.select) \(condition)")).forEach { row in
            if let album = try smartAlbum(row) { found.append(album) }
        }
        let order = SmartAlbumDefinition.builtIn.map(\.subtype)
        return found.sorted { a, b in
            let (first, second) = (order.firstIndex(of: a.subtype), order.firstIndex(of: b.subtype))
            return (first ?? order.count, a.id) < (second ?? order.count, b.id)
        }
    }

    /// The smart album of a number.
    func smartAlbum(_ id: Int64) throws -> CollectionRecord? {
        try statement(SmartAlbumDefinition.selectOne).bind(1, id).first { try smartAlbum($0) }
            ?? nil
    }

    private func smartAlbum(_ row: SQLiteStatement) throws -> CollectionRecord? {
        guard let album = stored(row) else { return nil }
        return CollectionRecord(
            source: .smartAlbum,
            id: row.integer(0),
            uuid: ObjectUUID(bytes: row.blob(1)),
            subtype: album.definition.subtype,
            title: Array(album.definition.title.utf8),
            count: try count(album, kept: row.integer(3))
        )
    }

    /// What the members of a smart album are.
    package func smartAlbumDefinition(_ id: Int64) throws -> SmartAlbumDefinition? {
        try statement(SmartAlbumDefinition.selectOne).bind(1, id)
            .first { stored($0)?.definition } ?? nil
    }

    /// What a row stands for, whose predicate is parsed the first time only.
    private func stored(_ row: SQLiteStatement) -> StoredSmartAlbum? {
        let id = row.integer(0)
        if let known = smartAlbumDefinitions[id], row.isText(4, known.title),
            row.isText(5, known.format)
        {
            return known
        }
        guard let definition = SmartAlbumDefinition(row) else { return nil }
        let album = StoredSmartAlbum(row, definition)
        smartAlbumDefinitions[id] = album
        return album
    }
}

/// A smart album as a row of the catalogue defines it.
final class StoredSmartAlbum {
    /// The title and the predicate in the row.
    let title, format: String?
    let definition: SmartAlbumDefinition
    let dependsOnTime: Bool
    /// How its count changes with time, where it does so.
    let aging: SmartAlbumAging?

    init(_ row: SQLiteStatement, _ definition: SmartAlbumDefinition) {
        (title, format) = (row.optionalText(4), row.optionalText(5))
        self.definition = definition
        let predicate = definition.predicate
        dependsOnTime = predicate.dependsOnTime
        aging = SmartAlbumAging(predicate)
    }
}

extension SmartAlbumDefinition {
    /// Asks for what a definition is read from; a condition may follow.
    static let select =
        "SELECT id, uuid, subtype, count, title, predicate, changed FROM smartAlbum"
    static let selectOne = "\(select) WHERE id = ?"

    /// The definition a row of the table stands for: a built-in one, or the user's own.
    init?(_ row: SQLiteStatement) {
        let subtype = Int(row.integer(2))
        guard subtype == CollectionSubtype.smartAlbumGeneric.rawValue else {
            guard let known = Self.builtIn.first(where: { $0.subtype.rawValue == subtype }) else {
                return nil
            }
            self = known
            return
        }
        let (title, format) = (row.optionalText(4) ?? "", row.optionalText(5) ?? "")
        try? self.init(.smartAlbumGeneric, title, format)
    }
}

extension CatalogueReader {
    /// What a user put into an album, in its order; nil for a collection that nothing is put into.
    package func addedAssets(_ collection: CollectionRecord) throws -> [ObjectUUID]? {
        guard collection.source == .userAlbum || collection.source == .album else { return nil }
        var added: [ObjectUUID] = []
        try statement(
            """
            SELECT uuid FROM member JOIN asset ON asset.id = member.asset
            WHERE album = ? AND partOf IS NULL ORDER BY position
            """
        ).bind(1, collection.id).forEach { added.append(ObjectUUID(bytes: $0.blob(0))) }
        return collection.source == .album && added.isEmpty ? nil : added
    }
}
