internal import GRDB

/// Inserts new rows: immediately, or during a first index on a thread of its own.
final class RowInserter {
    private let rows: NewRows
    private var background: WriteBehind?

    init(_ database: Database) throws {
        rows = try NewRows { SQLiteStatement(database, $0) }
    }

    /// Whether rows are inserted in the background.
    var isInBackground: Bool { background != nil }

    /// Whether the background thread is at work.
    var isBusy: Bool { background?.isBusy == true }

    func startBackground() { background = WriteBehind(rows) }

    /// Inserts rows immediately from now on; no rows may be waiting.
    func stopBackground() { background = nil }

    func insert(_ record: consuming AssetRecord) throws {
        guard let background else { return try rows.insert(record) }
        try background.insert(consume record)
    }

    /// `written`: The number that marks the row.
    func insert(_ record: DirectoryRecord, written: Int64) throws {
        guard let background else { return try rows.insert(record, written) }
        try background.insert(record, written)
    }

    func insert(_ place: BurstPlace) throws {
        guard let background else { return try rows.insert(place) }
        try background.insert(place)
    }

    /// Runs work that uses the connection after all rows added so far.
    func runInBackground(_ work: @escaping () throws -> Void) throws {
        try background?.begin(work)
    }

    /// Waits until all rows are inserted.
    ///
    /// - Throws: The error of an insertion; the same again until ``discard()``.
    func finish() throws { try background?.finish() }

    /// Waits for the thread, and discards the rows that were not inserted.
    func discard() { background?.discard() }
}
