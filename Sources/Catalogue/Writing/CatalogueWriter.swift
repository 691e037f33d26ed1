package import PhotoModel

/// Writes a catalogue; used from one thread.
///
/// The single indexer holds the catalogue's lock; editors may write too, also in other processes.
/// Transactions are serialised, and each begins by reading what others have committed.
///
/// Changes are made inside ``write(_:)``. Each change of an object takes the next sequence number; a commit
/// is on disk before the call returns.
///
/// The writer is the facade of its parts, each of which owns its rows, statements and state in memory; see
/// `Sources/README.md`. The writer itself only determines the order in which they are called.
package final class CatalogueWriter {
    let connection: WriteConnection
    let clock: WriterClock
    let log: ChangeLog
    let directoryStore: DirectoryStore
    let rootTable: RootTable
    let assets: AssetTable
    let former: FormerFiles
    let collections: Collections
    let groups: AssetGroups
    let editor: AssetEditor
    let trashTable: Trash
    private let writesInBackground: Bool

    /// The purpose of a writer.
    package enum Role: Sendable {
        /// Keeps the catalogue in sync with the disk; there is one at a time.
        case indexer
        /// Makes a user's edits.
        case editor
    }

    /// Opens a catalogue; an indexer creates it and takes its lock.
    ///
    /// `system`: The machine, or a replacement for it.
    /// - Throws: ``CatalogueError``.
    package init(
        path: String,
        as role: Role = .indexer,
        on system: CatalogueSystem = CatalogueSystem()
    ) throws {
        let connection = try WriteConnection(path: path, as: role)
        let (clock, identifiers) = (WriterClock(system), IdentifierSource(system.random))
        let log = try ChangeLog(connection, clock, identifiers)
        directoryStore = try DirectoryStore(connection, log, clock, identifiers)
        rootTable = try RootTable(connection, log)
        assets = try AssetTable(connection, identifiers)
        former = try FormerFiles(connection, log, clock)
        collections = try Collections(
            connection,
            log,
            clock,
            identifiers,
            directoryStore,
            assets
        )
        groups = AssetGroups(assets, directoryStore, log, collections)
        let changed = (assets, former, directoryStore, groups, collections)
        editor = AssetEditor(changed, log, clock, identifiers)
        trashTable = Trash(changed, connection, log, clock)
        (self.connection, self.clock, self.log) = (connection, clock, log)
        writesInBackground = system.writesBeside
        try write {
            // An editor may have been opened to repair that.
            if role == .indexer { try directoryStore.table.requireTree() }
            try log.saveClock()
        }
        try commit()
    }

    package var path: String { connection.path }

    /// The library's identifier.
    package var library: ObjectUUID { log.library }

    /// The last sequence number assigned.
    package var sequence: Int64 { log.sequence }

    /// Microseconds since 1970.
    package var now: Int64 { clock.now }

    /// The age of the library in microseconds, when the transaction began.
    package var age: Int64 { clock.age }

    /// The number of files that were put where the indexer has not seen them yet, by other programs or by
    /// restoring them from the trash.
    package var unseenArrivals: Int { assets.unseenArrivals }

    /// Whether a transaction is open.
    package var isOpen: Bool { connection.isOpen }

    /// Whether a commit that ``commitBehind()`` began is still being written.
    package var isBusy: Bool { connection.isBusy }

    /// Returns the token of the position after the last commit, in the epoch of the writer that opened the
    /// catalogue last.
    package func token() throws -> ChangeToken { try log.token() }

    /// Begins a transaction unless one is open; ``commit()`` ends it.
    ///
    /// After any error the writer must not be used before a ``rollback()``: nothing of the open transaction
    /// remains in the file, but the state in memory may be ahead of it.
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

    private func catchUp() throws {
        switch try log.catchUp() {
        case .nothing: break
        case .since(let base): try load(since: base)
        case .everything: try load(since: nil)
        }
    }

    /// Loads the state that the parts keep in memory.
    ///
    /// `since`: The sequence number of the present state, to read only what others have written after it; nil
    /// to read everything.
    func load(since base: Int64?) throws {
        try former.load()
        let isSameTree = try rootTable.load()
        try directoryStore.load(since: isSameTree ? base : nil)
        try assets.load(since: base)
        try collections.smartAlbums.load()
        try collections.moments.load()
    }

    /// Returns the files of assets added by other programs since the last call.
    package func takeArrivals() throws -> [Int64] {
        if try log.isBehind() { try begin() }
        return try log.takeArrivals()
    }

    /// Rolls the transaction back, in memory too.
    package func rollback() throws {
        guard try connection.rollback() else { return }
        groups.discardPendingUpdates()
        collections.discardPendingUpdates()
        // The state in memory may be ahead of the file.
        log.markStale()
    }

    /// Commits the changes since ``begin()``, durably.
    package func commit() throws {
        guard try connection.commit(finishing: finishTransaction) else { return }
        if log.markCommitted() { connection.wakeReaders() }
    }

    /// Begins a commit in the background during a first index: it is durable once ``isBusy`` is false and
    /// nothing was thrown.
    package func commitBehind() throws {
        guard try connection.commitInBackground(finishing: finishTransaction) else {
            return try commit()
        }
        _ = log.markCommitted()
    }

    private func finishTransaction() throws {
        try applyPendingUpdates()
        try log.recordCommit()
    }

    /// Applies the accumulated changes: which files form one asset, counts, appearing and vanishing collections.
    func applyPendingUpdates() throws {
        guard groups.hasPendingUpdates || collections.hasPendingUpdates else { return }
        try groups.applyPendingUpdates()
        try collections.applyPendingUpdates()
    }

    /// Runs `body` within a transaction, on the connection's queue; the changes are durable only
    /// after ``commit()``.
    package func write<Result>(_ body: () throws -> Result) throws -> Result {
        try begin()
        return try query(body)
    }

    /// Runs `body` in a transaction of its own, which is durable when the call returns and rolled back if
    /// `body` throws.
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
    /// Run many in one call: getting onto the connection's queue takes as long as a small query.
    package func query<Result>(_ body: () throws -> Result) throws -> Result {
        try connection.query { _ in try body() }
    }
}

