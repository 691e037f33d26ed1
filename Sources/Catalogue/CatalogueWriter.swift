internal import FoundationEssentials
internal import GRDB
internal import GRDBSQLite
internal import Glibc
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
    package let path: String
    private let queue: DatabaseQueue
    /// A call on the connection's queue is being made.
    private var isOnQueue = false
    private let prepared: WriterStatements
    /// Writes beside this thread, during a first index.
    var behind: WriteBehind?
    /// What is on its way into the tables is there when they are used.
    var statements: WriterStatements {
        get throws {
            try catchUpWithWriting()
            return prepared
        }
    }
    var system: CatalogueSystem
    var clock = LibraryClock()
    private let lock: CatalogueLock?
    private let turns: WritingTurns

    /// What a writer is for.
    package enum Role: Sendable {
        /// Keeps the catalogue as the disk is; there is one at a time.
        case indexer
        /// Makes a user's edits.
        case editor
    }

    package let library: ObjectUUID
    package internal(set) var sequence: Int64
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
    var identifiers = UUIDSequence()
    /// Whether a transaction is open.
    package private(set) var isOpen = false
    /// Whether its commit is under way, beside this thread.
    private var isCommitting = false
    private(set) var committedSequence: Int64
    /// Between which numbers others have committed since ``takeArrivals()`` was asked.
    private var foreign: (after: Int64, through: Int64)?
    private var hasLoaded = false
    /// The number of the last commit when others' rows were read last; own commits do not count, for others write
    /// some rows without taking a number.
    private var loadedThrough: Int64 = 0
    /// Whether what is in memory has to be read anew.
    private var isStale = false

    /// Opens a catalogue; an indexer creates it and takes its lock.
    ///
    /// `system`: The machine, or what takes its place.
    /// - Throws: ``CatalogueError``.
    package init(
        path: String,
        as role: Role = .indexer,
        on system: CatalogueSystem = CatalogueSystem()
    ) throws {
        try CatalogueOwner.refuseRoot(path)
        // Its lock lies beside the file itself, however many links lead there.
        let path = CatalogueLocation.resolved(path)
        var system = system
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
        queue = try CatalogueFile.openForWriting(path)
        (library, sequence, prepared) = try CatalogueError.translating(path, queue) { database in
            let (library, sequence) = try Self.beginEpoch(&system, database)
            return (library, sequence, try WriterStatements(database))
        }
        self.system = system
        committedSequence = sequence
        try write {
            try load()
            try saveClock()
        }
        hasLoaded = true
        try commit()
    }

    deinit {
        behind?.discard()
    }

    private static func beginEpoch(
        _ system: inout CatalogueSystem,
        _ database: Database
    ) throws -> (ObjectUUID, Int64) {
        let (epoch, now) = (
            UInt32.random(in: 1...UInt32.max, using: &system.random), system.time.date
        )
        var result: (ObjectUUID, Int64) = (.random(using: &system.random), 0)
        try database.inTransaction(.immediate) {
            if let row = try Row.fetchOne(database, sql: "SELECT uuid, sequence FROM library") {
                result = (ObjectUUID(bytes: [UInt8](row[0] as Data)), row[1])
            } else {
                try database.execute(
                    sql: """
                        INSERT INTO library (id, uuid, created, sequence, pruned)
                        VALUES (1, ?, ?, 0, 0)
                        """,
                    arguments: [Data(result.0.bytes), now]
                )
            }
            try database.execute(
                sql: "INSERT INTO epoch (id, firstSequence, started) VALUES (?, ?, ?)",
                arguments: [Int64(epoch), result.1, now]
            )
            return .commit
        }
        return result
    }

    /// The token of the position after the last commit, in the epoch of whoever opened the catalogue last.
    package func token() throws -> ChangeToken {
        let epoch = try query {
            try prepare("SELECT id FROM epoch ORDER BY ordinal DESC LIMIT 1").first {
                $0.integer(0)
            }
        }
        return ChangeToken(
            library: library.tokenPart,
            epoch: UInt32(truncatingIfNeeded: epoch ?? 0),
            sequence: committedSequence
        )
    }

    /// Begins a transaction unless one is open; ``commit()`` ends it.
    ///
    /// After any error the writer must not be used again before a ``rollback()``: nothing of the open
    /// transaction remains in the file, but what is kept in memory may be ahead of it.
    package func begin() throws {
        if isCommitting { try catchUpWithWriting() }
        guard !isOpen else { return }
        turns.wait()
        defer { turns.taken() }
        try onQueue { database in
            try statements.begin.run()
            do {
                try catchUp()
            } catch {
                isStale = true
                try? database.rollback()
                throw error
            }
        }
        isOpen = true
    }

    /// Takes notice of what others have committed since.
    private func catchUp() throws {
        let now = try statements.position.first { row in
            let moment = SystemMoment(
                boot: row.optionalText(2) ?? "",
                uptime: row.integer(3),
                boottime: row.integer(4)
            )
            clock = LibraryClock(age: row.integer(1), moment: moment)
            return row.integer(0)
        }
        clock.advance(to: system.moment())
        guard let now else { return }
        guard now != committedSequence || isStale || !hasLoaded else { return }
        if hasLoaded, now > committedSequence {
            foreign = (foreign?.after ?? committedSequence, now)
        }
        let base = isStale ? nil : loadedThrough
        (sequence, committedSequence, isStale, loadedThrough) = (now, now, false, now)
        if hasLoaded { try load(since: base) }
    }

    /// The files of assets that others have put into the library since this was asked for last.
    package func takeArrivals() throws -> [Int64] {
        let isBehind = try query {
            try statements.position.first { $0.integer(0) } != committedSequence
        }
        if isBehind { try begin() }
        guard let (after, through) = foreign else { return [] }
        foreign = nil
        var found: [Int64] = []
        try query {
            try prepare(
                """
                SELECT id FROM asset WHERE id > ?1 AND id <= ?2 UNION
                SELECT asset.id FROM change JOIN asset ON asset.id = object OR partOf = object
                WHERE sequence > ?1 AND sequence <= ?2 AND kind = ?3 AND change = ?4
                """
            ).bind(1, after).bind(2, through).bind(3, HistoryKind.asset.rawValue)
                .bind(4, ChangeKind.inserted.rawValue).forEach { found.append($0.integer(0)) }
        }
        return found
    }

    /// Gives a transaction up; nothing of it remains, in memory neither.
    package func rollback() throws {
        guard isOpen else { return }
        isOpen = false
        behind?.discard()
        isCommitting = false
        try onQueue { try $0.rollback() }
        accounting = Accounting()
        // What is in memory may be ahead of the file.
        isStale = true
    }

    /// Commits what was changed since ``begin()``, durably.
    package func commit() throws {
        if isCommitting { try catchUpWithWriting() }
        guard isOpen else { return }
        try onQueue { _ in
            try settleAccounts()
            try noteCommit()
            try statements.commit.run()
        }
        isOpen = false
        guard sequence != committedSequence else { return }
        committedSequence = sequence
        Self.wakeReaders(path)
    }

    /// Commits while the caller goes on, during a first index: durable when ``isBusy`` says no and nothing
    /// has been thrown.
    package func commitBehind() throws {
        guard isOpen, !isCommitting, let behind else { return try commit() }
        let statement = try onQueue { _ in
            try settleAccounts()
            try noteCommit()
            return try statements.commit
        }
        isCommitting = true
        committedSequence = sequence
        try behind.begin { [path] in
            try statement.run()
            Self.wakeReaders(path)
        }
    }

    /// Whether a commit that ``commitBehind()`` began is still being written.
    package var isBusy: Bool { isCommitting && behind?.isBusy == true }

    /// Waits for what is written beside this thread.
    private func catchUpWithWriting() throws {
        try behind?.finish()
        if isCommitting { (isCommitting, isOpen) = (false, false) }
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
        try onQueue { _ in try body() }
    }

    private func onQueue<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if isOnQueue { return try CatalogueError.translating(path, prepared.database, body) }
        return try CatalogueError.translating(path, queue) { database in
            isOnQueue = true
            defer { isOnQueue = false }
            return try body(database)
        }
    }

    /// Readers watch the write-ahead log.
    ///
    /// It is written before a commit can be seen, so it is touched once more after.
    private static func wakeReaders(_ path: String) {
        unsafe utimensat(AT_FDCWD, path + "-wal", nil, 0)
    }

    /// What rows are marked with that others have to read anew: they are written for the next number.
    var writing: Int64 { sequence + 1 }

    /// The next sequence number.
    func next() -> Int64 {
        sequence += 1
        return sequence
    }

    /// Runs statements that are used too seldom to be kept.
    func execute(_ sql: String) throws {
        try catchUpWithWriting()
        try onQueue { try $0.execute(sql: sql) }
    }

    /// Prepares a statement that is used too seldom to be kept.
    func prepare(_ sql: String) throws -> SQLiteStatement {
        try SQLiteStatement(try statements.database, sql)
    }
}
