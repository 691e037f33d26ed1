internal import PhotoModel
package import PredicateFormat

extension CatalogueWriter {
    /// Reads the smart albums, and makes those that every library has and this one has not.
    func loadSmartAlbums() throws {
        let before = smartAlbums
        let known = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
        smartAlbums = []
        try forEachRow("\(SmartAlbumDefinition.select) ORDER BY id") { row in
            if let album = known[row.integer(0)]?.read(again: row) ?? SmartAlbumState(row) {
                smartAlbums.append(album)
            }
        }
        try loadSmartAlbumTime()
        let subtypes = Set(smartAlbums.map(\.definition.subtype))
        for definition in SmartAlbumDefinition.builtIn
        where !subtypes.contains(definition.subtype) {
            try add(definition)
        }
        let isSame = before.elementsEqual(smartAlbums) {
            $0.id == $1.id && $0.definition == $1.definition
        }
        guard !isSame else { return }
        smartMembership = SmartMembership(smartAlbums.map(\.definition.predicate))
    }

    /// Makes the user's own smart albums just these.
    ///
    /// An album goes on as the one that had its title.
    package func setUserSmartAlbums(_ wanted: [SmartAlbumDefinition]) throws {
        // What the transaction has added up goes by the places of the albums there were.
        try saySmartAlbums()
        PredicateTree.forgivePatterns()
        let before = smartAlbums.filter { $0.definition.subtype == .smartAlbumGeneric }
        for var album in before
        where !wanted.contains(where: { $0.title == album.definition.title }) {
            try prepare("DELETE FROM smartAlbum WHERE id = ?").bind(1, album.id).run()
            try say(&album, .removed)
            smartAlbums.removeAll { $0.id == album.id }
        }
        for definition in wanted {
            let known = smartAlbums.firstIndex {
                $0.definition.subtype == .smartAlbumGeneric
                    && $0.definition.title == definition.title
            }
            if let known {
                try redefine(known, as: definition)
            } else {
                try add(definition)
            }
        }
        try giveUpAlbums()
        smartMembership = SmartMembership(smartAlbums.map(\.definition.predicate))
    }

    /// Leaves albums empty of which a pattern took too long: what it answered counts for nothing.
    ///
    /// They are so for everybody, until ``setUserSmartAlbums(_:)`` asks for what they were to be.
    func giveUpAlbums() throws {
        for index in smartAlbums.indices {
            let album = smartAlbums[index].definition
            guard let pattern = album.condition.givenUpPattern else { continue }
            accounting.smart[index] = nil
            try redefine(
                index,
                as: SmartAlbumDefinition(album.subtype, album.title, "FALSEPREDICATE")
            )
            smartMembership = SmartMembership(smartAlbums.map(\.definition.predicate))
            givenUpAlbums.append((album.title, pattern))
        }
    }

    private func add(_ definition: SmartAlbumDefinition) throws {
        let isOwn = definition.subtype == .smartAlbumGeneric
        let (id, uuid) = (next(), identifiers.unordered())
        let count = try members(definition, now: smartAlbumTime)
        try prepare(
            """
            INSERT INTO smartAlbum (id, uuid, subtype, count, title, predicate)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        ).bind(1, id).bind(2, uuid.bytes).bind(3, Int64(definition.subtype.rawValue))
            .bind(4, count).bind(5, text: isOwn ? definition.title : nil)
            .bind(6, text: isOwn ? definition.format : nil).run()
        let index = smartAlbums.endIndex
        smartAlbums.append(
            SmartAlbumState(id: id, uuid: uuid, definition: definition, count: count)
        )
        // Who follows a library from before has to hear of it.
        guard committedSequence > 0 else { return }
        try say(&smartAlbums[index], .inserted)
        try saveSmartAlbum(index)
    }

    private func redefine(_ index: Int, as definition: SmartAlbumDefinition) throws {
        guard smartAlbums[index].definition != definition else { return }
        let count = try members(definition, now: smartAlbumTime)
        let album = smartAlbums[index]
        smartAlbums[index] = SmartAlbumState(
            id: album.id,
            uuid: album.uuid,
            definition: definition,
            count: count,
            changed: album.changed
        )
        try prepare("UPDATE smartAlbum SET predicate = ?2 WHERE id = ?1")
            .bind(1, album.id).bind(2, text: definition.format).run()
        try say(&smartAlbums[index], .changed)
        try saveSmartAlbum(index)
    }

    /// Writes a row of history that names the album's one before it; ``saveSmartAlbum(_:)`` is to follow unless the
    /// album is gone.
    func say(_ album: inout SmartAlbumState, _ change: ChangeKind) throws {
        album.changed = try log.recordSmartAlbum(
            album.id,
            album.uuid,
            change,
            after: album.changed
        )
    }

    /// Writes an album's count and the place of its last row of history.
    func saveSmartAlbum(_ index: Int) throws {
        try statements.setSmartCount.bind(1, smartAlbums[index].id)
            .bind(2, smartAlbums[index].count).bind(3, smartAlbums[index].changed).run()
    }

    /// How many assets are in a smart album that the catalogue did not know.
    func members(_ definition: SmartAlbumDefinition, now: Int64) throws -> Int64 {
        var query = AssetQuery()
        query.predicate = definition.predicate
        let (sql, bindings) = query.sql(now: now, selecting: "count(*)")
        return try prepare(sql).bind(bindings).first { $0.integer(0) } ?? 0
    }
}
