extension Schema {
    /// Moments as sums that are updated when assets come and go, and collections by their identifiers.
    ///
    /// The sums are computed at the end of the next index, together with the moments, whose rules have changed too.
    static let migration6 = """
        CREATE TABLE summedMoment (
            id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, startDate INTEGER NOT NULL,
            startAsset INTEGER NOT NULL, endDate INTEGER NOT NULL, endAsset INTEGER NOT NULL,
            startOffset INTEGER, endOffset INTEGER, count INTEGER NOT NULL,
            members INTEGER NOT NULL, located INTEGER NOT NULL, x INTEGER NOT NULL,
            y INTEGER NOT NULL, z INTEGER NOT NULL);
        INSERT INTO summedMoment
            SELECT id, uuid, startDate, startAsset, endDate, endAsset, startOffset, endOffset,
                count, 0, 0, 0, 0, 0 FROM moment;
        DROP TABLE moment;
        ALTER TABLE summedMoment RENAME TO moment;
        CREATE UNIQUE INDEX momentByStart ON moment (startDate, startAsset);
        CREATE INDEX momentByIdentifier ON moment (uuid);
        CREATE INDEX directoryByIdentifier ON directory (uuid);
        """
}
