internal import PhotoModel
internal import PredicateFormat

/// The stored smart albums, with their present counts.
final class SmartAlbumQueries {
    private let session: ReadSession
    private let listings: ListingQueries
    /// The smart albums as they were last read, by ID.
    private var definitions: [Int64: StoredSmartAlbum] = [:]
    /// The time for which the counts are stored, and the snapshot in which it was read.
    private var known: (snapshot: Int, time: Int64)?

    init(_ session: ReadSession, _ listings: ListingQueries) {
        (self.session, self.listings) = (session, listings)
    }

    /// Returns the smart albums: the built-in ones in their order, then the user's.
    func all(
        _ condition: String = "",
        _ bind: (SQLiteStatement) -> SQLiteStatement = { $0 }
    ) throws -> [CollectionRecord] {
        var found: [CollectionRecord] = []
        try bind(session.statement("\(SmartAlbumDefinition.select) \(condition)")).forEach { row in
            if let album = try album(row) { found.append(album) }
        }
        let order = SmartAlbumDefinition.builtIn.map(\.subtype)
        return found.sorted { a, b in
            let (first, second) = (order.firstIndex(of: a.subtype), order.firstIndex(of: b.subtype))
            return (first ?? order.count, a.id) < (second ?? order.count, b.id)
        }
    }

    /// Returns the smart album with a number.
    func album(_ id: Int64) throws -> CollectionRecord? {
        try session.statement(SmartAlbumDefinition.selectOne).bind(1, id).first { try album($0) }
            ?? nil
    }

    private func album(_ row: SQLiteStatement) throws -> CollectionRecord? {
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

    /// Returns the definition of a smart album.
    func definition(_ id: Int64) throws -> SmartAlbumDefinition? {
        try session.statement(SmartAlbumDefinition.selectOne).bind(1, id)
            .first { stored($0)?.definition } ?? nil
    }

    /// Returns the smart album of a row; its predicate is only parsed if it is new or changed.
    private func stored(_ row: SQLiteStatement) -> StoredSmartAlbum? {
        let id = row.integer(0)
        if let known = definitions[id], row.isText(4, known.title),
            row.isText(5, known.format)
        {
            return known
        }
        guard let definition = SmartAlbumDefinition(row) else { return nil }
        let album = StoredSmartAlbum(row, definition)
        definitions[id] = album
        return album
    }

    /// Returns the number of assets in a smart album now, from the stored count if possible.
    private func count(_ album: StoredSmartAlbum, kept: Int64) throws -> Int64 {
        guard album.dependsOnTime else { return kept }
        guard let aging = album.aging, let time = try smartAlbumTime() else {
            var query = AssetQuery()
            query.predicate = album.definition.predicate
            return try listings.count(query)
        }
        return try kept + aging.difference(from: time, to: session.now, session.statement)
    }

    /// Returns the time for which the counts of time-dependent smart albums are stored.
    private func smartAlbumTime() throws -> Int64? {
        let snapshot = session.snapshot?.number
        if let known, known.snapshot == snapshot { return known.time }
        let time = try session.status(SmartAlbumAging.statusKey).flatMap { Int64($0) }
        known = snapshot.flatMap { number in time.map { (number, $0) } }
        return time
    }
}
