extension Schema {
    /// Epochs in the order in which they began, and ages instead of dates, because the system's clock can be set.
    ///
    /// Existing commits and tombstones count as new, so that nothing is forgotten early.
    static let migration5 = """
        CREATE TABLE orderedEpoch (
            ordinal INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE,
            firstSequence INTEGER NOT NULL, started INTEGER NOT NULL);
        INSERT INTO orderedEpoch (id, firstSequence, started)
            SELECT id, firstSequence, started FROM epoch ORDER BY firstSequence, started;
        DROP TABLE epoch;
        ALTER TABLE orderedEpoch RENAME TO epoch;
        ALTER TABLE library ADD COLUMN age INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN boot TEXT NOT NULL DEFAULT '';
        ALTER TABLE library ADD COLUMN uptime INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN boottime INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE commitTime ADD COLUMN age INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tombstone ADD COLUMN removedAge INTEGER NOT NULL DEFAULT 0;
        """
}
