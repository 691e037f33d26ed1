extension Schema {
    /// The history of smart albums as chains instead of an index.
    ///
    /// Each photo changes dozens of them. In an index by object their rows lie far apart, and each costs a page to
    /// write. A row that names the one before it, and an album that names its last, lie where something is written
    /// anyway. The history of a removed album is found by its removal.
    static let migration8 = """
        ALTER TABLE change ADD COLUMN previous INTEGER;
        ALTER TABLE smartAlbum ADD COLUMN changed INTEGER;
        UPDATE change SET previous = (SELECT max(sequence) FROM change AS earlier
            WHERE earlier.object = change.object AND earlier.kind = 4
                AND earlier.sequence < change.sequence) WHERE kind = 4;
        UPDATE smartAlbum SET changed =
            (SELECT max(sequence) FROM change WHERE object = smartAlbum.id AND kind = 4);
        DROP INDEX changeByObject;
        CREATE INDEX changeByObject ON change (object, kind, sequence)
            WHERE kind <> 4 OR change = 4;
        """
}
