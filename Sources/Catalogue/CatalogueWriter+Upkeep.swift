extension CatalogueWriter {
    /// Whether a first index has not come to its end yet.
    package func isFirstIndex() throws -> Bool {
        let isFresh = try query { try statements.anyAsset.first { _ in true } == nil }
        return try isFresh || !query { try hasLaterIndexes() }
    }

    private func hasLaterIndexes() throws -> Bool {
        let names = Schema.laterIndexes.map { "'\($0.name)'" }.joined(separator: ", ")
        let count = try prepare("SELECT count(*) FROM sqlite_master WHERE name IN (\(names))")
            .first { $0.integer(0) }
        return count == Int64(Schema.laterIndexes.count)
    }

    /// Makes room for a first index: a larger cache and fewer checkpoints, and the numbers of its files at hand.
    package func beginBulk() throws {
        var inodes = InodeSet()
        try query { try forEachRow("SELECT inode FROM resource") { inodes.insert($0.integer(0)) } }
        knownInodes = inodes
        try execute("PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 20000")
    }

    /// Builds the indexes and moments a bulk insert does without, and gives memory back.
    package func endBulk() throws {
        knownInodes = nil
        // Rows are read once and in order.
        try execute("PRAGMA cache_size = -2000; PRAGMA shrink_memory")
        for index in Schema.laterIndexes.dropLast() { try build(index.sql) }
        try write { try rebuildMoments() }
        try commit()
        // The sign that all is done: while it is missing, the next start does it again.
        for index in Schema.laterIndexes.suffix(1) { try build(index.sql) }
        try execute("PRAGMA cache_size = -4000; PRAGMA wal_autocheckpoint = 4000")
        try checkpoint()
        try execute("PRAGMA shrink_memory")
    }

    /// Builds an index, sorting in a file: of a million rows in memory it takes a hundred megabytes, and longer.
    ///
    /// Rows are sorted beside the thread that reads them.
    private func build(_ index: String) throws {
        defer { try? execute("PRAGMA temp_store = MEMORY; PRAGMA threads = 0") }
        do {
            try execute("PRAGMA temp_store = FILE; PRAGMA threads = 2")
            try execute(index)
        } catch {
            // No place for temporary files, or no room there.
            try execute("PRAGMA temp_store = MEMORY")
            try execute(index)
        }
    }

    /// Writes the log back and gives up what is kept in memory of the file, for a while without work.
    package func rest() throws {
        try checkpoint()
        try execute("PRAGMA shrink_memory")
    }

    /// Writes the log back and leaves nothing of it, as far as readers and the disk allow.
    ///
    /// What a transaction that was rolled back had written stays part of the log's file otherwise, and may be what
    /// fills the disk.
    package func shrink() throws {
        try execute("PRAGMA busy_timeout = 1000")
        defer { try? execute("PRAGMA busy_timeout = 30000") }
        try execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Writes the log back into the database file, as far as readers allow.
    package func checkpoint() throws {
        try execute("PRAGMA wal_checkpoint(PASSIVE)")
    }
}
