/// Sets up the database file for a first index and for the time after, and keeps it small.
struct DatabaseUpkeep {
    private let connection: WriteConnection

    init(_ connection: WriteConnection) {
        self.connection = connection
    }

    /// Whether the indexes that a first index postpones exist.
    func hasLaterIndexes() throws -> Bool {
        let names = Schema.laterIndexes.map { "'\($0.name)'" }.joined(separator: ", ")
        let count = try connection.query { _ in
            try connection.prepare("SELECT count(*) FROM sqlite_master WHERE name IN (\(names))")
                .first { $0.integer(0) }
        }
        return count == Int64(Schema.laterIndexes.count)
    }

    /// Prepares for a first index: a larger cache and fewer checkpoints.
    func beginBulk() throws {
        try connection.execute("PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 20000")
    }

    /// Releases memory while indexes are built.
    ///
    /// Indexes are sorted in files: sorting a million rows in memory takes a hundred megabytes, and longer. The cache
    /// size is the size of the parts that are sorted; rows are read once, in order, and sorted on another thread than
    /// the one that reads them.
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
        defer { try? connection.execute(CatalogueFile.ordinaryPatience) }
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// The number of free bytes that makes rewriting the rest of the file worthwhile.
    private static let worthwhile: Int64 = 4 << 20

    /// Returns free pages to the disk, if most of the file is free.
    ///
    /// Pages freed day by day are filled again. Those freed when a large part of a library was removed, and its history
    /// forgotten, never would be. The remaining pages are written to the log and from there to the file: readers
    /// continue, other writers wait. Call it outside a transaction.
    ///
    /// - Returns: Whether the file became smaller.
    func compact() throws -> Bool {
        let (free, all) = try (pragma("freelist_count"), pragma("page_count"))
        guard free * 2 > all, try free * pragma("page_size") >= Self.worthwhile else {
            return false
        }
        // The copy would not fit into memory.
        try connection.execute("PRAGMA temp_store = FILE")
        defer { try? connection.execute("PRAGMA temp_store = MEMORY") }
        try connection.execute("VACUUM")
        try checkpoint()
        return true
    }

    private func pragma(_ name: String) throws -> Int64 {
        try connection.query { _ in
            try connection.prepare("PRAGMA \(name)").first { $0.integer(0) } ?? 0
        }
    }

    /// Writes the log back into the database file, as far as readers allow.
    func checkpoint() throws { try connection.execute("PRAGMA wal_checkpoint(PASSIVE)") }
}
