internal import PhotoModel
internal import PredicateFormat

/// The smart albums with their counts, which are updated as assets change and time passes.
final class SmartAlbumCounts {
    private let connection: WriteConnection
    private let log: ChangeLog
    private let clock: WriterClock
    private let identifiers: IdentifierSource
    private let prepared: SQLiteStatement
    private var albums: [SmartAlbumState] = []
    private var zone = LibraryZone.utc
    private var membership = SmartMembership()
    /// The time at which the counts are valid, in microseconds since 1970.
    private var time: Int64 = 0
    /// The changes of the counts in this transaction, by index in ``albums``.
    private var pending: [Int: Int64] = [:]
    /// The user's albums that were given up, each with the pattern that took too long; emptied when it is read.
    var givenUpAlbums: [(title: String, pattern: String)] = []

    init(
        _ connection: WriteConnection,
        _ log: ChangeLog,
        _ clock: WriterClock,
        _ identifiers: IdentifierSource
    ) throws {
        (self.connection, self.log, self.clock) = (connection, log, clock)
        self.identifiers = identifiers
        prepared = try connection.query { _ in
            try connection.prepare("UPDATE smartAlbum SET count = ?2, changed = ?3 WHERE id = ?1")
        }
    }

    /// Reads the smart albums, and adds the built-in ones that this library lacks.
    func load() throws {
        let zone = try LibraryZone.known(connection) ?? .utc
        let kept = zone.identifier == self.zone.identifier ? albums : []
        self.zone = zone
        let known = Dictionary(uniqueKeysWithValues: kept.lazy.map { ($0.id, $0) })
        albums = []
        try connection.forEachRow("\(SmartAlbumDefinition.select) ORDER BY id") { row in
            if let album = known[row.integer(0)]?.read(again: row) ?? SmartAlbumState(row, in: zone)
            {
                albums.append(album)
            }
        }
        try loadTime()
        let subtypes = Set(albums.map(\.definition.subtype))
        for definition in SmartAlbumDefinition.builtIn
        where !subtypes.contains(definition.subtype) {
            try add(definition)
        }
        let isSame = kept.elementsEqual(albums) {
            $0.id == $1.id && $0.definition == $1.definition
        }
        if !isSame { classify() }
    }

    /// Reads the time at which the time-dependent counts are valid; counts all assets if it was never recorded.
    private func loadTime() throws {
        let status = StatusTable(connection)
        if let known = try status.value(SmartAlbumAging.statusKey).flatMap({ Int64($0) }) {
            time = known
            return
        }
        time = clock.now
        for index in albums.indices where albums[index].aging != nil {
            albums[index].count = try members(of: albums[index].predicate)
            try save(index)
        }
        try status.set(SmartAlbumAging.statusKey, "\(time)")
    }

    /// Counts the members of all smart albums again, without recording a change; returns whether there is one.
    @discardableResult func recount() throws -> Bool {
        pending = [:]
        time = clock.now
        var isChanged = false
        for index in albums.indices {
            let count = try members(of: albums[index].predicate)
            isChanged = isChanged || count != albums[index].count
            albums[index].count = count
            try save(index)
        }
        try StatusTable(connection).set(SmartAlbumAging.statusKey, "\(time)")
        return isChanged
    }

    /// Forgets each album's last row of history, because these rows no longer exist.
    func forgetHistory() {
        for index in albums.indices { albums[index].changed = nil }
    }

    private func classify() {
        membership = SmartMembership(albums.map(\.predicate))
    }

    /// Replaces the user's own smart albums.
    ///
    /// An album with the same title keeps its identity.
    func set(own wanted: [SmartAlbumDefinition]) throws {
        // The pending updates refer to indexes in the old list of albums.
        try applyPendingUpdates()
        PredicateTree.forgivePatterns()
        for album in albums
        where album.isOwn && !wanted.contains(where: { $0.title == album.definition.title }) {
            try connection.prepare("DELETE FROM smartAlbum WHERE id = ?").bind(1, album.id).run()
            _ = try record(.removed, of: album)
            albums.removeAll { $0.id == album.id }
        }
        for definition in wanted {
            let known = albums.firstIndex { $0.isOwn && $0.definition.title == definition.title }
            if let known {
                try redefine(known, as: definition)
            } else {
                try add(definition)
            }
        }
        try giveUpSlowAlbums()
        classify()
    }

