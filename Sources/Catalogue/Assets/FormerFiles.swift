internal import PhotoModel

/// A file that an asset had before another took its path.
package struct FormerFile: Equatable, Sendable {
    /// The number of the row, by which it can be forgotten.
    package var row: Int64
    package var asset: Int64
    package var identity: FileIdentity

    package init(row: Int64, asset: Int64, identity: FileIdentity) {
        (self.row, self.asset, self.identity) = (row, asset, identity)
    }
}

/// The files that assets had before, and the assets that were removed.
final class FormerFiles {
    private let connection: WriteConnection
    private let log: ChangeLog
    private let clock: WriterClock
    private let prepared: FormerFileStatements
    /// Whether there may be former files; checked for every new file, so the common answer has to be quick.
    private(set) var hasDisplaced = true
    /// Whether there may be tombstones; checked for every new file, too.
    private var hasTombstones = true

    init(_ connection: WriteConnection, _ log: ChangeLog, _ clock: WriterClock) throws {
        (self.connection, self.log, self.clock) = (connection, log, clock)
        prepared = try connection.query { _ in try FormerFileStatements(connection) }
    }

    private var statements: FormerFileStatements {
        get throws { try connection.settled(prepared) }
    }

    func load() throws {
        hasDisplaced = try exists("SELECT 1 FROM displaced LIMIT 1")
        hasTombstones = try exists("SELECT 1 FROM tombstone LIMIT 1")
    }

    private func exists(_ sql: String) throws -> Bool {
        try connection.prepare(sql).first { _ in true } ?? false
    }

    /// Remembers the file that an asset had before another took its path, in case it turns up again.
    func displace(_ asset: Int64, _ file: FileRecord) throws {
        let identity = file.identity
        try statements.insertDisplaced.bind(1, asset).bind(2, identity.volume)
            .bind(3, identity.inode).bind(4, identity.size).bind(5, identity.modified)
            .bind(6, identity.born).bind(7, file.fingerprint).bind(8, clock.age).run()
        hasDisplaced = true
    }

    /// Forgets the files that assets had before others took their paths: a recorded change is not taken back when such
    /// a file turns up long afterwards.
    ///
    /// - `seconds`: Files displaced within the last so many seconds are kept.
    /// - `hidden`: The file systems whose files are all kept.
    func forgetDisplaced(exceptOfLast seconds: Int64 = 0, hidden: Set<Int64> = []) throws {
        let limit = seconds > 0 ? clock.age - seconds * 1_000_000 : .max
        var volumes: Set<Int64> = []
        try statements.displacedVolumes.forEach { volumes.insert($0.integer(0)) }
        for volume in volumes.subtracting(hidden) {
            try statements.forgetDisplaced.bind(1, volume).bind(2, limit).run()
        }
        hasDisplaced = try exists("SELECT 1 FROM displaced LIMIT 1")
    }

    /// Returns the former files with an inode number, on any file system.
    func files(inode: Int64) throws -> [FormerFile] {
        guard hasDisplaced else { return [] }
        var found: [FormerFile] = []
        try statements.displacedByInode.bind(1, inode).forEach { row in
            found.append(
                FormerFile(
                    row: row.integer(0),
                    asset: row.integer(1),
                    identity: FileIdentity(row, from: 2)
                )
            )
        }
        return found
    }

    /// Returns the row numbers of an asset's former files.
    func files(of asset: Int64) throws -> [Int64] {
        guard hasDisplaced else { return [] }
        var found: [Int64] = []
        try statements.displacedByAsset.bind(1, asset).forEach { found.append($0.integer(0)) }
        return found
    }

    /// Forgets one former file, which has served its purpose.
    func forget(_ row: Int64) throws { try statements.deleteDisplaced.bind(1, row).run() }
}

extension FormerFiles {
    /// Inserts a tombstone of an asset.
    func insertTombstone(of record: AssetRecord) throws {
        hasTombstones = true
        let alone = record.alone
        let (file, identity) = (record.file, record.file.identity)
        let statement = try statements.insertTombstone
        statement.bind(1, record.id).bind(2, record.uuid.bytes)
            .bind(3, clock.now).bind(4, log.sequence).bind(5, record.directory).bind(6, file.name)
            .bind(7, Int64(record.mediaType.rawValue)).bind(8, record.addedDate)
            .bind(9, Int64(alone.isFavorite ? 1 : 0)).bind(10, Int64(alone.isHidden ? 1 : 0))
            .bind(11, identity.volume).bind(12, identity.inode).bind(13, identity.size)
            .bind(14, identity.modified).bind(15, identity.born).bind(16, file.fingerprint)
            .bind(17, clock.age)
        record.bindLooks(to: statement)
        try statement.run()
    }

    func deleteTombstone(of asset: Int64) throws {
        try statements.deleteTombstone.bind(1, asset).run()
    }

    /// Returns the removed asset whose last file this was.
    func tombstone(file: FileRecord) throws -> TombstoneRecord? {
        guard hasTombstones else { return nil }
        return try tombstones(statements.tombstonesByInode.bind(1, file.identity.inode))
            .first { $0.hadFile(file) }
    }

    /// Returns the removed asset with an ID.
    func tombstone(_ id: Int64) throws -> TombstoneRecord? {
        guard hasTombstones else { return nil }
        return try tombstones(statements.tombstoneByID.bind(1, id)).first
    }

    /// Returns the identity that the file of a removed asset had.
    func identity(ofRemoved asset: Int64) throws -> FileIdentity? {
        try connection.prepare(
            "SELECT volume, inode, size, modified, born FROM tombstone WHERE id = ?"
        ).bind(1, asset).first { FileIdentity($0, from: 0) }
    }

    /// Returns the removed assets with this content, newest first.
    func tombstones(fingerprint: Int64, size: Int64) throws -> [TombstoneRecord] {
        guard hasTombstones else { return [] }
        return try tombstones(statements.tombstonesByContent.bind(1, fingerprint).bind(2, size))
    }

    private func tombstones(_ query: SQLiteStatement) throws -> [TombstoneRecord] {
        var found: [TombstoneRecord] = []
        try query.forEach { found.append(TombstoneRecord($0)) }
        return found
    }

    /// Deletes tombstones and former files from before an age of the library, and the edits and memberships of assets
    /// that can no longer come back.
    ///
    /// `cutoff`: The age, in microseconds.
    func prune(before cutoff: Int64) throws {
        // A file in the trash is recognised by its tombstone for as long as it lies there.
        try connection.prepare(
            "DELETE FROM tombstone WHERE removedAge < ? AND id NOT IN (SELECT id FROM trash)"
        ).bind(1, cutoff).run()
        try connection.prepare("DELETE FROM displaced WHERE displacedAt < ?").bind(1, cutoff).run()
        try connection.prepare(
            """
            DELETE FROM edit WHERE id NOT IN (SELECT id FROM asset)
                AND id NOT IN (SELECT id FROM tombstone)
            """
        ).run()
        try connection.prepare(
            """
            DELETE FROM member WHERE asset NOT IN (SELECT id FROM asset)
                AND asset NOT IN (SELECT id FROM tombstone)
            """
        ).run()
    }
}
