internal import PhotoModel

/// The deleted assets whose files lie in a trash; to readers they are not assets, only recently deleted ones.
final class Trash {
    private let connection: WriteConnection
    private let assets: AssetTable
    private let former: FormerFiles
    private let directories: DirectoryStore
    private let groups: AssetGroups
    private let collections: Collections
    private let log: ChangeLog
    private let clock: WriterClock

    init(
        _ changed: ChangedParts,
        _ connection: WriteConnection,
        _ log: ChangeLog,
        _ clock: WriterClock
    ) {
        (assets, former, directories, groups, collections) = changed
        (self.connection, self.log, self.clock) = (connection, log, clock)
    }

    /// Returns the files that form an asset, its own first.
    func files(of record: AssetRecord) throws -> [AssetRecord] {
        try [record] + assets.parts(of: record.id)
    }

    /// Moves an asset to the trash.
    ///
    /// `files`: All files of the asset. If one of them comes back on its own, it is recognised by its tombstone.
    func insert(_ record: AssetRecord, _ files: [TrashedFile]) throws {
        try log.record(.removal(of: record, from: directories.table.rootedPath(of: record)))
        try groups.fileChanged(from: record, to: nil)
        let insert = try connection.prepare("INSERT INTO trash VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        for part in try self.files(of: record) {
            guard let trashed = files.first(where: { $0.id == part.id }) else { continue }
            var tombstone = part
            tombstone.file.identity = trashed.moved ?? part.file.identity
            try former.insertTombstone(of: tombstone)
            // A file that the asset had before is not the one that was deleted.
            for row in try former.files(of: part.id) { try former.forget(row) }
            var file = part.file
            // From now on it matches no entry of a directory and no file of the library.
            (file.fingerprint, file.changed) = (0, 0)
            (file.identity.volume, file.identity.inode, file.identity.born) = (0, 0, 0)
            try assets.save(file, of: part.id, in: -part.id)
            try insert.bind(1, part.id).bind(2, trashed.path).bind(3, trashed.info)
                .bind(4, part.directory).bind(5, trashed.volume).bind(6, trashed.fingerprint)
                .bind(7, clock.now).run()
        }
        try assets.setOwner(of: record.id, to: AssetRecord.inTrash)
        try collections.assetChanged(from: record, to: nil)
        try count(record.id, by: 1)
    }

    /// Counts an asset that has just entered the trash, or is about to leave it, in the smart albums of deleted assets.
    private func count(_ id: Int64, by delta: Int64) throws {
        guard let record = try assets.asset(id), record.isTrashed else { return }
        collections.smartAlbums.trashChanged(record, by: delta)
    }

    /// Returns an asset's files in the trash; empty if it is not there.
    func files(of id: Int64) throws -> [TrashedFile] {
        try files("WHERE id = ?1 OR id IN (SELECT id FROM asset WHERE partOf = ?1)", id)
    }

    /// Returns the files in the trash that came from a directory.
    func files(from directory: Int64) throws -> [TrashedFile] {
        try files("WHERE directory = ?1", directory)
    }

    /// Returns all files in the trash.
    func allFiles() throws -> [TrashedFile] { try files("", nil) }

    private func files(_ condition: String, _ argument: Int64?) throws -> [TrashedFile] {
        let query = try connection.prepare("\(TrashedFile.select) \(condition) ORDER BY id")
        if let argument { query.bind(1, argument) }
        var files: [TrashedFile] = []
        try query.forEach { files.append(TrashedFile($0)) }
        return files
    }
}

extension Trash {
    /// Restores a deleted asset from the trash to the library, as it was.
    func restore(_ id: Int64, _ files: [RestoredFile]) throws {
        assets.countUnseenArrival()
        try count(id, by: -1)
        let fingerprints = try self.files(of: id).map { ($0.id, $0.fingerprint) }
        let known = Dictionary(uniqueKeysWithValues: fingerprints)
        for restored in files {
            guard var record = try assets.asset(restored.id) else { continue }
            record.directory = restored.directory
            record.file.directory = restored.directory
            record.file.name = restored.name
            (record.file.identity, record.file.changed) = (restored.identity, restored.changed)
            record.file.fingerprint = known[restored.id] ?? 0
            if restored.id == id {
                record.partOf = nil
                (record.burstIdentifier, record.representsBurst) = (nil, false)
            }
            try assets.save(record, had: record)
            try former.deleteTombstone(of: restored.id)
            try delete(restored.id, from: "trash")
            try groups.fileChanged(from: nil, to: record)
        }
        guard let record = try assets.asset(id) else { return }
        try log.record(.asset(id, .inserted(at: directories.table.rootedPath(of: record))))
        try collections.assetChanged(from: nil, to: record)
    }

    private func delete(_ id: Int64, from table: String) throws {
        try connection.prepare("DELETE FROM \(table) WHERE id = ?").bind(1, id).run()
    }

    /// Forgets that a file lies in the trash, because it is no longer there or is in the library again.
    func forget(_ id: Int64) throws {
        let isThere = try connection.prepare("SELECT 1 FROM trash WHERE id = ?").bind(1, id)
            .first { _ in true }
        guard isThere == true, let record = try assets.asset(id) else { return }
        try count(id, by: -1)
        let parts = try assets.parts(of: id)
        for table in ["trash", "asset", "resource", "own", "description"] {
            try delete(id, from: table)
        }
        if let owner = record.partOf, owner > 0 {
            try count(owner, by: -1)
            try recompose(owner)
            try count(owner, by: 1)
        }
        // From now on its parts are deleted assets of their own.
        for part in parts {
            try assets.setOwner(of: part.id, to: AssetRecord.inTrash)
            try count(part.id, by: 1)
        }
    }

    /// Recomputes a deleted asset from its remaining files.
    private func recompose(_ id: Int64) throws {
        guard let before = try assets.asset(id) else { return }
        let after = try assets.composed(before)
        try assets.saveRow(after)
        try assets.saveOwn(after)
        try assets.saveDescription(after, had: before)
    }
}
