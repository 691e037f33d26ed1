internal import GRDBSQLite
internal import Glibc

/// A damaged database, opened to read what can be read.
///
/// Where its first page is lost, and with it the list of tables, a copy is read whose first page is made anew.
@safe final class DamagedDatabase {
    private let connection: OpaquePointer?
    private let copy: String?

    /// - Parameters:
    ///   - path: The file; nothing of it is changed.
    ///   - scratch: Where a copy may lie for as long as this lives.
    init(_ path: String, scratch: String) {
        // SQLite would remove the log of an empty file.
        let original = unsafe LogPages.areAllThereIs(of: path) ? nil : Self.open(path)
        guard unsafe !Self.hasTables(original) else {
            unsafe connection = original
            copy = nil
            return
        }
        unsafe sqlite3_close_v2(original)
        FirstPage(of: path).write(to: scratch)
        unsafe connection = Self.open(scratch)
        copy = scratch
    }

    deinit {
        unsafe sqlite3_close_v2(connection)
        if let copy { for ending in ["", "-wal", "-shm"] { unsafe unlink(copy + ending) } }
    }

    /// A statement; what is wrong with it is thrown by its first step.
    func statement(_ sql: String) -> SQLiteStatement {
        unsafe SQLiteStatement(on: connection, sql)
    }

    /// The first value that a query finds as a number; nil when it cannot be answered.
    func number(_ sql: String) -> Int64? {
        (try? statement(sql).first { $0.integer(0) }) ?? nil
    }

    private static func open(_ path: String) -> OpaquePointer? {
        var connection: OpaquePointer?
        guard unsafe sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK
        else {
            unsafe sqlite3_close_v2(connection)
            return nil
        }
        unsafe sqlite3_busy_timeout(connection, 10_000)
        // A file that is shorter than it says can be read then, and cells are checked before they are believed.
        unsafe sqlite3_exec(
            connection,
            "PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON; PRAGMA query_only = ON",
            nil,
            nil,
            nil
        )
        return unsafe connection
    }

    /// Whether the tables are there without which nothing is worth saving.
    private static func hasTables(_ connection: OpaquePointer?) -> Bool {
        let query = unsafe SQLiteStatement(
            on: connection,
            "SELECT count(*) FROM sqlite_master WHERE name IN ('asset', 'resource', 'directory', 'library')"
        )
        return ((try? query.first { $0.integer(0) }) ?? nil) == 4
    }
}