    private func add(_ definition: SmartAlbumDefinition) throws {
        let isOwn = definition.subtype == .smartAlbumGeneric
        let (id, uuid) = (log.next(), identifiers.unordered())
        var album = SmartAlbumState(
            id: id,
            uuid: uuid,
            definition: definition,
            zone: zone,
            count: 0
        )
        album.count = try members(of: album.predicate)
        try connection.prepare(
            """
            INSERT INTO smartAlbum (id, uuid, subtype, count, title, predicate)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        ).bind(1, id).bind(2, uuid.bytes).bind(3, Int64(definition.subtype.rawValue))
            .bind(4, album.count).bind(5, text: isOwn ? definition.title : nil)
            .bind(6, text: isOwn ? definition.format : nil).run()
        albums.append(album)
        // Programs that already follow the library have to be notified.
        guard log.committedSequence > 0 else { return }
        try record(.inserted, at: albums.endIndex - 1)
    }

    private func redefine(_ index: Int, as definition: SmartAlbumDefinition) throws {
        let album = albums[index]
        guard album.definition != definition else { return }
        albums[index] = SmartAlbumState(
            id: album.id,
            uuid: album.uuid,
            definition: definition,
            zone: zone,
            count: 0,
            changed: album.changed
        )
        albums[index].count = try members(of: albums[index].predicate)
        try connection.prepare("UPDATE smartAlbum SET predicate = ?2 WHERE id = ?1")
            .bind(1, album.id).bind(2, text: definition.format).run()
        try record(.changed, at: index)
    }

    /// Counts the members of a smart album with a query.
    private func members(of predicate: PredicateTree) throws -> Int64 {
        var query = AssetQuery()
        query.predicate = predicate
        let (sql, bindings) = query.sql(now: time, selecting: "count(*)")
        return try connection.prepare(sql).bind(bindings).first { $0.integer(0) } ?? 0
    }

    /// Writes a row of history, and the album's count with the position of that row.
    private func record(_ change: ChangeKind, at index: Int) throws {
        albums[index].changed = try record(change, of: albums[index])
        try save(index)
    }

    /// Writes a row of history that refers to the album's previous one, and returns its position.
    private func record(_ change: ChangeKind, of album: SmartAlbumState) throws -> Int64 {
        try log.recordSmartAlbum(album.id, album.uuid, change, after: album.changed)
    }

    private func save(_ index: Int) throws {
        try connection.settled(prepared).bind(1, albums[index].id)
            .bind(2, albums[index].count).bind(3, albums[index].changed).run()
    }
}

extension SmartAlbumCounts {
    var hasPendingUpdates: Bool { !pending.isEmpty }

    /// Enqueues a new asset.
    func assetAdded(_ record: AssetRecord) {
        membership.forEachAlbum(of: record, now: time) { pending[$0, default: 0] += 1 }
    }

    /// Enqueues an asset that is added (`after` only), removed (`before` only) or changed.
    func assetChanged(from before: AssetRecord?, to after: AssetRecord?) {
        var was: Set<Int> = []
        if let before { membership.forEachAlbum(of: before, now: time) { was.insert($0) } }
        if let after {
            membership.forEachAlbum(of: after, now: time) {
                if was.remove($0) == nil { pending[$0, default: 0] += 1 }
            }
        }
        for index in was { pending[index, default: 0] -= 1 }
    }

    /// Counts an asset that has just entered the trash, or is about to leave it.
    func trashChanged(_ record: AssetRecord, by delta: Int64) {
        for (index, album) in albums.enumerated() {
            let predicate = album.predicate
            guard predicate.keys.contains(.isTrashed), predicate.matches(record, now: clock.now)
            else { continue }
            pending[index, default: 0] += delta
        }
    }

    /// Updates the time-dependent counts, at most once a minute; readers add the difference since then.
    func age() throws {
        let now = clock.now
        guard abs(now &- time) >= 60_000_000 else { return }
        for (index, album) in albums.enumerated() {
            guard let aging = album.aging else { continue }
            let difference = try aging.difference(from: time, to: now, connection.prepare)
            if difference != 0 { pending[index, default: 0] += difference }
        }
        time = now
        try StatusTable(connection).set(SmartAlbumAging.statusKey, "\(now)")
    }

    /// Empties albums with a pattern that took too long: the matches found so far do not count.
    ///
    /// They stay empty for all readers until ``set(own:)`` defines them again.
    func giveUpSlowAlbums() throws {
        for index in albums.indices {
            let album = albums[index].definition
            guard let pattern = album.condition.givenUpPattern else { continue }
            pending[index] = nil
            try redefine(
                index,
                as: SmartAlbumDefinition(album.subtype, album.title, "FALSEPREDICATE")
            )
            classify()
            givenUpAlbums.append((album.title, pattern))
        }
    }

    /// Writes the counts that changed.
    func applyPendingUpdates() throws {
        for (index, delta) in pending.sorted(by: { $0.key < $1.key }) {
            albums[index].count += delta
            try record(.changed, at: index)
        }
        pending = [:]
    }

    func discardPendingUpdates() { pending = [:] }
}
