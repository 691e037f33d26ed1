internal import GRDB
internal import GRDBSQLite

/// The list of tables of a database, `sqlite_schema`.
struct TableList {
    private struct Entry {
        let kind, name, table: String
        /// The number of the page that the table or index begins with.
        let root: Int64
        let sql: String?
    }

    private let entries: [Entry]
    /// The columns of each table.
    private var columns: [String: Set<String>] = [:]
    /// The number of migrations that made it; nil if that cannot be read.
    private let versions: Int64?

    /// Reads the list of a sound database.
    init(_ database: Database) throws {
        var entries: [Entry] = []
        try SQLiteStatement(database, Self.query).forEach { entries.append(Self.entry($0)) }
        self.entries = entries
        versions = try SQLiteStatement(database, Self.countOfVersions).first { $0.integer(0) }
        for entry in entries where entry.kind == "table" {
            let query = SQLiteStatement(database, Self.columns(of: entry.name))
            try query.forEach { columns[entry.name, default: []].insert($0.optionalText(0) ?? "") }
        }
    }

    /// Reads as much as possible of the list of a damaged database.
    init(readable connection: OpaquePointer?) {
        var entries: [Entry] = []
        let query = unsafe SQLiteStatement(on: connection, Self.query)
        while (try? query.step()) == true { entries.append(Self.entry(query)) }
        self.entries = entries
        let count = unsafe SQLiteStatement(on: connection, Self.countOfVersions)
        versions = (try? count.first { $0.integer(0) }) ?? nil
    }

    private static let countOfVersions = "SELECT count(*) FROM grdb_migrations"

    private static let query = "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master"

    private static func entry(_ row: SQLiteStatement) -> Entry {
        Entry(
            kind: row.optionalText(0) ?? "",
            name: row.optionalText(1) ?? "",
            table: row.optionalText(2) ?? "",
            root: row.integer(3),
            sql: row.optionalText(4)
        )
    }

    private static func columns(of table: String) -> String {
        "SELECT name FROM pragma_table_info('\(table)')"
    }

    /// Returns the layout of each table's rows in the file of a database, as far as the list describes it.
    func layouts(on connection: OpaquePointer?) -> [String: TableLayout] {
        var layouts: [String: TableLayout] = [:]
        for entry in entries where entry.kind == "table" {
            guard let root = UInt32(exactly: entry.root), root > 1 else { continue }
            var columns: [TableLayout.Column] = []
            let name = entry.name.replacing("'", with: "''")
            let query = unsafe SQLiteStatement(
                on: connection,
                "SELECT type, \"notnull\", pk, dflt_value FROM pragma_table_info('\(name)')"
            )
            try? query.forEach { row in
                let type = row.optionalText(0) ?? ""
                let isNumber = row.integer(2) == 1 && type == "INTEGER"
                columns.append(
                    TableLayout.Column(
                        type: type,
                        isRequired: row.integer(1) == 1,
                        isNumber: isNumber,
                        isInEachRow: row.integer(1) == 1 && row.optionalText(3) == nil
                    )
                )
            }
            if !columns.isEmpty { layouts[entry.name] = TableLayout(root: root, columns: columns) }
        }
        return layouts
    }

    /// Whether `rest` is what is left of this list: an entry is missing there or has another text, and nearly all
    /// entries with a name in this list begin with the same page here.
    func completes(_ rest: TableList) -> Bool {
        let own = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
        let known = rest.entries.filter { own[$0.name] != nil }
        let same = known.filter { own[$0.name]?.root == $0.root }
        // In another version the texts differ.
        let isSameVersion = versions != nil && versions == rest.versions
        let whole = isSameVersion ? same.count { own[$0.name]?.sql == $0.sql } : same.count
        return !same.isEmpty && whole < entries.count && same.count * 10 >= known.count * 9
    }

    /// Whether all columns in this list can be read from a damaged database; true if its version differs or is unknown.
    func isReadable(on connection: OpaquePointer?) -> Bool {
        guard unsafe TableList(readable: connection).versions == versions else { return true }
        let count = columns.values.reduce(0) { $0 + $1.count }
        return unsafe readableColumns(on: connection) == count
    }

    /// Returns how many of the columns in this list can be read from a damaged database.
    func readableColumns(on connection: OpaquePointer?) -> Int {
        columns.reduce(0) { count, table in
            guard unsafe Self.isReadable(table.key, on: connection) else { return count }
            var there: Set<String> = []
            let query = unsafe SQLiteStatement(on: connection, Self.columns(of: table.key))
            try? query.forEach { there.insert($0.optionalText(0) ?? "") }
            return count + there.intersection(table.value).count
        }
    }

    /// Whether a database's list can be read to its end, belongs to a catalogue, and leads to all of its tables.
    static func isWhole(on connection: OpaquePointer?) -> Bool {
        var names: [String] = []
        let query = unsafe SQLiteStatement(
            on: connection,
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        )
        guard (try? query.forEach { names.append($0.optionalText(0) ?? "") }) != nil else {
            return false
        }
        let required = ["asset", "resource", "directory", "library"]
        return required.allSatisfy(names.contains)
            && names.allSatisfy { unsafe isReadable($0, on: connection) }
    }

    /// Whether the page that a table begins with can be read.
    private static func isReadable(_ table: String, on connection: OpaquePointer?) -> Bool {
        let name = table.replacing("\"", with: "\"\"")
        let query = unsafe SQLiteStatement(
            on: connection,
            "SELECT 1 FROM \"\(name)\" NOT INDEXED LIMIT 1"
        )
        return (try? query.step()) != nil
    }

    /// Writes the list into a database that has none.
    func write(to path: String) {
        var connection: OpaquePointer?
        defer { unsafe sqlite3_close_v2(connection) }
        guard unsafe sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK
        else { return }
        unsafe sqlite3_exec(connection, "PRAGMA writable_schema = ON; BEGIN", nil, nil, nil)
        let insert = unsafe SQLiteStatement(
            on: connection,
            "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)"
        )
        for entry in entries {
            insert.bind(1, text: entry.kind).bind(2, text: entry.name).bind(3, text: entry.table)
                .bind(4, entry.root).bind(5, text: entry.sql)
            guard (try? insert.run()) != nil else { return }
        }
        unsafe sqlite3_exec(connection, "COMMIT", nil, nil, nil)
    }
}
