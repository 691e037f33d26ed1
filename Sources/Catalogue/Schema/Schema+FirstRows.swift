internal import GRDB

extension Schema {
    /// Throws if the first row of a table has values of other types than its columns: the page that it lies on is
    /// another table's.
    ///
    /// Anything written into such a table afterwards is lost with it.
    static func requireOwnRows(_ database: Database) throws {
        for table in try String.fetchAll(database, sql: tables) {
            let columns = try database.columns(in: table)
            guard columns.contains(where: { types[$0.type] != nil }) else { continue }
            let list = columns.map { "typeof(\($0.name.quotedDatabaseIdentifier))" }
            let sql = """
                SELECT \(list.joined(separator: ", ")) FROM \(table.quotedDatabaseIdentifier) NOT INDEXED LIMIT 1
                """
            guard let row = try Row.fetchOne(database, sql: sql) else { continue }
            let isOwn = zip(columns, row.databaseValues).allSatisfy { column, type in
                fits(String.fromDatabaseValue(type) ?? "", column)
            }
            guard isOwn else {
                throw DatabaseError(
                    resultCode: .SQLITE_CORRUPT,
                    message: "the rows of \(table) are another table's"
                )
            }
        }
    }

    private static let tables =
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"

    /// SQLite's names for the types of values, by the declared types of columns.
    private static let types = [
        "INTEGER": "integer", "REAL": "real", "TEXT": "text", "BLOB": "blob",
    ]

    private static func fits(_ type: String, _ column: ColumnInfo) -> Bool {
        guard type != "null" else { return !column.isNotNull }
        return types[column.type].map { $0 == type } ?? true
    }
}
