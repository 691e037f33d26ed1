extension Schema {
    /// Moments, user-made albums and folders, edits, and the columns that listings are answered from.
    ///
    /// Indexed columns come first in a row: SQLite reads it up to the last column asked for. The later indexes are
    /// built again at the end of the next index, and so are the moments. Identifiers made by earlier versions are not
    /// ordered.
    static let migration3 = """
        DROP INDEX IF EXISTS assetByDirectory;
        DROP INDEX IF EXISTS assetShown;
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
            listed INTEGER GENERATED ALWAYS AS (\
        (id << 4) | ((marks & 1) << 3) | ((marks & 2) << 1) | (marks >> 4 & 3)));
        INSERT INTO orderedAsset (
                id, uuid, directory, mediaType, subtypes, traits, width, height, duration,
                creationDate, creationOffset, dateSource, modificationDate, addedDate, latitude,
                longitude, altitude, favorite, hidden, burstKey, burstBasis, burstPrimary,
                burstIdentifier, representsBurst, uti, cameraMake, cameraModel, lensModel,
                unreadableReason, evidence, partOf, partCount, contentIdentifier, filmOffset,
                filmLength, edited, marks)
            SELECT
                id, uuid, directory, mediaType, subtypes, traits, width, height, duration,
                creationDate, creationOffset, dateSource, modificationDate, addedDate, latitude,
                longitude, altitude, favorite, hidden, burstKey, burstBasis, burstPrimary,
                burstIdentifier, representsBurst, uti, cameraMake, cameraModel, lensModel,
                unreadableReason, evidence, partOf, partCount, contentIdentifier, filmOffset,
                filmLength, 0,
                CASE WHEN partOf IS NULL OR partOf = -1 THEN
                    hidden | ((burstIdentifier IS NOT NULL AND representsBurst = 0) << 1)
                    | (favorite << 2) | (representsBurst << 3) | (mediaType << 4)
                    | ((subtypes & 0x3FFFFF) << 6) | ((traits & 0x7FFF) << 28)
                END
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
}