/// The first index of a library.
extension CatalogueWriter {
    /// Whether a first index is still unfinished.
    package func isFirstIndex() throws -> Bool {
        try assets.isEmpty || !DatabaseUpkeep(connection).hasLaterIndexes()
    }

    /// Prepares for a first index: a larger cache and fewer checkpoints, the inode numbers of its files and directories
    /// in memory, and a thread that writes.
    package func beginBulk() throws {
        try assets.keepInodes()
        directoryStore.keepInodes()
        try DatabaseUpkeep(connection).beginBulk()
        if writesInBackground { connection.rows.startBackground() }
    }

    /// Commits, builds the indexes and moments that a first index postpones, and releases memory.
    package func endBulk() throws {
        try commit()
        assets.dropInodes()
        directoryStore.dropInodes()
        connection.rows.stopBackground()
        let upkeep = DatabaseUpkeep(connection)
        try upkeep.beginSorting()
        defer { upkeep.endSorting() }
        do {
            try upkeep.sortInFiles()
            try completeIndexes()
        } catch {
            // No place for temporary files, or no room there.
            try rollback()
            try upkeep.sortInMemory()
            try completeIndexes()
        }
        try upkeep.endBulk()
    }

    /// Forms the moments again if an earlier version formed them by other rules; a first index forms them at its end.
    package func formMoments() throws {
        guard !collections.moments.isKept, try !isFirstIndex() else { return }
        try applyPendingUpdates()
        try collections.moments.formAll()
    }

    /// Builds all indexes and the moments.
    ///
    /// While one of the indexes is missing, the next start repeats this, so the last of them is committed together with
    /// the moments.
    private func completeIndexes() throws {
        try connection.execute(Schema.assetByDate.sql)
        try transaction {
            // Nobody else writes until this transaction ends, so the moments of the committed assets are complete.
            let moments = MomentReading(path)
            defer { moments.finish() }
            for index in Schema.laterIndexes { try connection.execute(index.sql) }
            try collections.moments.replaceAll(by: moments.result())
        }
    }
}
