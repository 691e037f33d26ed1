internal import PhotoModel

/// The directories of a catalogue: their rows, and all of them in memory.
final class DirectoryStore {
    private let connection: WriteConnection
    private let log: ChangeLog
    private let clock: WriterClock
    private let identifiers: IdentifierSource
    private let prepared: DirectoryStatements
    private let volumes: VolumeTable
    /// Every directory by its ID; small compared with the assets, and needed for every path.
    private(set) var table = DirectoryTable()
    /// The inode numbers of all directories during a first index, which looks up each directory it finds.
    private var knownInodes: InodeSet?

    init(
        _ connection: WriteConnection,
        _ log: ChangeLog,
        _ clock: WriterClock,
        _ identifiers: IdentifierSource
    ) throws {
        (self.connection, self.log, self.clock) = (connection, log, clock)
        self.identifiers = identifiers
        volumes = VolumeTable(connection)
        prepared = try connection.query { _ in try DirectoryStatements(connection) }
    }

    private var statements: DirectoryStatements {
        get throws { try connection.settled(prepared) }
    }

    subscript(_ id: Int64) -> DirectoryRecord? { table[id] }

    /// Reads the directories that others wrote after a number, or all directories if it is nil.
    func load(since base: Int64?) throws {
        knownInodes = nil
        try volumes.load()
        guard let base, try !FormerDirectories(connection).wereForgotten(after: base) else {
            table = DirectoryTable()
            return try connection.forEachRow("\(DirectoryRecord.select) ORDER BY id") { row in
                table[row.integer(0)] = DirectoryRecord(row)
            }
        }
        var written: [DirectoryRecord] = []
        try connection.prepare("\(DirectoryRecord.select) WHERE written > ?").bind(1, base)
            .forEach { written.append(DirectoryRecord($0)) }
        // Sorted here, because SQLite would scan all directories to sort them.
        for record in written.sorted(by: { $0.id < $1.id }) { table[record.id] = record }
    }

    /// Keeps the inode numbers of all directories in memory until the next ``load(since:)``.
    func keepInodes() {
        var inodes = InodeSet()
        for directory in table.values { inodes.insert(directory.inode) }
        knownInodes = inodes
    }

    func dropInodes() { knownInodes = nil }

    /// Returns the catalogue's number of a file system.
    func volume(_ identity: UInt64, formerly former: UInt64? = nil) throws -> Int64 {
        try volumes.number(of: identity, formerly: former)
    }

    /// Returns the directory with an identifier, even a removed one.
    func directory(_ uuid: ObjectUUID) throws -> DirectoryRecord? {
        try connection.prepare("SELECT id FROM directory WHERE uuid = ?").bind(1, uuid.bytes)
            .first { $0.integer(0) }.flatMap { table[$0] }
    }

    /// Returns the directories known with an inode number, on any file system.
    func directories(inode: Int64) throws -> [DirectoryRecord] {
        if let knownInodes, !knownInodes.contains(inode) { return [] }
        var found: [DirectoryRecord] = []
        try statements.byInode.bind(1, inode).forEach { row in
            if let record = table[row.integer(0)] { found.append(record) }
        }
        return found
    }

    /// Returns the directories in a parent, including removed ones.
    func directories(in parent: Int64) throws -> [DirectoryRecord] {
        var found: [DirectoryRecord] = []
        try statements.inDirectory.bind(1, parent).forEach { row in
            if let record = table[row.integer(0)] { found.append(record) }
        }
        return found
    }

    /// Returns a directory and all directories below it, parents first.
    func subtree(_ id: Int64) throws -> [Int64] {
        var ids = [id]
        var position = 0
        while position < ids.count {
            try statements.inDirectory.bind(1, ids[position]).forEach {
                ids.append($0.integer(0))
            }
            position += 1
        }
        return ids
    }

    /// Adds a directory under a new ID.
    func insert(_ record: DirectoryRecord) throws -> DirectoryRecord {
        var record = record
        record.id = log.next()
        // The next number is the album's, so that a reader can stop between folder and album.
        _ = log.next()
        let uuid = identifiers.unordered()
        record.uuid = ObjectUUID(high: uuid.high, low: uuid.low & ~1)
        try connection.rows.insert(record, written: log.writing)
        knownInodes?.insert(record.inode)
        table[record.id] = record
        return record
    }

    /// Writes a directory's place and its identity on disk.
    func update(_ record: DirectoryRecord) throws {
        try statements.update.bind(1, record.id).bind(2, record.root)
            .bind(3, record.parent).bind(4, record.name).bind(5, record.volume)
            .bind(6, record.inode).bind(7, record.born)
            .bind(8, record.isRemoved ? clock.now : nil)
            .bind(9, Int64(record.isDetached ? 1 : 0)).bind(10, log.writing).run()
        knownInodes?.insert(record.inode)
        table[record.id] = record
    }

    /// Frees a directory's name for another directory; it is still shown where it was.
    func detach(_ id: Int64) throws {
        guard var record = table[id] else { return }
        record.isDetached = true
        try update(record)
    }

    /// Marks a directory without assets as removed; its identifier comes back with its name.
    func remove(_ id: Int64) throws {
        guard var record = table[id], !record.isRemoved, !record.isFilled else { return }
        record.isRemoved = true
        record.inode = 0
        try update(record)
    }
}

extension DirectoryStore {
    /// Writes the numbers of assets and filled directories in a directory.
    func saveCounts(_ record: DirectoryRecord) throws {
        table[record.id] = record
        try statements.count.bind(1, record.id).bind(2, record.assetCount)
            .bind(3, record.childCount).bind(4, record.addedCount).bind(5, log.writing).run()
    }

    /// Adjusts the number of assets from elsewhere that a directory's album shows; ``saveCounts(_:)`` writes it.
    func countAdded(_ id: Int64, by delta: Int64) { table[id]?.addedCount += delta }

    /// Writes whether assets that lie elsewhere were added to a directory's album.
    func set(hasMembers: Bool, of id: Int64) throws {
        table[id]?.hasMembers = hasMembers
        try statements.setHasMembers.bind(1, id).bind(2, Int64(hasMembers ? 1 : 0))
            .bind(3, log.writing).run()
    }

    /// Records that there is a file of some kind in a directory.
    func insert(_ kind: Companions, into id: Int64) throws {
        guard table.companions(of: id)?.contains(kind) == false, var directory = table[id]
        else { return }
        directory.companions.insert(kind)
        table[id] = directory
        try statements.setCompanions.bind(1, id)
            .bind(2, directory.companions.rawValue).bind(3, log.writing).run()
    }

    /// Deletes the rows of directories and those of the members added to their albums.
    func delete(_ ids: [Int64]) throws {
        for id in ids {
            try connection.prepare("DELETE FROM directory WHERE id = ?").bind(1, id).run()
            try connection.prepare("DELETE FROM member WHERE album = ?").bind(1, id).run()
        }
        table.remove(Set(ids))
    }

    /// Deletes directories that were removed before the history begins, unless something still refers to them.
    func prune() throws {
        let former = FormerDirectories(connection)
        var isAny = false
        while case let gone = try former.forgettable(), !gone.isEmpty {
            try delete(gone)
            isAny = true
        }
        // The new number makes other writers read the directories again.
        if isAny { try former.recordForgotten(at: log.next()) }
    }
}
