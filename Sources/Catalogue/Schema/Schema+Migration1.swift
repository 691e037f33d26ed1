extension Schema {
    /// The tables of the first version.
    ///
    /// Every object's ID is the sequence number at which it was inserted: finding the objects that appeared since a
    /// position needs no index, and a first index needs no history rows for its insertions.
    static let migration1 = """
        CREATE TABLE library (
            id INTEGER PRIMARY KEY CHECK (id = 1), uuid BLOB NOT NULL, created INTEGER NOT NULL,
            sequence INTEGER NOT NULL, pruned INTEGER NOT NULL);
        CREATE TABLE epoch (
            id INTEGER PRIMARY KEY, firstSequence INTEGER NOT NULL, started INTEGER NOT NULL);
        CREATE TABLE volume (id INTEGER PRIMARY KEY, identity INTEGER NOT NULL UNIQUE);
        CREATE TABLE root (
            id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, directory INTEGER NOT NULL,
            state INTEGER NOT NULL, reason INTEGER NOT NULL, detail TEXT);
        CREATE TABLE directory (
            id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, root INTEGER NOT NULL, parent INTEGER,
            name BLOB NOT NULL, volume INTEGER NOT NULL, inode INTEGER NOT NULL,
            born INTEGER NOT NULL, assetCount INTEGER NOT NULL DEFAULT 0,
            childCount INTEGER NOT NULL DEFAULT 0, removedAt INTEGER,
            detached INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX directoryByName ON directory (parent, name);
        CREATE INDEX directoryByInode ON directory (inode);
        CREATE TABLE asset (
            id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, directory INTEGER NOT NULL,
            mediaType INTEGER NOT NULL, subtypes INTEGER NOT NULL, traits INTEGER NOT NULL,
            width INTEGER NOT NULL, height INTEGER NOT NULL, duration REAL NOT NULL,
            creationDate INTEGER NOT NULL, creationOffset INTEGER, dateSource INTEGER NOT NULL,
            modificationDate INTEGER NOT NULL, addedDate INTEGER NOT NULL,
            latitude REAL, longitude REAL, altitude REAL,
            favorite INTEGER NOT NULL, hidden INTEGER NOT NULL,
            burstKey TEXT, burstBasis INTEGER, burstPrimary INTEGER,
            burstIdentifier TEXT, representsBurst INTEGER NOT NULL,
            uti TEXT NOT NULL, cameraMake TEXT, cameraModel TEXT, lensModel TEXT,
            unreadableReason TEXT, evidence TEXT);
        CREATE INDEX assetByBurst ON asset (burstKey) WHERE burstKey IS NOT NULL;
        CREATE INDEX assetUnreadable ON asset (id) WHERE unreadableReason IS NOT NULL;
        CREATE TABLE resource (
            id INTEGER PRIMARY KEY, asset INTEGER NOT NULL, type INTEGER NOT NULL,
            directory INTEGER NOT NULL, name BLOB NOT NULL, volume INTEGER NOT NULL,
            inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
            changed INTEGER NOT NULL, born INTEGER NOT NULL, fingerprint INTEGER NOT NULL);
        CREATE UNIQUE INDEX resourceByName ON resource (directory, name);
        CREATE INDEX resourceByInode ON resource (inode);
        CREATE TABLE tombstone (
            id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, removedAt INTEGER NOT NULL,
            removedSequence INTEGER NOT NULL,
            directory INTEGER NOT NULL, name BLOB NOT NULL, mediaType INTEGER NOT NULL,
            addedDate INTEGER NOT NULL, favorite INTEGER NOT NULL, hidden INTEGER NOT NULL,
            volume INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, born INTEGER NOT NULL, fingerprint INTEGER NOT NULL);
        CREATE INDEX tombstoneByInode ON tombstone (inode);
        CREATE INDEX tombstoneByContent ON tombstone (fingerprint);
        CREATE INDEX tombstoneByName ON tombstone (directory, name);
        CREATE TABLE displaced (
            id INTEGER PRIMARY KEY, asset INTEGER NOT NULL, volume INTEGER NOT NULL,
            inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
            born INTEGER NOT NULL, fingerprint INTEGER NOT NULL, displacedAt INTEGER NOT NULL);
        CREATE INDEX displacedByInode ON displaced (inode);
        CREATE INDEX displacedByAsset ON displaced (asset);
        CREATE TABLE smartAlbum (
            id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, subtype INTEGER NOT NULL UNIQUE,
            count INTEGER NOT NULL);
        CREATE TABLE change (
            sequence INTEGER PRIMARY KEY, object INTEGER NOT NULL, kind INTEGER NOT NULL,
            change INTEGER NOT NULL, keys INTEGER NOT NULL, contentChanged INTEGER NOT NULL,
            path BLOB, root INTEGER, uuid BLOB);
        CREATE INDEX changeByObject ON change (object, kind, sequence);
        CREATE TABLE commitTime (sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL);
        CREATE TABLE status (key TEXT PRIMARY KEY, value TEXT NOT NULL);
        PRAGMA application_id = 1212958546;
        """
}
