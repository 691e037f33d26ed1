internal import PhotoModel

/// Queries for single assets and their files.
struct AssetQueries {
    private let session: ReadSession
    private let directories: DirectoryCache
    private let identifiers: IdentifierQueries
    private let resolution: QueryResolution

    init(
        _ session: ReadSession,
        _ directories: DirectoryCache,
        _ identifiers: IdentifierQueries,
        _ resolution: QueryResolution
    ) {
        (self.session, self.directories) = (session, directories)
        (self.identifiers, self.resolution) = (identifiers, resolution)
    }

    /// Calls `body` with each asset of a query, in its present state; call within ``snapshot(_:)``.
    func forEach(
        _ query: AssetQuery,
        _ body: (AssetRecord) throws -> Void
    ) throws {
        let query = try resolution.resolving(query)
        let (sql, bindings) = query.sql(now: session.now, selecting: nil)
        let listing = session.prepare(sql).bind(bindings)
        try listing.forEach { try body(AssetColumns.read($0)) }
    }

    /// Returns the records of an asset's other files, in the order in which they are reported.
    func partRecords(of record: AssetRecord) throws -> [AssetRecord] {
        guard record.partCount > 0 else { return [] }
        var parts: [AssetRecord] = []
        try session.statement("\(AssetColumns.select) WHERE asset.partOf = ?").bind(1, record.id)
            .forEach { parts.append(AssetColumns.read($0)) }
        return AssetRecord.ordered(parts)
    }

    /// Returns the values of an asset's own file, if its other files or the user may override them.
    func ownValues(of record: AssetRecord) throws -> OwnValues? {
        guard record.partCount > 0 || record.isEdited else { return nil }
        return try session.statement(AssetColumns.selectOwn).bind(1, record.id)
            .first(AssetColumns.readOwn)
    }

    /// Returns a live asset by its number.
    func asset(_ id: Int64) throws -> AssetRecord? {
        try session.statement("\(AssetColumns.select) WHERE asset.id = ? AND partOf IS NULL").bind(
            1,
            id
        )
        .first(AssetColumns.read)
    }

    /// Returns the asset that represents a burst; nil if fewer than two live assets have the key.
    func burstRepresentative(_ key: String) throws -> AssetRecord? {
        try session.statement(
            """
            \(AssetColumns.select) WHERE asset.representsBurst = 1
                AND asset.id IN (SELECT asset FROM burst WHERE key = ?)
            """
        ).bind(1, text: key).first(AssetColumns.read)
    }

    /// The condition for an asset of its own, even one in the trash.
    static let isAsset = "(partOf IS NULL OR partOf = \(AssetRecord.inTrash))"

    /// Returns a live or recently deleted asset by its number.
    func assetOrTrashed(_ id: Int64) throws -> AssetRecord? {
        try session.statement("\(AssetColumns.select) WHERE asset.id = ? AND \(Self.isAsset)").bind(
            1,
            id
        )
        .first(AssetColumns.read)
    }

    /// Returns the recently deleted asset with an identifier.
    func trashedAsset(_ uuid: ObjectUUID) throws -> AssetRecord? {
        let record = try identifiers.number(of: uuid).flatMap(assetOrTrashed)
        return record?.isTrashed == true ? record : nil
    }

    /// Returns the most recently deleted asset one of whose files was at an absolute path.
    func trashedAsset(at path: [UInt8]) throws -> AssetRecord? {
        var deleted: [AssetRecord] = []
        try session.statement(
            """
            \(AssetColumns.select) JOIN trash ON trash.id = asset.id
            WHERE asset.partOf = \(AssetRecord.inTrash) ORDER BY trash.time
            """
        ).forEach { deleted.append(AssetColumns.read($0)) }
        return try deleted.last { record in
            try ([record] + partRecords(of: record)).contains { try formerPath(of: $0) == path }
        }
    }

    /// Returns the absolute path of an asset's file, which may be in the trash.
    func absolutePath(of record: AssetRecord) throws -> [UInt8] {
        let trashed = try session.statement("SELECT path FROM trash WHERE id = ?").bind(
            1,
            record.id
        )
        .first { $0.blob(0) }
        return try trashed ?? formerPath(of: record)
    }

