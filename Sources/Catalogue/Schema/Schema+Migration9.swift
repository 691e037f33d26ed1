extension Schema {
    /// What people wrote of assets, in a table of its own: most have nothing there, and cost a bit.
    ///
    /// Keywords are a line each. The columns of `own` are what the file itself says, those of `edit` what the user
    /// changed of it.
    static let migration9 = """
        ALTER TABLE asset ADD COLUMN described INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE description (
            id INTEGER PRIMARY KEY, title TEXT, caption TEXT, keywords TEXT, rating INTEGER);
        ALTER TABLE own ADD COLUMN title TEXT;
        ALTER TABLE own ADD COLUMN caption TEXT;
        ALTER TABLE own ADD COLUMN keywords TEXT;
        ALTER TABLE own ADD COLUMN rating INTEGER;
        ALTER TABLE edit ADD COLUMN rating INTEGER;
        """
}
