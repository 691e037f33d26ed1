internal import GRDB
internal import Kernel
package import PhotoModel
internal import PredicateFormat

/// Writes a catalogue; used from one thread.
///
/// The one indexer holds the catalogue's lock; editors may write beside it, in other processes too. Transactions
/// come one after another, and each begins by catching up with what others have committed.
///
/// Changes are made inside ``write(_:)``. Each object change takes the next sequence number;
/// a commit is on disk before the call returns.
package final class CatalogueWriter {
    let connection: WriteConnection
    let clock: WriterClock
    let log: ChangeLog
    let identifiers: IdentifierSource
    private let prepared: WriterStatements
    /// What is on its way into the tables is there when they are used.
    var statements: WriterStatements { get throws { try connection.settled(prepared) } }
    private let writesBeside: Bool

    /// What a writer is for.
    package enum Role: Sendable {
        /// Keeps the catalogue as the disk is; there is one at a time.
        case indexer
        /// Makes a user's edits.
        case editor
    }

    /// Whether an asset's former file may be remembered; asked of every new file, where most often
    /// there is none.
    package internal(set) var hasDisplaced = true
    /// Whether there may be removed assets that can come back; asked of every new file too.
    var hasTombstones = true
    /// Counts what put files at places where nobody has seen them yet: what others committed, what came out of
    /// the trash.
    package var unseenArrivals = 0
    /// The inode numbers of all files, and those of all directories, during a first index, which asks of each whether
    /// it is known.
    var knownInodes, knownDirectoryInodes: InodeSet?

    /// Every directory by its number; small beside the assets, and asked for with every path.
    package internal(set) var directories = DirectoryTable()
    /// The root folders by number.
    package internal(set) var roots: [Int64: RootRecord] = [:]
    var volumes: [UInt64: Int64] = [:]
    var smartAlbums: [SmartAlbumState] = []
    var smartMembership = SmartMembership()
    /// The user's albums that were given up since somebody asked, each with the pattern that took too long.
    package var givenUpAlbums: [(title: String, pattern: String)] = []
    /// As of when the counts of ``smartAlbums`` are.
    var smartAlbumTime: Int64 = 0
    var accounting = Accounting()
    /// Whether moments are kept up to date; not before a first index is done.
    var keepsMoments = false
    /// Made when it is first needed.
    var momentOrder: MomentOrder?

    /// Opens a catalogue; an indexer creates it and takes its lock.
    ///
    /// `system`: The machine, or what takes its place.
    /// - Throws: ``CatalogueError``.
    package init(
        path: String,
        as role: Role = .indexer,
        on system: CatalogueSystem = CatalogueSystem()
    ) throws {
        let connection = try WriteConnection(path: path, as: role)
        self.connection = connection
        clock = WriterClock(system)
        identifiers = IdentifierSource(system.random)
        log = try ChangeLog(connection, clock, identifiers)
        prepared = try connection.query { try WriterStatements($0) }
        writesBeside = system.writesBeside
        try write { try log.saveClock() }
        try commit()
    }

    package var path: String { connection.path }

    /// The library's identifier.
    package var library: ObjectUUID { log.library }

    /// The last sequence number given.
    package var sequence: Int64 { log.sequence }

    /// Whether a transaction is open.
    package var isOpen: Bool { connection.isOpen }

    /// Whether a commit that ``commitBehind()`` began is still being written.
    package var isBusy: Bool { connection.isBusy }

    /// The token of the position after the last commit, in the epoch of whoever opened the catalogue last.
    package func token() throws -> ChangeToken { try log.token() }

    /// Begins a transaction unless one is open; ``commit()`` ends it.
    ///
    /// After any error the writer must not be used again before a ``rollback()``: nothing of the open
    /// transaction remains in the file, but what is kept in memory may be ahead of it.
    package func begin() throws {
        try connection.begin {
            do {
                try catchUp()
            } catch {
                log.markStale()
                throw error
            }
        }
    }

    /// Takes notice of what others have committed since.
    private func catchUp() throws {
        switch try log.catchUp() {
        case .nothing: break
        case .since(let base): try load(since: base)
        case .everything: try load()
        }
    }

    /// The files of assets that others have put into the library since this was asked for last.
    package func takeArrivals() throws -> [Int64] {
        if try log.isBehind() { try begin() }
        return try log.takeArrivals()
    }

    /// Gives a transaction up; nothing of it remains, in memory neither.
    package func rollback() throws {
        guard try connection.rollback() else { return }
        accounting = Accounting()
        // What is in memory may be ahead of the file.
        log.markStale()
    }

    /// Commits what was changed since ``begin()``, durably.
    package func commit() throws {
        guard try connection.commit(finishing: finishTransaction) else { return }
        if log.markCommitted() { connection.wakeReaders() }
    }

    /// Commits while the caller goes on, during a first index: durable when ``isBusy`` says no and nothing
    /// has been thrown.
    package func commitBehind() throws {
        guard try connection.commitInBackground(finishing: finishTransaction) else {
            return try commit()
        }
        _ = log.markCommitted()
    }

    private func finishTransaction() throws {
        try settleAccounts()
        try log.recordCommit()
    }

    /// Runs `body` within a transaction, on the connection's queue; the changes are durable only
    /// after ``commit()``.
    package func write<Result>(_ body: () throws -> Result) throws -> Result {
        try begin()
        return try query(body)
    }

    /// Runs `body` as a transaction of its own, durable when the call returns; of one that fails nothing
    /// remains.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            let result = try write(body)
            try commit()
            return result
        } catch {
            try? rollback()
            throw error
        }
    }

    /// Runs a query outside a transaction.
    ///
    /// Many in a row cost less within one: to get onto the connection's queue takes as long as a small query.
    package func query<Result>(_ body: () throws -> Result) throws -> Result {
        try connection.query { _ in try body() }
    }

    // What is still spoken of by the writer's own names.
    var committedSequence: Int64 { log.committedSequence }
    var writing: Int64 { log.writing }
    package var now: Int64 { clock.now }
    /// The age of the library in microseconds, as of when the transaction began.
    package var age: Int64 { clock.age }
    func next() -> Int64 { log.next() }
    func recordChange(_ change: Change) throws { try log.record(change) }
    func execute(_ sql: String) throws { try connection.execute(sql) }
    func prepare(_ sql: String) throws -> SQLiteStatement { try connection.prepare(sql) }
    func forEachRow(_ sql: String, _ body: (SQLiteStatement) throws -> Void) throws {
        try connection.forEachRow(sql, body)
    }
    func startBackgroundWrites() { if writesBeside { connection.rows.startBackground() } }
}
