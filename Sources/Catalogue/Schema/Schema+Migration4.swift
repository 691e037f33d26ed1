extension Schema {
    /// Deleted assets, and assets added by programs.
    ///
    /// The identifiers of the latter are made in advance, out of the order of the others.
    static let migration4 = """
        CREATE TABLE trash (
            id INTEGER PRIMARY KEY, path BLOB NOT NULL, info BLOB NOT NULL,
            directory INTEGER NOT NULL, volume INTEGER NOT NULL, fingerprint INTEGER NOT NULL,
            time INTEGER NOT NULL);
        ALTER TABLE directory ADD COLUMN hasMembers INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX assetByRandomIdentifier ON asset (uuid) WHERE substr(uuid, 7, 1) < x'50';
        """
}
