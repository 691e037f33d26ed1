extension Schema {
    /// Assets that consist of several files.
    ///
    /// A file that is part of an asset keeps its row, so that its values are still there when it is alone again. All
    /// files are read again, because earlier versions did not determine what they belong to.
    static let migration2 = """
        ALTER TABLE asset ADD COLUMN partOf INTEGER;
        ALTER TABLE asset ADD COLUMN partCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE asset ADD COLUMN contentIdentifier TEXT;
        ALTER TABLE asset ADD COLUMN filmOffset INTEGER;
        ALTER TABLE asset ADD COLUMN filmLength INTEGER;
        ALTER TABLE directory ADD COLUMN companions INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE resource DROP COLUMN asset;
        CREATE TABLE own (
            id INTEGER PRIMARY KEY, subtypes INTEGER NOT NULL, traits INTEGER NOT NULL,
            creationDate INTEGER NOT NULL, creationOffset INTEGER, dateSource INTEGER NOT NULL,
            latitude REAL, longitude REAL, altitude REAL, favorite INTEGER NOT NULL,
            hidden INTEGER NOT NULL, evidence TEXT);
        CREATE INDEX assetByOwner ON asset (partOf) WHERE partOf IS NOT NULL;
        CREATE INDEX assetByContentIdentifier ON asset (contentIdentifier, directory)
            WHERE contentIdentifier IS NOT NULL;
        DROP INDEX IF EXISTS assetByDirectory;
        DROP INDEX IF EXISTS assetByDate;
        DROP INDEX IF EXISTS assetByAdded;
        UPDATE resource SET changed = 0;
        """
}
