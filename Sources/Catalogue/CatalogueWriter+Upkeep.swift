extension CatalogueWriter {
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