    private func formerPath(of record: AssetRecord) throws -> [UInt8] {
        let root = try directories[record.directory].flatMap { directories.roots[$0.root] }
        let path = try directories.path(record.directory, record.file.name)
        return RelativePath.absolute(path, below: root?.path ?? [])
    }

    /// Returns a live asset by its identifier.
    func asset(_ uuid: ObjectUUID) throws -> AssetRecord? {
        try identifiers.number(of: uuid).flatMap(asset)
    }

    /// Returns the directory at a path; one whose path was taken by another does not count.
    private func directory(at names: [ArraySlice<UInt8>], below top: Int64) throws -> Int64? {
        try names.reduce(Int64?.some(top)) { parent, name in
            let isThere = "removedAt IS NULL AND detached = 0"
            return try directories.directories("WHERE parent = ? AND name = ? AND \(isThere)") {
                $0.bind(1, parent).bind(2, Array(name))
            }.first?.id
        }
    }

    /// Returns the live asset that has a file at an absolute path, and the identity of that file.
    func asset(at path: [UInt8]) throws -> (asset: AssetRecord, file: FileIdentity)? {
        for root in directories.allRoots where path.starts(with: root.path + [UInt8(ascii: "/")]) {
            let parts = path.dropFirst(root.path.count + 1).split(separator: UInt8(ascii: "/"))
            guard let name = parts.last,
                let directory = try directory(at: parts.dropLast(), below: root.directory)
            else { continue }
            let found = try session.statement(
                """
                SELECT coalesce(partOf, id), volume, inode, resource.size, modified, born
                FROM resource JOIN asset USING (id)
                WHERE resource.directory = ? AND name = ?
                """
            ).bind(1, directory).bind(2, Array(name)).first {
                ($0.integer(0), FileIdentity($0, from: 1))
            }
            guard let (owner, file) = found, let asset = try self.asset(owner) else { continue }
            return (asset, file)
        }
        return nil
    }

    /// Returns the live assets whose own file has this content: the hash of its first 64 KiB, and its size.
    func assets(fingerprint: Int64, size: Int64) throws -> [AssetRecord] {
        var records: [AssetRecord] = []
        try session.statement(
            """
            \(AssetColumns.select) WHERE resource.fingerprint = ? AND resource.size = ?
                AND asset.partOf IS NULL
            ORDER BY asset.id
            """
        ).bind(1, fingerprint).bind(2, size).forEach { records.append(AssetColumns.read($0)) }
        return records
    }

    /// Returns the assets with these IDs that are live, or also those in the trash, by ID.
    func assets(
        _ ids: [Int64],
        orTrashed: Bool = false
    ) throws -> [Int64: AssetRecord] {
        let condition = orTrashed ? Self.isAsset : "partOf IS NULL"
        let list = ids.map { "\($0)" }.joined(separator: ",")
        var found: [Int64: AssetRecord] = [:]
        try session.statement(
            "\(AssetColumns.select) WHERE asset.id IN (SELECT value FROM json_each(?)) AND \(condition)"
        ).bind(1, text: "[\(list)]").forEach {
            let record = AssetColumns.read($0)
            found[record.id] = record
        }
        return found
    }

    /// Returns a removed asset as it was, for as long as it is remembered.
    func removedAsset(_ id: Int64) throws -> AssetRecord? {
        try session.statement("\(AssetRecord.selectRemoved) WHERE id = ?").bind(1, id)
            .first { AssetRecord(removed: $0) }
    }

    /// Returns the files of one directory, for comparison with the disk.
    func files(in directory: Int64) throws -> [FileRecord] {
        var files: [FileRecord] = []
        try session.statement("\(AssetColumns.selectFile) WHERE directory = ?").bind(1, directory)
            .forEach { files.append(AssetColumns.readFile($0, from: 0)) }
        return files
    }

    /// Calls `body` with every file of a root and its path relative to the root.
    func forEachFile(ofRoot root: Int64, _ body: ([UInt8], FileRecord) -> Void) throws {
        let found = try directories.directories("WHERE root = ? AND removedAt IS NULL") {
            $0.bind(1, root)
        }
        for directory in found {
            for file in try files(in: directory.id) {
                body(try directories.path(directory.id, file.name), file)
            }
        }
    }
}
