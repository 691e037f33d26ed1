import GRDB
import GRDBSQLite

@testable import Catalogue

/// What SQLite does for a piece of work, in steps: rows gone through count, time does not.
final class StepCounter {
    private var steps = 0

    private func count<Result>(_ database: Database, _ body: () throws -> Result) rethrows -> Int {
        steps = 0
        let this = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(
            database.sqliteConnection,
            1,
            { context in
                if let context {
                    Unmanaged<StepCounter>.fromOpaque(context).takeUnretainedValue().steps += 1
                }
                return 0
            },
            this
        )
        defer { sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil) }
        _ = try body()
        return steps
    }

    static func of(_ writer: CatalogueWriter, _ body: () throws -> Void) throws -> Int {
        try StepCounter().count(writer.connection.database, body)
    }

    static func of(_ reader: CatalogueReader, _ body: () throws -> Void) rethrows -> Int {
        try StepCounter().count(reader.database, body)
    }
}
