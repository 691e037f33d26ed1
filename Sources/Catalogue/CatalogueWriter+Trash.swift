internal import PhotoModel
internal import PredicateFormat

/// A file of an asset that lies in the trash.
package struct TrashedFile: Sendable {
    package var id: Int64
    /// Where it lies.
    package var path: [UInt8]
    /// Where it is noted that it lies there.
    package var info: [UInt8]
    /// The directory it came from.
    package var directory: Int64
    package var volume: Int64
    package var fingerprint: Int64
    /// What it was when it was moved there; nil when it has been there.
    var moved: FileIdentity?

    /// A file of a live asset that was moved to `path`, which may have been written to since it was read.
    package init(_ record: AssetRecord, path: [UInt8], info: [UInt8], as moved: FileIdentity? = nil)
    {
        self.moved = moved
        (id, directory) = (record.id, record.directory)
        (self.path, self.info) = (path, info)
        (volume, fingerprint) = (record.file.identity.volume, record.file.fingerprint)
    }

    init(_ row: SQLiteStatement) {
        (id, path, info) = (row.integer(0), row.blob(1), row.blob(2))
        (directory, volume, fingerprint) = (row.integer(3), row.integer(4), row.integer(5))
    }

    static let select = "SELECT id, path, info, directory, volume, fingerprint FROM trash"
}

/// A file of a deleted asset that is in the library again.
package struct RestoredFile: Sendable {
    package var id: Int64
    package var directory: Int64
    package var name: [UInt8]
    package var identity: FileIdentity
    /// Nanoseconds since 1970.
    package var changed: Int64

    package init(
        id: Int64,
        directory: Int64,
        name: [UInt8],
        identity: FileIdentity,
        changed: Int64
    ) {
        (self.id, self.directory, self.name) = (id, directory, name)
        (self.identity, self.changed) = (identity, changed)
    }
}

extension CatalogueWriter {
    /// The files that are one asset: its own first.
    package func files(of record: AssetRecord) throws -> [AssetRecord] {
        try [record] + parts(of: record.id)
    }

    /// Notes that an asset lies in the trash: it is no asset to readers, but recently deleted.
    ///
    /// `files` are all of the asset's. Should one of them come back by itself, it is known by its tombstone.
    package func trash(_ record: AssetRecord, _ files: [TrashedFile]) throws {
        try recordRemoval(of: record)
        try noteGroups(before: record, after: nil)
        let note = try prepare("INSERT INTO trash VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        for part in try self.files(of: record) {
            guard let trashed = files.first(where: { $0.id == part.id }) else { continue }
            var buried = part
            buried.file.identity = trashed.moved ?? part.file.identity
            try bury(buried)
            var file = part.file
            // Nothing in a directory, and no file of the library, is it.
            (file.fingerprint, file.changed) = (0, 0)
            (file.identity.volume, file.identity.inode, file.identity.born) = (0, 0, 0)
            AssetColumns.bind(file, of: part.id, in: -part.id, to: try statements.updateResource)
            try statements.updateResource.run()
            try note.bind(1, part.id).bind(2, trashed.path).bind(3, trashed.info)
                .bind(4, part.directory).bind(5, trashed.volume).bind(6, trashed.fingerprint)
                .bind(7, now).run()
        }
        try setOwner(of: record.id, to: AssetRecord.inTrash)
        try account(before: record, after: nil)
        try accountTrashed(record.id, by: 1)
    }

    private func setOwner(of id: Int64, to owner: Int64?) throws {
        guard var record = try asset(id) else { return }
        record.partOf = owner
        (record.burstIdentifier, record.representsBurst) = (nil, false)
        AssetColumns.bind(record, to: try statements.updateAsset)
        try statements.updateAsset.run()
    }

    /// Counts an asset that has just come into the trash, or is about to leave it, in the smart albums of
    /// deleted ones.
    private func accountTrashed(_ id: Int64, by delta: Int64) throws {
        guard let record = try asset(id), record.partOf == AssetRecord.inTrash else { return }
        for (index, album) in smartAlbums.enumerated() {
            let predicate = album.definition.predicate
            guard predicate.keys.contains(.isTrashed), predicate.matches(record, now: now)
            else { continue }
            accounting.smart[index, default: 0] += delta
        }
    }

