extension Schema {
    /// Values that follow each change instead of being counted or sorted again: the numbers of members, the order of
    /// bursts, and the directories written since a position.
    ///
    /// A member has a date if its album counts the asset: it has to be shown, and for a directory's album it has to lie
    /// elsewhere.
    static let migration7 = """
        ALTER TABLE directory ADD COLUMN addedCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE directory ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX directoryByWriting ON directory (written);
        ALTER TABLE userCollection ADD COLUMN count INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX userCollectionByIdentifier ON userCollection (uuid);
        ALTER TABLE member ADD COLUMN date INTEGER;
        UPDATE member SET date = (SELECT creationDate FROM asset
            WHERE asset.id = member.asset AND partOf IS NULL AND directory != member.album);
        CREATE INDEX memberByDate ON member (album, date, asset) WHERE date IS NOT NULL;
        CREATE INDEX memberAway ON member (album) WHERE date IS NULL;
        UPDATE directory SET addedCount = (SELECT count(*) FROM member
            WHERE album = directory.id AND date IS NOT NULL) WHERE hasMembers;
        UPDATE userCollection SET count = (SELECT count(*) FROM member
            WHERE album = userCollection.id AND date IS NOT NULL) WHERE NOT isFolder;
        UPDATE userCollection SET count = (SELECT count(*) FROM userCollection AS child
            WHERE child.parent = userCollection.id) WHERE isFolder;
        CREATE TABLE burst (
            asset INTEGER PRIMARY KEY, key TEXT NOT NULL, isPrimary INTEGER NOT NULL,
            date INTEGER NOT NULL, name BLOB NOT NULL);
        INSERT INTO burst SELECT asset.id, burstKey, burstPrimary, creationDate, name
            FROM asset JOIN resource ON resource.id = asset.id
            WHERE burstKey IS NOT NULL AND partOf IS NULL;
        CREATE INDEX burstByOrder ON burst (key, isPrimary DESC, date, name);
        DROP INDEX assetByBurst;
        CREATE INDEX assetByRepresentative ON asset (burstKey) WHERE representsBurst = 1;
        """
}
