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

    /// Makes room for a first index: a larger cache and fewer checkpoints, the numbers of its files
    /// and directories at hand, and a thread that writes.
    package func beginBulk() throws {
        var inodes = InodeSet()
        try query { try forEachRow("SELECT inode FROM resource") { inodes.insert($0.integer(0)) } }
        knownInodes = inodes
        knownDirectoryInodes = InodeSet()
        for directory in directories.values { knownDirectoryInodes?.insert(directory.inode) }
        try execute("PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 20000")
        startBackgroundWrites()
    }

    /// Commits, builds the indexes and moments a first index does without, and gives memory back.
    package func endBulk() throws {
        try commit()
        (knownInodes, knownDirectoryInodes) = (nil, nil)
        connection.rows.stopBackground()
        // Indexes are sorted in files: of a million rows in memory it takes a hundred megabytes, and longer. The
        // cache's size is that of the parts they are sorted in; rows are read once and in order,
        // and sorted beside the thread that reads them.
        try execute("PRAGMA cache_size = -8000; PRAGMA shrink_memory")
        defer { try? execute("PRAGMA temp_store = MEMORY; PRAGMA threads = 0") }
        do {
            try execute("PRAGMA temp_store = FILE; PRAGMA threads = 2")
            try completeIndexes()
        } catch {
            // No place for temporary files, or no room there.
            try rollback()
            try execute("PRAGMA temp_store = MEMORY")
            try completeIndexes()
        }
        try execute("PRAGMA cache_size = -4000; PRAGMA wal_autocheckpoint = 4000")
        try checkpoint()
        try execute("PRAGMA shrink_memory")
    }

    /// Builds all indexes and the moments.
    ///
    /// While one of the indexes is missing the next start does it again, so the last of them and the moments come
    /// together.
    private func completeIndexes() throws {
        try execute(Schema.assetByDate.sql)
        try transaction {
            // Nobody else writes until the end of this transaction, so moments of what is committed are those of all.
            let moments = MomentReading(path)
            defer { moments.finish() }
            for index in Schema.laterIndexes { try execute(index.sql) }
            try replaceAllMoments(by: moments.result())
        }
    }
}
