internal import GRDB
internal import Glibc

/// A writer's connection to its catalogue: one queue, one transaction at a time, and during a first index a thread that
/// writes in the background.
///
/// It is used from one thread. The connection also serves only one thread at a time, so use statements only after
/// ``settled(_:)``, which waits for the background thread.
final class WriteConnection {
    private enum Transaction {
        case none, open
        /// The commit is being written in the background.
        case committing
    }

    let path: String
    /// The database; use it only within ``query(_:)``.
    let database: Database
    /// Inserts new rows, in the background during a first index.
    let rows: RowInserter
    private let queue: DatabaseQueue
    private let beginStatement, commitStatement: SQLiteStatement
    private let lock: CatalogueLock?
    private let turns: WritingTurns
    /// Whether a call on the connection's queue is in progress.
    private var isOnQueue = false
    private var transaction = Transaction.none

    /// Opens a catalogue; an indexer creates it and takes its lock.
    ///
    /// - Throws: ``CatalogueError``.
    init(path: String, as role: CatalogueWriter.Role) throws {
        try CatalogueOwner.refuseRoot(path)
        // Its lock lies beside the file itself, however many links lead there.
        let path = CatalogueLocation.resolved(path)
        self.path = path
        try CatalogueFile.refuseOddity(path, .cannotCreate)
        switch role {
        case .indexer:
            lock = try CatalogueLock(catalogue: path)
        case .editor:
            lock = nil
            try CatalogueFile.refuseMissing(path)
        }
        turns = WritingTurns(catalogue: path, role)
        turns.waitToOpen()
        if lock != nil || CatalogueLock.holder(ofCatalogue: path) == nil {
            try SharedMemoryRoom.require(path)
        }
        queue = try CatalogueFile.openForWriting(path)
        (database, rows, beginStatement, commitStatement) =
            try CatalogueError.translating(path, queue) { database in
                (
                    database, try RowInserter(database),
                    SQLiteStatement(database, "BEGIN IMMEDIATE"),
                    SQLiteStatement(database, "COMMIT")
                )
            }
    }

    deinit {
        rows.discard()
    }

    /// Whether a transaction is open.
    var isOpen: Bool { transaction != .none }

    /// Whether a commit is still being written in the background.
    var isBusy: Bool { transaction == .committing && rows.isBusy }

    /// Begins a transaction unless one is open.
    ///
    /// `catchUp`: Called first in a new transaction; if it throws, the transaction is rolled back.
    func begin(catchingUp catchUp: () throws -> Void) throws {
        if transaction == .committing { try finishBackgroundWrites() }
        guard transaction == .none else { return }
        turns.wait()
        defer { turns.taken() }
        try query { database in
            try settled(beginStatement).run()
            do {
                try refuseReplaced()
                try catchUp()
            } catch {
                try? database.rollback()
                throw error
            }
        }
        transaction = .open
    }

    /// Throws if the catalogue was moved or replaced, because nobody would read what is written to the open file.
    private func refuseReplaced() throws {
        guard CatalogueFile.hasMoved(database) else { return }
        guard unsafe access(path, F_OK) == 0 else {
            throw CatalogueError(
                .missing,
                """
                the catalogue \(path) is not there any more, so nothing is written. If its disk is away, mount it; if \
                it was moved, move it back; then start again
                """
            )
        }
        throw CatalogueError(
            .replaced,
            "the catalogue \(path) was moved or replaced while it was open; start again with the one that is "
                + "there"
        )
    }

    /// Commits durably; returns false if no transaction is open.
    ///
    /// `finish`: Writes the remaining rows of the transaction.
    func commit(finishing finish: () throws -> Void) throws -> Bool {
        if transaction == .committing { try finishBackgroundWrites() }
        guard transaction == .open else { return false }
        try query { _ in
            try finish()
            try settled(commitStatement).run()
        }
        transaction = .none
        return true
    }

    /// Begins a commit in the background; returns false if that is not possible.
    ///
    /// The commit is durable once ``isBusy`` is false and nothing was thrown. Readers are woken then.
    func commitInBackground(finishing finish: () throws -> Void) throws -> Bool {
        guard transaction == .open, rows.isInBackground else { return false }
        let statement = try query { _ in
            try finish()
            return try settled(commitStatement)
        }
        transaction = .committing
        try rows.runInBackground { [path] in
            try statement.run()
            Self.wakeReaders(path)
        }
        return true
    }

    /// Rolls the transaction back; returns false if no transaction is open.
    func rollback() throws -> Bool {
        guard isOpen else { return false }
        transaction = .none
        rows.discard()
        try query { try $0.rollback() }
        return true
    }

    /// Wakes readers, which watch the write-ahead log.
    ///
    /// The log is written before a commit becomes visible, so it is touched once more afterwards.
    func wakeReaders() { Self.wakeReaders(path) }

    private static func wakeReaders(_ path: String) {
        unsafe utimensat(AT_FDCWD, path + "-wal", nil, 0)
    }
}

extension WriteConnection {
    /// Runs `body` on the connection's queue; calls may be nested.
    func query<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if isOnQueue { return try CatalogueError.translating(path, database, body) }
        return try CatalogueError.translating(path, queue) { database in
            isOnQueue = true
            defer { isOnQueue = false }
            return try body(database)
        }
    }

    /// Waits for background writes, then returns a value that uses the connection.
    func settled<Value>(_ value: Value) throws -> Value {
        try finishBackgroundWrites()
        return value
    }

    private func finishBackgroundWrites() throws {
        try rows.finish()
        if transaction == .committing { transaction = .none }
    }

    /// Prepares a statement; call it within ``query(_:)``.
    func prepare(_ sql: String) throws -> SQLiteStatement {
        try SQLiteStatement(settled(database), sql)
    }

    /// Runs statements that are used too rarely to be kept prepared.
    func execute(_ sql: String) throws {
        try finishBackgroundWrites()
        try query { try $0.execute(sql: sql) }
    }

    func forEachRow(_ sql: String, _ body: (SQLiteStatement) throws -> Void) throws {
        try prepare(sql).forEach(body)
    }
}
