import Foundation
import GRDBSQLite

/// Reads single rows of a database file past everything, as far as SQLite can.
final class RawRows {
    private var connection: OpaquePointer?

    init(_ path: String) {
        sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil)
        sqlite3_exec(
            connection,
            "PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON",
            nil,
            nil,
            nil
        )
    }

    deinit { sqlite3_close_v2(connection) }

    /// All rows of a query as texts, by their first column; what comes after one that cannot be read is left out.
    func rows(_ sql: String) -> [Int64: String] {
        var (statement, rows): (OpaquePointer?, [Int64: String]) = (nil, [:])
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
            return [:]
        }
        defer { sqlite3_finalize(statement) }
        while sqlite3_step(statement) == SQLITE_ROW {
            rows[sqlite3_column_int64(statement, 0)] = text(statement)
        }
        return rows
    }

    /// One row; nil if it cannot be read.
    func row(_ statement: OpaquePointer?, _ number: Int64) -> String? {
        sqlite3_reset(statement)
        sqlite3_bind_int64(statement, 1, number)
        guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
        return text(statement)
    }

    func prepare(_ sql: String) -> OpaquePointer? {
        var statement: OpaquePointer?
        sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        return statement
    }

    private func text(_ statement: OpaquePointer?) -> String {
        (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "null"
        }.joined(separator: "|")
    }
}
