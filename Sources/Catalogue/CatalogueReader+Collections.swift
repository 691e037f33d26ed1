package import PhotoModel
internal import PredicateFormat

extension CatalogueReader {
    /// Every folder, album and smart album; call within ``snapshot(_:)``.
    package func collections() throws -> [CollectionRecord] {
        var collections: [CollectionRecord] = []
        let filled = directories.values.filter { $0.isAlbum || $0.isFolder }
            .sorted { directoryPath($0.id).lexicographicallyPrecedes(directoryPath($1.id)) }
        for directory in filled {
            for kind in [HistoryKind.folder, .album] {
                if let record = try collection(directory.id, kind) { collections.append(record) }
            }
        }
        for id in try smartAlbumIDs() {
            if let record = try collection(id, .smartAlbum) { collections.append(record) }
        }
        return collections
    }

    /// The numbers of the smart albums.
    package func smartAlbumIDs() throws -> [Int64] {
        var ids: [Int64] = []
        try statement("SELECT id FROM smartAlbum ORDER BY id").forEach { ids.append($0.integer(0)) }
        return ids
    }

    /// An album, folder or smart album as it is now, or nil when there is none.
    package func collection(_ id: Int64, _ kind: HistoryKind) throws -> CollectionRecord? {
        switch kind {
        case .album: try album(id)
        case .folder: folder(id)
        case .smartAlbum: try smartAlbum(id)
        default: nil
        }
    }

    /// Members of a smart album or of the album or folder with this identifier, as a query.
    package func query(collection uuid: ObjectUUID) throws -> AssetQuery? {
        var query = AssetQuery()
        if let directory = directories.values.first(where: { $0.uuid == uuid && $0.isAlbum }) {
            query.directory = directory.id
            return query
        }
        let subtype = try statement("SELECT subtype FROM smartAlbum WHERE uuid = ?")
            .bind(1, uuid.bytes).first { $0.integer(0) }
        let definition = SmartAlbumDefinition.builtIn.first { $0.subtype == Int(subtype ?? 0) }
        guard let definition else { return nil }
        query.predicate = definition.predicate
        return query
    }

    /// The identifier of the album an asset of this directory is in.
    package func albumUUID(_ directory: Int64) -> ObjectUUID? { directories[directory]?.uuid }

    private func album(_ id: Int64) throws -> CollectionRecord? {
        guard let directory = directories[id], directory.isAlbum else { return nil }
        let parent =
            directory.isFolder
            ? directory.folderUUID : directory.parent.flatMap { directories[$0]?.folderUUID }
        var record = CollectionRecord(
            kind: .album,
            uuid: directory.uuid,
            subtype: "albumRegular",
            title: directory.name,
            path: directoryPath(id),
            parent: parent,
            count: directory.assetCount
        )
        let dates = { (direction: String) in
            """
            SELECT creationDate, creationOffset, dateSource FROM asset
            WHERE directory = ? AND partOf IS NULL ORDER BY creationDate \(direction) LIMIT 1
            """
        }
        record.startDate = try statement(dates("ASC")).bind(1, id)
            .first { AssetColumns.date($0, 0) }
        record.endDate = try statement(dates("DESC")).bind(1, id).first { AssetColumns.date($0, 0) }
        record.count =
            try statement("SELECT assetCount FROM directory WHERE id = ?").bind(1, id)
            .first { $0.integer(0) } ?? 0
        return record
    }

    private func folder(_ id: Int64) -> CollectionRecord? {
        guard let directory = directories[id], directory.isFolder else { return nil }
        return CollectionRecord(
            kind: .folder,
            uuid: directory.folderUUID,
            subtype: "regularFolder",
            title: directory.name,
            path: directoryPath(id),
            parent: directory.parent.flatMap { directories[$0]?.folderUUID },
            count: directory.childCount
        )
    }

    private func smartAlbum(_ id: Int64) throws -> CollectionRecord? {
        let row = try statement("SELECT uuid, subtype, count FROM smartAlbum WHERE id = ?")
            .bind(1, id)
            .first { (ObjectUUID(bytes: $0.blob(0)), Int($0.integer(1)), $0.integer(2)) }
        guard let row,
            let definition = SmartAlbumDefinition.builtIn.first(where: { $0.subtype == row.1 })
        else { return nil }
        var count = row.2
        if definition.predicate.dependsOnTime {
            var query = AssetQuery()
            query.predicate = definition.predicate
            count = try self.count(query)
        }
        return CollectionRecord(
            kind: .smartAlbum,
            uuid: row.0,
            subtype: definition.name,
            title: Array(definition.title.utf8),
            path: nil,
            parent: nil,
            count: count
        )
    }
}