    /// What lies in the trash of an asset; nothing when it does not lie there.
    package func trashed(_ id: Int64) throws -> [TrashedFile] {
        try trashedFiles("WHERE id = ?1 OR id IN (SELECT id FROM asset WHERE partOf = ?1)", id)
    }

    /// What came into the trash from a directory.
    func trashed(from directory: Int64) throws -> [TrashedFile] {
        try trashedFiles("WHERE directory = ?1", directory)
    }

    /// Everything in the trash.
    package func allTrashed() throws -> [TrashedFile] { try trashedFiles("", nil) }

    private func trashedFiles(_ condition: String, _ argument: Int64?) throws -> [TrashedFile] {
        let query = try prepare("\(TrashedFile.select) \(condition) ORDER BY id")
        if let argument { query.bind(1, argument) }
        var files: [TrashedFile] = []
        try query.forEach { files.append(TrashedFile($0)) }
        return files
    }

    /// Notes that a deleted asset is in the library again, as it was.
    package func restore(_ id: Int64, _ files: [RestoredFile]) throws {
        unseenArrivals += 1
        try accountTrashed(id, by: -1)
        let fingerprints = try trashed(id).map { ($0.id, $0.fingerprint) }
        let known = Dictionary(uniqueKeysWithValues: fingerprints)
        for restored in files {
            guard var record = try asset(restored.id) else { continue }
            record.directory = restored.directory
            record.file.directory = restored.directory
            record.file.name = restored.name
            (record.file.identity, record.file.changed) = (restored.identity, restored.changed)
            record.file.fingerprint = known[restored.id] ?? 0
            if restored.id == id {
                record.partOf = nil
                (record.burstIdentifier, record.representsBurst) = (nil, false)
            }
            try save(record, had: record)
            try statements.deleteTombstone.bind(1, restored.id).run()
            try prepare("DELETE FROM trash WHERE id = ?").bind(1, restored.id).run()
            try noteGroups(before: nil, after: record)
        }
        guard let record = try asset(id) else { return }
        let place = rootedPath(record.directory, record.file.name)
        try recordChange(.asset(id, .inserted(at: place)))
        try account(before: nil, after: record)
    }

    /// Forgets that a file lies in the trash: it is there no more, or is in the library again.
    package func forgetTrashed(_ id: Int64) throws {
        let isThere = try prepare("SELECT 1 FROM trash WHERE id = ?").bind(1, id)
            .first { _ in true }
        guard isThere == true, let record = try asset(id) else { return }
        try accountTrashed(id, by: -1)
        let parts = try parts(of: id)
        for table in ["trash", "asset", "resource", "own"] {
            try prepare("DELETE FROM \(table) WHERE id = ?").bind(1, id).run()
        }
        if let owner = record.partOf, owner > 0 {
            try accountTrashed(owner, by: -1)
            try recompose(owner)
            try accountTrashed(owner, by: 1)
        }
        // What belonged to it is deleted by itself from now on.
        for part in parts {
            try setOwner(of: part.id, to: AssetRecord.inTrash)
            try accountTrashed(part.id, by: 1)
        }
    }

    /// Has a deleted asset be what its remaining files say.
    private func recompose(_ id: Int64) throws {
        guard let before = try asset(id) else { return }
        let after = before.with(try parts(of: id))
        AssetColumns.bind(after, to: try statements.updateAsset)
        try statements.updateAsset.run()
        guard let own = after.own else {
            return try statements.deleteOwn.bind(1, id).run()
        }
        AssetColumns.bind(own, of: id, to: try statements.saveOwn)
        try statements.saveOwn.run()
    }

    /// Decides now, not at the end of the transaction, which files are one asset.
    ///
    /// The answer says whether these are one, the first its own file.
    package func isOneAsset(_ ids: [Int64]) throws -> Bool {
        try regroup()
        return try ids.enumerated().allSatisfy { index, id in
            let owner = try asset(id).map(\.partOf)
            return owner == .some(index == 0 ? nil : ids[0])
        }
    }
}
