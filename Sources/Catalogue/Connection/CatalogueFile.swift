internal import PhotoModel
internal import CSQLite
internal import CSystemCalls
internal import GRDB
internal import GRDBSQLite
internal import Glibc

/// Functions that open the database file of a catalogue.
package enum CatalogueFile {
    /// Turns off SQLite's memory statistics, which saves a first index a lock at each of millions of allocations.
    ///
    /// Call it only in Heliograph's own programs. It has no effect once a catalogue was opened.
    package static func leaveMemoryUncounted() {
        _ = heliograph_sqlite_without_statistics()
    }

    /// The number of seconds for which a writer waits for other connections.
    private static let patience = 30

    /// The statement that restores the ordinary waiting time of a writer.
    static let ordinaryPatience = "PRAGMA busy_timeout = \(patience * 1_000)"

    /// Opens a catalogue for writing; creates the file and its tables if they are missing.
    static func openForWriting(_ path: String) throws -> DatabaseQueue {
        try refuseNetworkFileSystem(path)
        try refuseLossOfLog(path)
        return try CatalogueError.translating(path) {
            var configuration = Configuration()
            configuration.busyMode = .timeout(Double(patience))
            // The indexer leaves a transaction open between two turns of its loop.
            configuration.allowsUnsafeTransactions = true
            configuration.prepareDatabase { database in
                try CatalogueError.translating(path, database, prepareForWriting)
            }
            let queue = try OpeningLock.opening(path) {
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                ConnectionQueues.opened(queue)
                try queue.inDatabase { try check($0, path) }
                return queue
            }
            try Schema.migrator.migrate(queue)
            try queue.inDatabase {
                try Schema.requireOwnRows($0)
                // GRDB requires its transaction observation to be set up on its queue; nothing here uses it.
                unsafe sqlite3_commit_hook($0.sqliteConnection, nil, nil)
                unsafe sqlite3_rollback_hook($0.sqliteConnection, nil, nil)
                endAuthorizing($0)
            }
            return queue
        }
    }

    /// Creates the log and the shared memory beside a catalogue; without them, users who may not write there cannot
    /// read it.
    static func makeCompanions(_ path: String) throws {
        var configuration = Configuration()
        configuration.prepareDatabase(prepareForWriting)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        ConnectionQueues.opened(queue)
        try queue.inDatabase { _ = try $0.tableExists("library") }
        try queue.close()
    }

    /// Stops GRDB from tracking what each statement reads and writes: nothing here uses this, and it makes preparing a
    /// statement take half as long again.
    private static func endAuthorizing(_ database: Database) {
        unsafe sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
    }

    private static func prepareForWriting(_ database: Database) throws {
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        try database.execute(
            sql: """
                PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;
                PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -4000;
                PRAGMA temp_store = MEMORY;
                """
        )
        var isPersistent: Int32 = 1
        unsafe sqlite3_file_control(
            database.sqliteConnection,
            "main",
            SQLITE_FCNTL_PERSIST_WAL,
            &isPersistent
        )
        PredicateFunctions.all.forEach(database.add(function:))
    }

    /// Returns whether there is an empty file at the path of a catalogue, and no log of what was in it.
    ///
    /// For SQLite a file of one byte is empty too.
    package static func isEmpty(_ path: String) -> Bool {
        let path = CatalogueLocation.resolved(path)
        var found = stat()
        return unsafe stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
            && found.st_size <= 1
            && !LogPages.areAllThereIs(of: path)
    }

    /// Returns whether the file of an open database was moved, replaced or removed.
    static func hasMoved(_ database: Database) -> Bool {
        var hasMoved: Int32 = 0
        unsafe sqlite3_file_control(
            database.sqliteConnection,
            "main",
            SQLITE_FCNTL_HAS_MOVED,
            &hasMoved
        )
        return hasMoved != 0
    }

    /// Throws if there is no catalogue, or no permission to look for it.
    package static func refuseMissing(_ path: String) throws {
        guard unsafe access(path, F_OK) == 0 else {
            guard errno != EACCES else {
                throw CatalogueError(
                    .noPermission,
                    "no permission to look for the catalogue at \(path); "
                        + (ServiceCatalogue.admission(path)
                            ?? "run as its owner, or let others into its folder")
                )
            }
            throw CatalogueError(
                .missing,
                "there is no catalogue at \(path). If its disk is away, mount that; else make one with: "
                    + "heliograph index DIR\(CatalogueLocation.option(path))"
            )
        }
    }

    /// Throws if something other than a regular file is at the path of a catalogue or one of its companion
    /// files: opening a pipe would block forever, and a link could lead to another user's file.
    static func refuseOddity(_ path: String, _ code: CatalogueError.Code) throws {
        for path in [path, path + "-wal", path + "-shm", path + "-journal"] {
            var found = stat()
            guard unsafe lstat(path, &found) == 0, found.st_mode & S_IFMT != S_IFREG else {
                continue
            }
            let isDirectory = found.st_mode & S_IFMT == S_IFDIR
            throw CatalogueError(
                code,
                isDirectory
                    ? "\(path) is a directory, so there can be no catalogue; name a file with --catalogue"
                    : "\(path) is no file, so there can be no catalogue; remove it, or name another file "
                        + "with --catalogue"
            )
        }
    }

    /// Opens a catalogue for reading; read permission alone is enough.
    static func openForReading(_ path: String) throws -> DatabaseQueue {
        try refuseOddity(path, .missing)
        try refuseMissing(path)
        try refuseLossOfLog(path)
        guard unsafe access(path, R_OK) == 0 else {
            throw CatalogueError(
                .noPermission,
                "no permission to read the catalogue \(path); "
                    + (ServiceCatalogue.admission(path)
                        ?? "run as its owner, or let others read it")
            )
        }
        let name = try SharedMemoryRoom.nameForReading(path)
        do {
            return try openForReading(path, as: name)
        } catch let error as CatalogueError where error.code == .diskFull {
            throw CatalogueError.fullForReading(path)
        }
    }

    private static func openForReading(_ path: String, as name: String) throws -> DatabaseQueue {
        try CatalogueError.translating(path) {
            try LogIndex.awaiting { try openOnce(path, as: name) }
        }
    }

    private static func openOnce(_ path: String, as name: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        // A pinned state is a transaction left open.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -4000; PRAGMA query_only = 1")
            PredicateFunctions.all.forEach(database.add(function:))
        }
        let queue = try OpeningLock.opening(path) {
            let queue = try DatabaseQueue(path: name, configuration: configuration)
            ConnectionQueues.opened(queue)
            try queue.inDatabase { try check($0, path) }
            return queue
        }
        try queue.inDatabase { database in
            try refuseEarlierVersion(database, path)
            guard try database.tableExists("library") else {
                try refuseUnfinished(path)
                throw CatalogueError(
                    .missing,
                    "the catalogue \(path) is empty; fill it with: heliograph index DIR"
                        + CatalogueLocation.option(path)
                )
            }
            endAuthorizing(database)
        }
        return queue
    }

    /// Refuses a file whose log SQLite would discard, or cut short, if it were the first to open it.
    private static func refuseLossOfLog(_ path: String) throws {
        var log = stat()
        guard unsafe stat(path + "-wal", &log) == 0, log.st_size > LogChain.headerSize else {
            return
        }
        let holder = CatalogueLock.holder(ofCatalogue: path) ?? "\(getpid())"
        guard holder == "\(getpid())" || LogPages.areAllThereIs(of: path) else { return }
        if let fault = LogPages.fault(of: path) { throw CatalogueError.damaged(path, fault) }
    }

    /// Throws an error that suggests trying again if an indexer is creating or migrating the catalogue.
    private static func refuseUnfinished(_ path: String) throws {
        guard let holder = CatalogueLock.holder(ofCatalogue: path) else { return }
        throw CatalogueError(
            .missing,
            "the catalogue \(path) is being made or brought up to date by an indexer (process "
                + "\(holder)); try again in a moment"
        )
    }

    private static func refuseEarlierVersion(_ database: Database, _ path: String) throws {
        guard try database.tableExists("library"),
            try !Schema.migrator.hasCompletedMigrations(database)
        else { return }
        try refuseUnfinished(path)
        throw CatalogueError(
            .missing,
            "the catalogue \(path) was written by an earlier Heliograph; bring it up to date with: "
                + "heliograph index\(CatalogueLocation.option(path))"
        )
    }

    /// Throws if a file is not a catalogue, or if a later version wrote it.
    static func check(_ database: Database, _ path: String) throws {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        // A first start that was cut short may have left the table of migrations and nothing else.
        let tables =
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM sqlite_master WHERE name NOT LIKE '%grdb_%'"
            )
            ?? 0
        guard application == Schema.applicationID || tables == 0 else {
            let isOurs = try database.tableExists("asset") && database.tableExists("resource")
            guard !isOurs else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            throw CatalogueError(
                .foreign,
                "\(path) is a database of another program; name another file with --catalogue"
            )
        }
        try Schema.requireWhole(database)
        guard try !Schema.migrator.hasBeenSuperseded(database) else {
            throw CatalogueError(
                .newerVersion,
                """
                the catalogue \(path) was written by a newer Heliograph. Install that version \
                again, or index anew into another file with --catalogue
                """
            )
        }
    }

    /// Refuses network file systems, which lack the shared memory that write-ahead logging needs.
    private static func refuseNetworkFileSystem(_ path: String) throws {
        let directory = CatalogueLocation.directory(of: path)
        let descriptor = unsafe open(directory, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            if let shortage = CatalogueError.shortageOfDescriptors(code) {
                throw CatalogueError.tooFewDescriptors(path, shortage)
            }
            throw CatalogueError(
                code == EACCES ? .noPermission : code == EIO ? .inputOutput : .cannotCreate,
                "the directory of the catalogue \(path) cannot be opened: "
                    + "\(unsafe String(cString: strerror(code)))"
            )
        }
        defer { close(descriptor) }
        if NetworkFileSystem.contains(descriptor) {
            throw CatalogueError(
                .networkFileSystem,
                """
                the catalogue \(path) would lie on a network file system, where SQLite cannot keep \
                it safe; name a local file with --catalogue
                """
            )
        }
    }
}
