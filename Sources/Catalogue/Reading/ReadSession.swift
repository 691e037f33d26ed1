internal import GRDB
internal import Kernel

/// A reader's connection to a catalogue: snapshots, and statements that are prepared once.
///
/// Used from one thread.
final class ReadSession {
    let path: String
    /// For use within ``snapshot(_:)`` or ``read(_:)`` only.
    let database: Database
    private let queue: DatabaseQueue
    private let time: any TimeSource
    private var cached: [String: SQLiteStatement] = [:]
    private var current: Snapshot?
    private var snapshotCount = 0
    private var isPinned = false
    /// The time zone of the library when it was last asked for.
    private var knownZone = LibraryZone.utc
    /// Whether the index of the log is made by others only.
    private let isGuest: Bool

    /// A committed state, while it is read.
    struct Snapshot {
        /// A number that differs for each snapshot of a session.
        let number: Int
        /// The time at which it began, in microseconds since 1970.
        let now: Int64
    }

    /// - Throws: ``CatalogueError``.
    init(path: String, time: any TimeSource) throws {
        self.time = time
        let path = CatalogueLocation.resolved(path)
        self.path = path
        queue = try CatalogueFile.openForReading(path)
        isGuest = LogIndex.isMadeByOthers(path)
        database = try CatalogueError.translating(path) { [queue] in
            queue.inDatabase { $0 }
        }
    }

    /// Whether another file has taken the catalogue's place since it was opened, or the file is gone.
    var isReplaced: Bool { queue.inDatabase { CatalogueFile.hasMoved($0) } }

    /// The snapshot that is being read.
    var snapshot: Snapshot? { current }

    /// The value of now in conditions, in microseconds since 1970: the beginning of the snapshot, so that all
    /// its results are consistent.
    var now: Int64 { current?.now ?? time.date }

    /// Runs `body` on one committed state.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try CatalogueError.translating(path) {
            try queue.inDatabase { database in
                if isPinned { return try body() }
                snapshotCount += 1
                current = Snapshot(number: snapshotCount, now: time.date)
                defer { current = nil }
                try statement("BEGIN DEFERRED").run()
                do {
                    try awaitIndex()
                    let result = try body()
                    try statement("COMMIT").run()
                    return result
                } catch {
                    try? database.rollback()
                    throw error
                }
            }
        }
    }

    /// Makes all snapshots see the present state, until ``unpin()``.
    ///
    /// Meanwhile the write-ahead log grows with every commit.
    func pin() throws {
        try CatalogueError.translating(path) {
            try queue.inDatabase { _ in
                snapshotCount += 1
                try statement("BEGIN DEFERRED").run()
                try LogIndex.awaiting(touch)
                current = Snapshot(number: snapshotCount, now: time.date)
                isPinned = true
            }
        }
    }

    /// Makes snapshots see the latest commit again.
    func unpin() {
        guard isPinned else { return }
        (isPinned, current) = (false, nil)
        queue.inDatabase { try? $0.rollback() }
    }

    /// Runs `body` without a snapshot: each statement sees the latest commit.
    func read<Result>(_ body: () throws -> Result) throws -> Result {
        try CatalogueError.translating(path) {
            try queue.inDatabase { _ in
                try awaitIndex()
                return try body()
            }
        }
    }

    private func awaitIndex() throws {
        if isGuest { try LogIndex.awaiting(touch) }
    }

    /// Makes the first read, with which a transaction begins.
    private func touch() throws {
        _ = try statement("SELECT sequence FROM library").first { $0.integer(0) }
    }

    /// Returns a statement, which is prepared at its first use.
    func statement(_ sql: String) -> SQLiteStatement {
        if let known = cached[sql] { return known }
        let statement = prepare(sql)
        cached[sql] = statement
        return statement
    }

    /// Returns a statement that is used too seldom to be cached.
    func prepare(_ sql: String) -> SQLiteStatement { SQLiteStatement(database, sql) }

    /// Returns a value of the table `status`, for use within ``snapshot(_:)``.
    func status(_ key: String) throws -> String? {
        try statement("SELECT value FROM status WHERE key = ?").bind(1, text: key)
            .first { $0.optionalText(0) } ?? nil
    }

    /// Returns the time zone of the library, for use within ``snapshot(_:)``.
    func zone() throws -> LibraryZone {
        guard let name = try status(LibraryZone.statusKey) else { return .utc }
        if name != knownZone.identifier { knownZone = LibraryZone(name) ?? .utc }
        return knownZone
    }
}
