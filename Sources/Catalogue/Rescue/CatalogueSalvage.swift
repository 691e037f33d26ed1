internal import GRDB
internal import PhotoModel

/// Copies the readable parts of a damaged catalogue into an empty one.
///
/// Rows are copied as they are, except for values that no program wrote; contradictions between them are left to
/// ``CatalogueRepair``. History is not copied: earlier tokens are of epochs that the new catalogue does not know.
final class CatalogueSalvage {
    private let source: DamagedDatabase
    private let scratch: String
    private let target: Database
    private let now: Int64
    /// The number of rows copied from each table.
    private(set) var taken: [String: Int64] = [:]
    /// The number of assets that got new identifiers.
    private var renewed: Int64 = 0
    /// The tables that could not be read completely.
    private(set) var incomplete: Set<String> = []

    /// - Parameters:
    ///   - source: The damaged catalogue.
    ///   - scratch: The path for a temporary copy of it.
    ///   - target: An empty catalogue of this version.
    ///   - now: Microseconds since 1970.
    init(_ source: DamagedDatabase, scratch: String, into target: Database, at now: Int64) {
        (self.source, self.scratch, self.target, self.now) = (source, scratch, target, now)
    }

    private static let tables = [
        "volume", "root", "directory", "asset", "resource", "own", "description", "edit",
        "tombstone", "trash", "userCollection", "smartAlbum", "status",
    ]

    /// Runs within a transaction of the target.
    func run() throws {
        incomplete = Set(Self.tables.filter { !DamagedTable(source, $0, []).isWhole() })
        let sound = source.rowsByPage(of: incomplete, scratch: scratch)
        for table in Self.tables {
            try copy(table, from: source, without: sound?.doubtful[table] ?? [])
            guard let sound, sound.tables.contains(table) else { continue }
            incomplete.insert(table)
            try copy(table, from: sound.database)
        }
        if incomplete.contains("root") { try takeRootsFromIndex() }
        try target.execute(sql: Self.rootDirectories + Self.rings)
        try SalvagedEdits(target).run()
        var members = SalvagedMembers(source, into: target)
        taken["member"] = try members.run()
        if members.isIncomplete { incomplete.insert("member") }
        renewed = try SalvagedIdentifiers(target, now: now).run()
        try SalvagedLibrary(source, into: target).run(at: now)
        for sql in Self.completion { try target.execute(sql: sql) }
        if taken["asset"] ?? 0 > 0 {
            for index in Schema.laterIndexes { try target.execute(sql: index.sql) }
        }
    }

    /// Returns the number of files that were copied with their assets and the identifiers of these.
    func savedFiles() throws -> Int64 {
        let files =
            try SQLiteStatement(
                target,
                "SELECT count(*) FROM asset WHERE id IN (SELECT id FROM resource)"
            ).first { $0.integer(0) } ?? 0
        return max(0, files - renewed)
    }

    /// Returns how many rows a table had, as far as that can be known.
    func count(_ table: String, indexes: [String] = []) -> Int64? {
        let queries =
            ["SELECT count(*) FROM \(table)"]
            + indexes.map { "SELECT count(*) FROM \(table) INDEXED BY \($0)" }
        let known = queries.compactMap(source.number).max()
        return incomplete.contains(table)
            ? known.map { max($0, taken[table] ?? 0) } : taken[table] ?? 0
    }

    /// `doubtful`: Numbers that some rows have wrongly, so that no row with one of them is copied.
    private func copy(
        _ table: String,
        from source: DamagedDatabase,
        without doubtful: Set<Int64> = []
    ) throws {
        guard let salvaged = try SalvagedTable(table, from: source, into: target) else {
            incomplete.insert(table)
            return
        }
        let gaps = try DamagedTable(source, table, salvaged.common).forEachRow { row in
            guard !doubtful.contains(row.integer(0)) else { return }
            if let count = try salvaged.take(row) {
                taken[table, default: 0] += count
            } else {
                incomplete.insert(table)
            }
        }
        if gaps > 0 { incomplete.insert(table) }
    }

    /// Gives each root the directory above all its others; a root without one gets it later.
    private static let rootDirectories = """
        UPDATE root SET directory = ifnull(
            (SELECT min(id) FROM directory WHERE directory.root = root.id AND parent IS NULL), 0);
        """

    /// Detaches directories that lie in themselves, so that they count as directories whose parent was lost.
    private static let rings = """
        UPDATE directory SET parent = -1 WHERE id NOT IN (
            WITH RECURSIVE tree (id) AS (
                SELECT id FROM directory
                    WHERE parent IS NULL OR parent NOT IN (SELECT id FROM directory)
                UNION SELECT directory.id FROM tree JOIN directory ON directory.parent = tree.id)
            SELECT id FROM tree);
        """

    /// Statements that meet the conditions under which the parts of a writer can read the catalogue.
    private static let completion = [
        """
        DELETE FROM smartAlbum WHERE subtype != \(CollectionSubtype.smartAlbumGeneric.rawValue) AND id NOT IN
            (SELECT min(id) FROM smartAlbum GROUP BY subtype)
        """,
        """
        DELETE FROM smartAlbum WHERE subtype = \(CollectionSubtype.smartAlbumGeneric.rawValue)
            AND (title IS NULL OR predicate IS NULL
                OR id NOT IN (SELECT min(id) FROM smartAlbum GROUP BY subtype, title))
        """,
        "UPDATE tombstone SET removedAge = min(removedAge, (SELECT age FROM library))",
    ]
}

extension CatalogueSalvage {
    /// Recovers roots whose rows were lost, by the index of their paths.
    private func takeRootsFromIndex() throws {
        let insert = SQLiteStatement(
            target,
            """
            INSERT OR IGNORE INTO root (id, path, directory, state, reason) VALUES (?1, ?2,
                ifnull((SELECT id FROM directory WHERE root = ?1 AND parent IS NULL), 0),
                \(LibraryState.offline.rawValue), \(StateReason.rescued.rawValue))
            """
        )
        let query = source.statement(
            "SELECT rowid, path FROM root INDEXED BY sqlite_autoindex_root_1"
        )
        defer { query.reset() }
        while (try? query.step()) == true {
            guard let path = query.stored(1).blob, path.first == UInt8(ascii: "/") else { continue }
            try insert.bind(1, query.integer(0)).bind(2, path).run()
        }
    }
}
