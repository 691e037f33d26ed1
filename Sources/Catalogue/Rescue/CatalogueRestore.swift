internal import GRDB
internal import Glibc
internal import PhotoModel

/// Replaces a catalogue with a backup.
///
/// Tokens stay correct: opening a catalogue for writing begins an epoch (``ChangeToken``), so tokens given after the
/// backup was made name an epoch that it does not know, or a position beyond the end of its last epoch, and are
/// answered with `tokenExpired`. Tokens from before are honoured.
package struct CatalogueRestore {
    /// The result of a restore.
    package struct Report: Sendable {
        /// The path of the replaced catalogue; nil if there was no catalogue.
        package var replaced: String?
        /// Whether the replaced catalogue was that of another library.
        package var isAnotherLibrary = false
        package var assets: Int64
        /// The time of the last change in the backup, in microseconds since 1970.
        package var lastChange: Int64?
        /// The token of the position from which changes continue.
        package var token: String
    }

    private let backup: BackupFile
    private let catalogue: String
    private let lock: CatalogueLock

    /// Takes the catalogue's lock, and keeps it as long as the value lives.
    ///
    /// Throws ``CatalogueError`` if an indexer holds the catalogue, with its process ID.
    package init(_ backup: BackupFile, to catalogue: String) throws {
        try CatalogueOwner.refuseRoot(catalogue)
        (self.backup, self.catalogue) = (backup, CatalogueLocation.resolved(catalogue))
        guard !backup.isFile(at: catalogue) else {
            throw CatalogueError(.cannotCreate, "\(backup.path) is the catalogue itself")
        }
        try CatalogueFile.refuseOddity(self.catalogue, .cannotCreate)
        lock = try CatalogueLock(catalogue: self.catalogue)
    }

    /// Checks the backup, keeps the catalogue under another name, and puts the backup in its place.
    ///
    /// `now`: Seconds since 1970.
    /// Throws ``CatalogueError``; then the catalogue is unchanged, unless it was already being replaced.
    package func run(at now: Int64) throws -> Report {
        let file = try ReplacingFile(at: catalogue)
        try backup.copy(to: file)
        try check(file)
        let mode = mode
        try file.finish(mode: mode)
        let former = (try? CatalogueReader(path: catalogue))?.library
        let swap = CatalogueSwap(catalogue, keepingAs: "replaced", at: now)
        let isKept = try put(file, swap)
        var report = try open(after: former)
        report.replaced = isKept ? swap.kept : nil
        return report
    }

    /// Merges the log into the copy of a backup, and throws unless that is a sound catalogue of this version or an
    /// earlier one; leaves it without a log, in WAL mode.
    private func check(_ file: ReplacingFile) throws {
        let damage = CatalogueError(
            .damaged,
            "the backup \(backup.path) is damaged; the catalogue was left as it is"
        )
        do {
            let queue = try DatabaseQueue(path: file.hiddenPath)
            ConnectionQueues.opened(queue)
            try CatalogueError.translating(backup.path, queue) { database in
                try database.execute(sql: "PRAGMA journal_mode = DELETE")
                guard try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok",
                    try database.tableExists("library")
                else { throw damage }
                try CatalogueFile.check(database, backup.path)
                // Otherwise the first to open it would have to wait for all readers to change the mode, while readers
                // wait for that one.
                try database.execute(sql: "PRAGMA journal_mode = WAL")
            }
            try queue.close()
        } catch let error as CatalogueError where error.code == .damaged {
            throw damage
        } catch let error as DatabaseError {
            throw error.resultCode == .SQLITE_FULL ? error : damage
        }
    }

    /// The permissions of the earlier catalogue, or those of a new one.
    private var mode: mode_t {
        var found = stat()
        if unsafe stat(catalogue, &found) == 0 { return found.st_mode & 0o777 }
        let mask = umask(0)
        umask(mask)
        return 0o644 & ~mask
    }

    /// Puts the new catalogue in its place, in a pause between editors that is over when this returns.
    private func put(_ file: ReplacingFile, _ swap: CatalogueSwap) throws -> Bool {
        let pause = try WritingPause(catalogue: catalogue)
        // Without a copy, as on a full disk, catalogue and log are kept as they are.
        let prepare = { _ = try? swap.copyIfLogStays(mode: mode) }
        return try withoutWriters(after: prepare) { try swap.put(file, during: pause) }
    }

    /// Runs `body` while no editor writes to the existing catalogue, and with its log written back as far as readers
    /// allow; a damaged one is replaced as it is.
    ///
    /// `prepare`: Called before, when the log is written back as far as possible.
    private func withoutWriters<Result>(
        after prepare: () -> Void,
        _ body: () throws -> Result
    ) throws -> Result {
        guard unsafe access(catalogue, F_OK) == 0,
            let queue = try? CatalogueFile.openForWriting(catalogue)
        else { return try body() }
        return try queue.inDatabase { database in
            // Readers that stay on an earlier state would be waited for; the log is kept with the catalogue anyway.
            try database.execute(sql: "PRAGMA busy_timeout = 200")
            try? database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            try database.execute(sql: CatalogueFile.ordinaryPatience)
            prepare()
            do {
                try database.execute(sql: "BEGIN IMMEDIATE")
            } catch {
                guard (error as? DatabaseError)?.resultCode == .SQLITE_BUSY else {
                    return try body()
                }
                throw CatalogueError(
                    .locked,
                    "another program is writing into the catalogue \(catalogue); try again"
                )
            }
            defer { try? database.rollback() }
            return try body()
        }
    }

    /// Migrates the restored catalogue, and begins an epoch.
    private func open(after former: ObjectUUID?) throws -> Report {
        let token = try CatalogueWriter(path: catalogue, as: .editor).token().description
        let reader = try CatalogueReader(path: catalogue)
        return try reader.snapshot {
            Report(
                isAnotherLibrary: former.map { $0 != reader.library } ?? false,
                assets: try reader.assetCounts().all,
                lastChange: try reader.totals().lastChange,
                token: token
            )
        }
    }
}
