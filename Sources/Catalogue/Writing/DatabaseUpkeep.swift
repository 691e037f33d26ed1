/// How the database file is set up for a first index and for the time after, and kept small.
struct DatabaseUpkeep {
    private let connection: WriteConnection

    init(_ connection: WriteConnection) {
        self.connection = connection
    }

    /// Whether the indexes are there that a first index does without.
    func hasLaterIndexes() throws -> Bool {
        let names = Schema.laterIndexes.map { "'\($0.name)'" }.joined(separator: ", ")
        let count = try connection.query { _ in
            try connection.prepare("SELECT count(*) FROM sqlite_master WHERE name IN (\(names))")
                .first { $0.integer(0) }
        }
        return count == Int64(Schema.laterIndexes.count)
    }

    /// Makes room for a first index: a larger cache and fewer checkpoints.
    func beginBulk() throws {
        try connection.execute("PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 20000")
    }

    /// Gives memory back while indexes are built.
    ///
    /// Indexes are sorted in files: of a million rows in memory it takes a hundred megabytes, and longer. The
    /// cache's size is that of the parts they are sorted in; rows are read once and in order,
    /// and sorted beside the thread that reads them.
    func beginSorting() throws {
        try connection.execute("PRAGMA cache_size = -8000; PRAGMA shrink_memory")
    }

    func sortInFiles() throws {
        try connection.execute("PRAGMA temp_store = FILE; PRAGMA threads = 2")
    }

    func sortInMemory() throws { try connection.execute("PRAGMA temp_store = MEMORY") }

    func endSorting() { try? connection.execute("PRAGMA temp_store = MEMORY; PRAGMA threads = 0") }

    func endBulk() throws {
        try connection.execute("PRAGMA cache_size = -4000; PRAGMA wal_autocheckpoint = 4000")
        try becomeIdle()
    }

    /// Checkpoints the log and releases cached pages.
    func becomeIdle() throws {
        try checkpoint()
        try connection.execute("PRAGMA shrink_memory")
    }

    /// Checkpoints and truncates the log, as far as readers and the disk allow.
    func truncateLog() throws {
        try connection.execute("PRAGMA busy_timeout = 1000")
        defer { try? connection.execute("PRAGMA busy_timeout = 30000") }
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Writes the log back into the database file, as far as readers allow.
    func checkpoint() throws { try connection.execute("PRAGMA wal_checkpoint(PASSIVE)") }
}
