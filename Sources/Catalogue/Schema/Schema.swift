internal import GRDB

/// The tables, and how they came to be.
package enum Schema {
    /// `HLGR`, so that `file(1)` and we know a catalogue when we see one.
    static let applicationID = 0x484C_4752

    /// The steps from each version to the next; a new catalogue runs through all of them.
    ///
    /// A migration must never change, or catalogues of one version would differ: any change is another
    /// migration. It is plain text without constants of the program, because those change. With each
    /// migration, a catalogue of its version is stored for the tests, by
    /// `Tests/CatalogueTests/Fixtures/make-catalogue`.
    package static let migrations = [
        (name: "1", sql: migration1),
        (name: "2", sql: migration2),
        (name: "3", sql: migration3),
        (name: "4", sql: migration4),
        (name: "5", sql: migration5), (name: "6", sql: migration6),
        (name: "7", sql: migration7), (name: "8", sql: migration8),
        (name: "9", sql: migration9), (name: "10", sql: migration10),
    ]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (name, sql) in migrations {
            migrator.registerMigration(name) { try $0.execute(sql: sql) }
        }
        return migrator
    }

    /// Throws if the migrations that a catalogue has run through are such as no version leaves behind: one without
    /// those before it, or tables without any.
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

    /// Which assets are not in the order of their identifiers: the version stands in the seventh byte.
    static let hasRandomIdentifier = "substr(uuid, 7, 1) < x'50'"

    /// Indexes a first index does without and is given at its end, when sorting once is cheaper
    /// than keeping order row by row.
    ///
    /// What a listing asks of each asset is in its index whole, or SQLite would look up every row.
    static let laterIndexes: [(name: String, sql: String)] = [
        later("resourceByContent", "resource (fingerprint)"),
        later("assetByDirectory", "asset (directory, creationDate)", shown),
        assetByDate,
        later("assetByMarks", "asset (marks, creationDate, listed)", "\(shown) AND \(isMarked)"),
        later("assetByPlace", "asset (creationDate, listed)", located),
        later("assetByAdded", "asset (addedDate)", shown),
    ]

    /// The order that moments are made in.
    static let assetByDate = later("assetByDate", "asset (creationDate, listed, marks)", shown)

    private static let shown = "partOf IS NULL"
    /// The condition of the assets of moments that have a location.
    private static let located =
        "\(shown) AND hidden = 0 AND latitude IS NOT NULL AND longitude IS NOT NULL"
    /// Which assets the index of marks has; plain photos would only make it large.
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
