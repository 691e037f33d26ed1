internal import PhotoModel

/// What files assets had before, and which assets there were.
extension CatalogueWriter {
    /// Remembers which file an asset had before another took its path, should the old one turn up.
    package func displace(_ asset: Int64, _ file: FileRecord) throws {
        let identity = file.identity
        try statements.insertDisplaced.bind(1, asset).bind(2, identity.volume)
            .bind(3, identity.inode).bind(4, identity.size).bind(5, identity.modified)
            .bind(6, identity.born).bind(7, file.fingerprint).bind(8, now).run()
        hasDisplaced = true
    }

    /// Forgets which files assets had before others took their paths: what has been told is not taken
    /// back when such a file turns up long afterwards.
    package func forgetDisplaced() throws {
        hasDisplaced = false
        try statements.forgetDisplaced.run()
    }

    /// Whether an asset has the file that another moved over its own.
    package func isDisplaced(_ asset: Int64) throws -> Bool {
        guard hasDisplaced else { return false }
        return try statements.displacedByAsset.bind(1, asset).first { _ in true } ?? false
    }

    /// The asset whose earlier file has this identity, if any.
    ///
    /// `forgets`: Whether the memory has served its purpose.
    package func displaced(_ identity: FileIdentity, forgets: Bool) throws -> Int64? {
        guard hasDisplaced else { return nil }
        var found: (id: Int64, asset: Int64)?
        try statements.displacedByInode.bind(1, identity.inode).forEach { row in
            let earlier = FileIdentity(row, from: 2)
            if found == nil, earlier.isSameFile(as: identity) {
                found = (row.integer(0), row.integer(1))
            }
        }
        guard let found else { return nil }
        guard forgets else { return found.asset }
        try statements.deleteDisplaced.bind(1, found.id).run()
        return found.asset
    }

    /// The removed asset whose file has this identity, or had before another took its path.
    package func tombstone(_ identity: FileIdentity) throws -> TombstoneRecord? {
        guard hasTombstones else { return nil }
        let removed = try tombstones(statements.tombstonesByInode.bind(1, identity.inode))
            .first { $0.identity.isSameFile(as: identity) }
        if let removed { return removed }
        guard let displaced = try displaced(identity, forgets: false) else { return nil }
        return try tombstones(statements.tombstoneByID.bind(1, displaced)).first
    }

    /// What the file of a removed asset was known by.
    package func identity(ofRemoved asset: Int64) throws -> FileIdentity? {
        try prepare("SELECT volume, inode, size, modified, born FROM tombstone WHERE id = ?")
            .bind(1, asset).first { FileIdentity($0, from: 0) }
    }

    /// The removed assets with this content, newest first.
    package func tombstones(fingerprint: Int64, size: Int64) throws -> [TombstoneRecord] {
        guard hasTombstones else { return [] }
        return try tombstones(statements.tombstonesByContent.bind(1, fingerprint).bind(2, size))
    }

    func tombstones(_ query: SQLiteStatement) throws -> [TombstoneRecord] {
        var found: [TombstoneRecord] = []
        try query.forEach { row in
            found.append(
                TombstoneRecord(
                    id: row.integer(0),
                    uuid: ObjectUUID(bytes: row.blob(1)),
                    directory: row.integer(2),
                    name: row.blob(3),
                    identity: FileIdentity(row, from: 4),
                    fingerprint: row.integer(9),
                    addedDate: row.integer(10),
                    isFavorite: row.integer(11) == 1,
                    isHidden: row.integer(12) == 1
                )
            )
        }
        return found
    }
}

extension FileIdentity {
    /// Reads it from five columns of a row: file system, inode, size, time of change, time of birth.
    init(_ row: SQLiteStatement, from first: Int32) {
        self.init(
            volume: row.integer(first),
            inode: row.integer(first + 1),
            size: row.integer(first + 2),
            modified: row.integer(first + 3),
            born: row.integer(first + 4)
        )
    }
}
