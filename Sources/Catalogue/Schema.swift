internal import GRDB

/// The tables, and how they came to be.
enum Schema {
    /// `HLGR`, so that `file(1)` and we know a catalogue when we see one.
    static let applicationID = 0x484C_4752

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: tables)
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        migrator.registerMigration("2") { database in
            try database.execute(sql: groups)
        }
        migrator.registerMigration("3") { database in
            try database.execute(sql: collections)
        }
        migrator.registerMigration("4") { database in
            try database.execute(sql: files)
        }
        return migrator
    }

    // Every object's id is the sequence number at which it was inserted: what appeared since a
    // position needs no index, and a first index needs no history row for what it inserts.
    private static let tables = """
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
        """

    // A file that is part of an asset keeps its row, so that it is what it was when it is alone again.
    // All files are read again: an earlier version did not ask them what they belong to.
    private static let groups = """
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

    // What indexes are made of comes first: SQLite reads a row up to the last column asked for.
    private static let assetTable = """
        CREATE TABLE orderedAsset (
            id INTEGER PRIMARY KEY, marks INTEGER, partOf INTEGER, directory INTEGER NOT NULL,
            creationDate INTEGER NOT NULL, addedDate INTEGER NOT NULL, hidden INTEGER NOT NULL,
            latitude REAL, longitude REAL, creationOffset INTEGER, burstKey TEXT,
            contentIdentifier TEXT, unreadableReason TEXT,
            uuid BLOB NOT NULL, mediaType INTEGER NOT NULL, subtypes INTEGER NOT NULL,
            traits INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
            duration REAL NOT NULL, dateSource INTEGER NOT NULL,
            modificationDate INTEGER NOT NULL, altitude REAL, favorite INTEGER NOT NULL,
            burstBasis INTEGER, burstPrimary INTEGER, burstIdentifier TEXT,
            representsBurst INTEGER NOT NULL, uti TEXT NOT NULL, cameraMake TEXT,
            cameraModel TEXT, lensModel TEXT, evidence TEXT, partCount INTEGER NOT NULL,
            filmOffset INTEGER, filmLength INTEGER, edited INTEGER NOT NULL,
            listed INTEGER GENERATED ALWAYS AS (\(ListedAsset.expression)));
        """

    // The later indexes are built again at the end of the next index, moments then, too. Identifiers
    // from before are in no order.
    private static let collections = """
        DROP INDEX IF EXISTS assetByDirectory;
        DROP INDEX IF EXISTS assetShown;
        \(assetTable)
        INSERT INTO orderedAsset (\(AssetColumns.asset.joined(separator: ", ")))
            SELECT \(AssetColumns.asset.dropLast(2).joined(separator: ", ")), 0,
                \(AssetMarks.expression)
            FROM asset;
        DROP TABLE asset;
        ALTER TABLE orderedAsset RENAME TO asset;
        CREATE INDEX assetByBurst ON asset (burstKey) WHERE burstKey IS NOT NULL;
        CREATE INDEX assetUnreadable ON asset (id) WHERE unreadableReason IS NOT NULL;
        CREATE INDEX assetByOwner ON asset (partOf) WHERE partOf IS NOT NULL;
        CREATE INDEX assetByContentIdentifier ON asset (contentIdentifier, directory)
            WHERE contentIdentifier IS NOT NULL;
        CREATE TABLE moment (
            id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, startDate INTEGER NOT NULL,
            startAsset INTEGER NOT NULL, endDate INTEGER NOT NULL, endAsset INTEGER NOT NULL,
            count INTEGER NOT NULL, members INTEGER NOT NULL, startOffset INTEGER,
            endOffset INTEGER, latitude REAL, longitude REAL);
        CREATE UNIQUE INDEX momentByStart ON moment (startDate, startAsset);
        CREATE TABLE userCollection (
            id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, isFolder INTEGER NOT NULL,
            title TEXT NOT NULL, parent INTEGER, position INTEGER NOT NULL);
        CREATE INDEX userCollectionByParent ON userCollection (parent, position);
        CREATE TABLE member (
            album INTEGER NOT NULL, position INTEGER NOT NULL, asset INTEGER NOT NULL,
            PRIMARY KEY (album, position)) WITHOUT ROWID;
        CREATE INDEX memberByAsset ON member (asset, album);
        CREATE TABLE edit (
            id INTEGER PRIMARY KEY, time INTEGER NOT NULL, favorite INTEGER, hidden INTEGER,
            isDated INTEGER NOT NULL, creationDate INTEGER, creationOffset INTEGER,
            isPlaced INTEGER NOT NULL, latitude REAL, longitude REAL, altitude REAL);
        ALTER TABLE change ADD COLUMN creationDate INTEGER;
        ALTER TABLE change ADD COLUMN modificationDate INTEGER;
        ALTER TABLE smartAlbum RENAME TO earlierSmartAlbum;
        CREATE TABLE smartAlbum (
            id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, subtype INTEGER NOT NULL,
            count INTEGER NOT NULL, title TEXT, predicate TEXT);
        INSERT INTO smartAlbum SELECT id, uuid, subtype, count, NULL, NULL FROM earlierSmartAlbum;
        DROP TABLE earlierSmartAlbum;
        INSERT INTO status SELECT 'unordered', max(id) FROM asset WHERE true HAVING count(*) > 0;
        """

    // What programs add has identifiers made beforehand, out of the order of the others.
    private static let files = """
        CREATE TABLE trash (
            id INTEGER PRIMARY KEY, path BLOB NOT NULL, info BLOB NOT NULL,
            directory INTEGER NOT NULL, volume INTEGER NOT NULL, fingerprint INTEGER NOT NULL,
            time INTEGER NOT NULL);
        ALTER TABLE directory ADD COLUMN hasMembers INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX assetByRandomIdentifier ON asset (uuid) WHERE \(hasRandomIdentifier);
        """

    /// Which assets are not in the order of their identifiers: the version stands in the seventh byte.
    static let hasRandomIdentifier = "substr(uuid, 7, 1) < x'50'"

    /// Indexes a first index does without and is given at its end, when sorting once is cheaper
    /// than keeping order row by row.
    ///
    /// What a listing asks of each asset is in its index whole, or SQLite would look up every row.
    static let laterIndexes: [(name: String, sql: String)] = [
        later("resourceByContent", "resource (fingerprint)"),
        later("assetByDirectory", "asset (directory, creationDate)", shown),
        later("assetByDate", "asset (creationDate, listed, marks)", shown),
        later("assetByMarks", "asset (marks, creationDate, listed)", "\(shown) AND \(isMarked)"),
        later("assetByAdded", "asset (addedDate)", shown),
    ]

    private static let shown = "partOf IS NULL"
    /// Which assets the index of marks has; plain photos would only make it large.
    static let isMarked = "marks != \(AssetMarks.plain.rawValue)"

    private static func later(
        _ name: String,
        _ columns: String,
        _ condition: String? = nil
    ) -> (name: String, sql: String) {
        let rows = condition.map { " WHERE \($0)" } ?? ""
        return (name, "CREATE INDEX IF NOT EXISTS \(name) ON \(columns)\(rows)")
    }
}
