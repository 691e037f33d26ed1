internal import Glibc
internal import PhotoModel

/// Queries for the size of the library, and for the values stored for `status`.
struct LibraryQueries {
    private let session: ReadSession

    init(_ session: ReadSession) {
        self.session = session
    }

    /// Returns the number of assets, and of those that cannot be read.
    ///
    /// The time it takes grows with the directories and unreadable files, not with the assets.
    func assetCounts() throws -> (all: Int64, unreadable: Int64) {
        // By default, SQLite uses an index of all assets, and looks up each.
        try session.statement(
            """
            SELECT (SELECT coalesce(sum(assetCount), 0) FROM directory),
                (SELECT count(*) FROM asset INDEXED BY assetUnreadable
                    WHERE unreadableReason IS NOT NULL AND partOf IS NULL)
            """
        ).first { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    }

    /// Returns the number of assets in a root.
    func assetCount(ofRoot root: Int64) throws -> Int64 {
        try session.statement(
            "SELECT coalesce(sum(assetCount), 0) FROM directory WHERE root = ?"
        ).bind(1, root).first { $0.integer(0) } ?? 0
    }

    /// Returns some assets that could not be read, the latest first.
    func unreadable(limit: Int64) throws -> [AssetRecord] {
        var records: [AssetRecord] = []
        try session.statement(
            """
            \(AssetColumns.select) WHERE asset.unreadableReason IS NOT NULL AND partOf IS NULL
            ORDER BY asset.id DESC LIMIT ?
            """
        ).bind(1, limit).forEach { records.append(AssetColumns.read($0)) }
        return records
    }

    /// Returns some photos that could not be opened at the last attempt, and whether their properties are known from
    /// before.
    ///
    /// The time it takes grows with the number of files.
    func unopened(limit: Int64) throws -> [(directory: Int64, name: [UInt8], isKnown: Bool)] {
        var files: [(Int64, [UInt8], Bool)] = []
        try session.statement(
            """
            SELECT resource.directory, resource.name, asset.unreadableReason IS NULL
            FROM resource JOIN asset USING (id)
            WHERE resource.changed = 0 AND resource.directory > 0
            LIMIT ?
            """
        ).bind(1, limit).forEach { files.append(($0.integer(0), $0.blob(1), $0.integer(2) != 0)) }
        return files
    }

    /// Returns the values stored for `status`.
    func status() throws -> [String: String] {
        var values: [String: String] = [:]
        try session.statement("SELECT key, value FROM status").forEach {
            values[$0.optionalText(0) ?? ""] = $0.optionalText(1)
        }
        return values
    }

    /// Whether the owner of the library allows no files to be added or deleted.
    var isReadOnly: Bool { get throws { try status()["readOnly"] == "1" } }

    /// Returns the directories that could not be listed at the last attempt, with the reasons.
    func unlisted() throws -> [(directory: Int64, reason: String)] {
        try (status()["unlisted"] ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count == 2, let directory = Int64(fields[0]), let code = Int32(fields[1])
            else { return nil }
            return (directory, unsafe String(cString: strerror(code)))
        }
    }

    /// Returns the number of content identifiers that more files of a directory share than can form one asset.
    func crowdedIdentifiers() throws -> Int64 {
        try session.statement(
            """
            SELECT count(*) FROM (SELECT 1 FROM asset WHERE contentIdentifier IS NOT NULL
                GROUP BY contentIdentifier, directory HAVING count(*) > ?)
            """
        ).bind(1, Int64(AssetGrouping.mostOfOneIdentifier)).first { $0.integer(0) } ?? 0
    }

    /// Counts everything; takes longer for larger libraries.
    ///
    /// Call within ``snapshot(_:)``.
    func totals() throws -> LibraryTotals {
        var totals = LibraryTotals()
        try session.statement(
            """
            SELECT mediaType, count(*), sum(favorite), sum(hidden) FROM asset
            WHERE partOf IS NULL GROUP BY mediaType ORDER BY mediaType
            """
        ).forEach { row in
            totals.assets.append(
                (MediaType(rawValue: Int(row.integer(0))) ?? .unknown, row.integer(1))
            )
            totals.favorites += row.integer(2)
            totals.hidden += row.integer(3)
        }
        totals.trashed =
            try session.statement(
                "SELECT count(*) FROM asset WHERE partOf = \(AssetRecord.inTrash)"
            )
            .first { $0.integer(0) } ?? 0
        totals.bytes =
            try session.statement("SELECT sum(size) FROM resource").first { $0.integer(0) } ?? 0
        totals.lastChange =
            try session.statement("SELECT max(time) FROM commitTime").first {
                $0.optionalInteger(0)
            } ?? nil
        return totals
    }

    /// Returns the number of directories that the catalogue takes to exist.
    func directoryCount() throws -> Int {
        let count = try session.statement("SELECT count(*) FROM directory WHERE removedAt IS NULL")
            .first { $0.integer(0) }
        return Int(count ?? 0)
    }

    /// Returns the catalogue's number of a file system; nil if the catalogue has nothing on it.
    func volume(_ identity: UInt64) throws -> Int64? {
        try session.statement("SELECT id FROM volume WHERE identity = ?")
            .bind(1, Int64(bitPattern: identity)).first { $0.integer(0) }
    }

    /// Returns the number of albums, of directories and user-made.
    func albumCount() throws -> Int64 {
        try session.statement(
            """
            SELECT (SELECT count(*) FROM directory WHERE removedAt IS NULL AND assetCount > 0)
                + (SELECT count(*) FROM userCollection WHERE isFolder = 0)
            """
        ).first { $0.integer(0) } ?? 0
    }
}
