extension Schema {
    /// Texts and ratings of assets, marks of unreadable files, and the look of removed assets.
    ///
    /// Texts and ratings have a table of their own: most assets have no row there, and cost a bit. Keywords are one a
    /// line. The columns of `own` hold the file's own values, those of `edit` the user's changes. An edited version
    /// beside the file has its own size and duration.
    static let migration9 = """
        ALTER TABLE asset ADD COLUMN described INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE description (
            id INTEGER PRIMARY KEY, title TEXT, caption TEXT, keywords TEXT, rating INTEGER);
        ALTER TABLE own ADD COLUMN title TEXT;
        ALTER TABLE own ADD COLUMN caption TEXT;
        ALTER TABLE own ADD COLUMN keywords TEXT;
        ALTER TABLE own ADD COLUMN rating INTEGER;
        ALTER TABLE own ADD COLUMN width INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE own ADD COLUMN height INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE own ADD COLUMN duration REAL NOT NULL DEFAULT 0;
        UPDATE own SET (width, height, duration) =
            (SELECT width, height, duration FROM asset WHERE asset.id = own.id)
            WHERE id IN (SELECT id FROM asset);
        ALTER TABLE edit ADD COLUMN rating INTEGER;
        UPDATE asset SET marks = marks | (1 << 43)
            WHERE unreadableReason IS NOT NULL AND marks IS NOT NULL;
        ALTER TABLE tombstone ADD COLUMN subtypes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tombstone ADD COLUMN width INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tombstone ADD COLUMN height INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tombstone ADD COLUMN duration REAL NOT NULL DEFAULT 0;
        ALTER TABLE tombstone ADD COLUMN creationDate INTEGER;
        ALTER TABLE tombstone ADD COLUMN latitude REAL;
        ALTER TABLE tombstone ADD COLUMN longitude REAL;
        ALTER TABLE tombstone ADD COLUMN altitude REAL;
        ALTER TABLE tombstone ADD COLUMN burstIdentifier TEXT;
        ALTER TABLE tombstone ADD COLUMN representsBurst INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tombstone ADD COLUMN uti TEXT NOT NULL DEFAULT '';
        """
}
