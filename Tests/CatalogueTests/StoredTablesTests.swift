import Catalogue
import Foundation
import GRDB
import Testing

/// The tables of catalogues of each version so far after the migrations.
struct StoredTablesTests {
    /// The tables in which there may be more than before: opening begins an epoch, and makes smart albums
    /// that the version did not know yet.
    private static let growing: Set<String> = [
        "grdb_migrations", "epoch", "status", "smartAlbum", "change", "commitTime",
    ]

    /// The columns that do not stay as they are, with the version that changed them.
    private static let changing: [(column: String, since: Int)] = [
        // Smart albums that are made take numbers.
        ("library.sequence", .max),
        // What a library's age is counted from.
        ("library.age", .max), ("library.boot", .max), ("library.uptime", .max),
        ("library.boottime", .max),
        // It was the number of the row once more.
        ("resource.asset", 2),
        // Files are read again, for an earlier version did not ask what they belong to.
        ("resource.changed", 2),
        // Moments are made again at the end of the next index, out of what they amount to.
        // Files that could not be read have a mark of their own.
        ("asset.marks", 9),
        // They have the clocks of photos of which nothing tells it.
        ("moment.startOffset", 11), ("moment.endOffset", 11),
        ("moment.members", 6), ("moment.latitude", 6), ("moment.longitude", 6),
    ]

    private static func kept(
        _ row: [String: DatabaseValue],
        of table: String,
        from version: String
    ) -> [String: DatabaseValue] {
        row.filter { column, _ in
            !changing.contains {
                $0.column == "\(table).\(column)" && (Int(version) ?? 0) < $0.since
            }
        }
    }

    @Test(arguments: StoredCatalogue.versions)
    func `every row of every table is held`(_ version: String) throws {
        let stored = try StoredCatalogue(version)
        let before = try RawTables(stored.path)
        _ = try CatalogueWriter(path: stored.path, as: .editor)
        let now = try RawTables(stored.path)
        #expect(before.rows["tombstone"]?.isEmpty == false)
        for (table, rows) in before.rows {
            let others = try #require(now.rows[table], "the table \(table) has gone")
            let wanted = rows.map { Self.kept($0, of: table, from: version) }
            let columns = Set(wanted.flatMap(\.keys))
            let held = Set(others.map { row in row.filter { columns.contains($0.key) } })
            let lost = wanted.filter { !held.contains($0) }
            #expect(lost.isEmpty, "\(table)")
            #expect(others.count == rows.count || Self.growing.contains(table), "\(table)")
        }
    }

    @Test(arguments: StoredCatalogue.versions)
    func `a migrated catalogue is made like a new one`(_ version: String) throws {
        let (stored, new) = (try StoredCatalogue.migrated(version), try TestCatalogue())
        // The later indexes come with the end of an index.
        try CatalogueWriter(path: stored.path, as: .editor).endBulk()
        try new.writer.endBulk()
        #expect(try RawTables(stored.path).schema == RawTables(new.path).schema)
        let reader = try CatalogueReader(path: stored.path)
        #expect(try reader.snapshot { try reader.contradictions() } == [])
    }
}

/// The tables of a catalogue, without a word from the program.
struct RawTables {
    /// By table the rows, each by column.
    private(set) var rows: [String: [[String: DatabaseValue]]] = [:]
    /// How each table and index is made.
    private(set) var schema: [String: String] = [:]

    init(_ path: String) throws {
        (rows, schema) = try DatabaseQueue(path: path).read { database in
            var schema: [String: String] = [:]
            let made = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
            for row in try Row.fetchAll(database, sql: made) {
                schema[row["name"]] = (row["sql"] as String).split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ")
            }
            var rows: [String: [[String: DatabaseValue]]] = [:]
            for (name, sql) in schema where sql.hasPrefix("CREATE TABLE") {
                rows[name] = try Row.fetchAll(database, sql: "SELECT * FROM \"\(name)\"")
                    .map { Dictionary(uniqueKeysWithValues: $0.map { ($0.0, $0.1) }) }
            }
            return (rows, schema)
        }
    }
}
