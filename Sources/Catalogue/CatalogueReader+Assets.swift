internal import Glibc
package import PhotoModel

extension CatalogueReader {
    /// Lists assets, each as it is now; call within ``snapshot(_:)``.
    package func forEachAsset(
        _ query: AssetQuery,
        _ body: (AssetRecord) throws -> Void
    ) throws {
        let query = try resolvingIdentifiers(query)
        let (sql, bindings) = query.sql(now: now, selecting: nil)
        let listing = try SQLiteStatement(database, sql).bind(bindings)
        try listing.forEach { try body(AssetColumns.read($0)) }
    }

    /// The files that are part of an asset beside its own, in the order they are told.
    package func parts(of record: AssetRecord) throws -> [FileRecord] {
        try partRecords(of: record).map(\.file)
    }

    /// What is known of each of these files by itself.
    package func partRecords(of record: AssetRecord) throws -> [AssetRecord] {
        guard record.partCount > 0 else { return [] }
        var parts: [AssetRecord] = []
        try statement("\(AssetColumns.select) WHERE asset.partOf = ?").bind(1, record.id)
            .forEach { parts.append(AssetColumns.read($0)) }
        return AssetRecord.ordered(parts)
    }

    /// A live asset by its number.
    package func asset(_ id: Int64) throws -> AssetRecord? {
        try statement("\(AssetColumns.select) WHERE asset.id = ? AND partOf IS NULL").bind(1, id)
            .first(AssetColumns.read)
    }

    /// What is an asset of its own, be it in the trash.
    static let isAsset = "(partOf IS NULL OR partOf = \(AssetRecord.inTrash))"

    /// A live or recently deleted asset by its number.
    package func assetOrTrashed(_ id: Int64) throws -> AssetRecord? {
        try statement("\(AssetColumns.select) WHERE asset.id = ? AND \(Self.isAsset)").bind(1, id)
            .first(AssetColumns.read)
    }

    /// The recently deleted asset with an identifier.
    package func trashedAsset(_ uuid: ObjectUUID) throws -> AssetRecord? {
        let record = try number(of: uuid).flatMap(assetOrTrashed)
        return record?.isTrashed == true ? record : nil
    }

    /// The asset deleted last whose own file lay at an absolute path.
    package func trashedAsset(at path: [UInt8]) throws -> AssetRecord? {
        var found: AssetRecord?
        try statement(
            """
            \(AssetColumns.select) JOIN trash ON trash.id = asset.id
            WHERE asset.partOf = \(AssetRecord.inTrash) ORDER BY trash.time
            """
        ).forEach { row in
            let record = AssetColumns.read(row)
            if try formerPath(of: record) == path { found = record }
        }
        return found
    }

    /// Where the file of an asset lies, in the trash too.
    package func absolutePath(of record: AssetRecord) throws -> [UInt8] {
        let trashed = try statement("SELECT path FROM trash WHERE id = ?").bind(1, record.id)
            .first { $0.blob(0) }
        return try trashed ?? formerPath(of: record)
    }

    private func formerPath(of record: AssetRecord) throws -> [UInt8] {
        let root = try directory(record.directory).flatMap { self.root($0.root) }
        return (root?.path ?? []) + [UInt8(ascii: "/")]
            + (try path(record.directory, record.file.name))
    }

    /// A live asset by its identifier.
    package func asset(_ uuid: ObjectUUID) throws -> AssetRecord? {
        try number(of: uuid).flatMap(asset)
    }

    /// The directory that the names of a path lead to; one that another took the path of is elsewhere.
    private func directory(at names: [ArraySlice<UInt8>], below top: Int64) throws -> Int64? {
        try names.reduce(Int64?.some(top)) { parent, name in
            let isThere = "removedAt IS NULL AND detached = 0"
            return try directories("WHERE parent = ? AND name = ? AND \(isThere)") {
                $0.bind(1, parent).bind(2, Array(name))
            }.first?.id
        }
    }

    /// The live asset one of whose files lies at an absolute path, and what that file is known by.
    package func asset(at path: [UInt8]) throws -> (asset: AssetRecord, file: FileIdentity)? {
        for root in allRoots where path.starts(with: root.path + [UInt8(ascii: "/")]) {
            let parts = path.dropFirst(root.path.count + 1).split(separator: UInt8(ascii: "/"))
            guard let name = parts.last,
                let directory = try directory(at: parts.dropLast(), below: root.directory)
            else { continue }
            let found = try statement(
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

    /// How many assets there are, and how many of them cannot be read.
    package func assetCounts() throws -> (all: Int64, unreadable: Int64) {
        try statement(
            """
            SELECT (SELECT count(*) FROM asset WHERE partOf IS NULL),
                (SELECT count(*) FROM asset WHERE unreadableReason IS NOT NULL AND partOf IS NULL)
            """
        ).first { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    }

    /// Some assets that could not be read, the latest first.
    package func unreadable(limit: Int64) throws -> [AssetRecord] {
        var records: [AssetRecord] = []
        try statement(
            """
            \(AssetColumns.select) WHERE asset.unreadableReason IS NOT NULL AND partOf IS NULL
            ORDER BY asset.id DESC LIMIT ?
            """
        ).bind(1, limit).forEach { records.append(AssetColumns.read($0)) }
        return records
    }

    /// The values kept for `status`.
    package func status() throws -> [String: String] {
        var values: [String: String] = [:]
        try statement("SELECT key, value FROM status").forEach {
            values[$0.optionalText(0) ?? ""] = $0.optionalText(1)
        }
        return values
    }

    /// Whether the owner of the library wants no files added or deleted.
    package var isReadOnly: Bool { get throws { try status()["readOnly"] == "1" } }

    /// The directories that could not be listed when that was last tried, and why.
    package func unlisted() throws -> [(directory: Int64, reason: String)] {
        try (status()["unlisted"] ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count == 2, let directory = Int64(fields[0]), let code = Int32(fields[1])
            else { return nil }
            return (directory, unsafe String(cString: strerror(code)))
        }
    }

    /// The files of one directory, for comparison with the disk.
    package func files(in directory: Int64) throws -> [FileRecord] {
        let columns = AssetColumns.list(AssetColumns.resource, of: "resource")
        var files: [FileRecord] = []
        try statement("SELECT \(columns) FROM resource WHERE directory = ?").bind(1, directory)
            .forEach { files.append(AssetColumns.readFile($0, from: 0)) }
        return files
    }
}
