internal import GRDB

/// The tables and their migrations.
package enum Schema {
    /// `HLGR`, by which `file(1)` and this program recognise a catalogue.
    static let applicationID = 0x484C_4752

    /// The steps from each version to the next; a new catalogue runs through all of them.
    ///
    /// A migration must never change, or catalogues of one version would differ: any change is another migration. It is
    /// plain text without constants of the program, because those change. For each migration,
    /// `Tests/CatalogueTests/Fixtures/make-catalogue` stores a catalogue of its version for the tests.
    package static let migrations = [
        (name: "1", sql: migration1),
        (name: "2", sql: migration2),
        (name: "3", sql: migration3),
        (name: "4", sql: migration4),
        (name: "5", sql: migration5), (name: "6", sql: migration6),
        (name: "7", sql: migration7), (name: "8", sql: migration8),
        (name: "9", sql: migration9), (name: "10", sql: migration10),
        (name: "11", sql: migration11),
    ]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (name, sql) in migrations {
            migrator.registerMigration(name) { try $0.execute(sql: sql) }
        }
        return migrator
    }

    /// Throws if a catalogue has run through a set of migrations that no version leaves behind: one without those
    /// before it, or tables without any migration.
    static func requireWhole(_ database: Database) throws {
        let hasTables = try database.tableExists("library")
        let hasList = try database.tableExists("grdb_migrations")
        guard hasTables || hasList else { return }
        let applied =
            try hasList
            ? String?.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations") : []
        let known = migrations.map(\.name)
        let count = known.prefix { applied.contains($0) }.count
        guard !applied.contains(nil), count == applied.count || count == known.count,
            !hasTables || count > 0
        else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "its versions are in disorder"
            )
        }
    }

    /// The condition for assets whose identifiers are not ordered; the version is in the seventh byte.
    static let hasRandomIdentifier = "substr(uuid, 7, 1) < x'50'"

    /// The indexes that a first index only builds at its end, when sorting once is cheaper than keeping order row by
    /// row.
    ///
    /// Each index holds every column that its listing reads, or SQLite would look up every row.
    static let laterIndexes: [(name: String, sql: String)] = [
        later("resourceByContent", "resource (fingerprint)"),
        later("assetByDirectory", "asset (directory, creationDate)", shown),
        assetByDate,
        later("assetByMarks", "asset (marks, creationDate, listed)", "\(shown) AND \(isMarked)"),
        later("assetByPlace", "asset (creationDate, listed)", located),
        later("assetByAdded", "asset (addedDate)", shown),
    ]

    /// The index in whose order moments are made.
    static let assetByDate = later("assetByDate", "asset (creationDate, listed, marks)", shown)

    private static let shown = "partOf IS NULL"
    /// The condition for the assets of moments that have a location.
    private static let located =
        "\(shown) AND hidden = 0 AND latitude IS NOT NULL AND longitude IS NOT NULL"
    /// The condition for assets in the index of marks; plain photos would only make it large.
    static let isMarked = "marks != \(AssetMarks.plain.rawValue)"

    private static func later(
        _ name: String,
        _ columns: String,
        _ condition: String? = nil
    ) -> (name: String, sql: String) {
        let rows = condition.map { " WHERE \($0)" } ?? ""
        return (name, "CREATE INDEX IF NOT EXISTS \(name) ON \(columns)\(rows)")
    }
}
