internal import PhotoModel

/// The statements for former files, each prepared once.
final class FormerFileStatements {
    let insertTombstone, deleteTombstone: SQLiteStatement
    let tombstonesByInode, tombstoneByID, tombstonesByContent: SQLiteStatement
    let insertDisplaced, displacedByInode, displacedByAsset: SQLiteStatement
    let deleteDisplaced, displacedVolumes, forgetDisplaced: SQLiteStatement

    init(_ connection: WriteConnection) throws {
        insertTombstone = try connection.prepare(
            """
            INSERT OR REPLACE INTO tombstone (id, uuid, removedAt, removedSequence, directory, name,
                mediaType, addedDate, favorite, hidden, volume, inode, size, modified, born,
                fingerprint, removedAge, subtypes, width, height, duration, creationDate, latitude,
                longitude, altitude, burstIdentifier, representsBurst, uti)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28)
            """
        )
        deleteTombstone = try connection.prepare("DELETE FROM tombstone WHERE id = ?")
        let tombstone = TombstoneRecord.select
        tombstonesByInode = try connection.prepare(
            "\(tombstone) WHERE inode = ? ORDER BY removedSequence DESC"
        )
        tombstoneByID = try connection.prepare("\(tombstone) WHERE id = ?")
        tombstonesByContent = try connection.prepare(
            "\(tombstone) WHERE fingerprint = ? AND size = ? ORDER BY removedSequence DESC"
        )
        insertDisplaced = try connection.prepare(
            """
            INSERT INTO displaced
                (asset, volume, inode, size, modified, born, fingerprint, displacedAt)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """
        )
        displacedByInode = try connection.prepare(
            """
            SELECT id, asset, volume, inode, size, modified, born FROM displaced
            WHERE inode = ? ORDER BY id DESC
            """
        )
        displacedByAsset = try connection.prepare("SELECT id FROM displaced WHERE asset = ?")
        deleteDisplaced = try connection.prepare("DELETE FROM displaced WHERE id = ?")
        displacedVolumes = try connection.prepare("SELECT DISTINCT volume FROM displaced")
        forgetDisplaced = try connection.prepare(
            "DELETE FROM displaced WHERE volume = ? AND displacedAt <= ?"
        )
    }
}

extension TombstoneRecord {
    /// The query for the columns a record is read from; a condition may follow.
    static let select = """
        SELECT id, uuid, directory, name, volume, inode, size, modified, born, fingerprint,
            addedDate, favorite, hidden FROM tombstone
        """

    init(_ row: SQLiteStatement) {
        self.init(
            id: row.integer(0),
            uuid: ObjectUUID(bytes: row.blob(1)),
            directory: row.integer(2),
            name: row.blob(3),
            identity: FileIdentity(row, from: 4),
            fingerprint: row.integer(9),
            addedDate: row.integer(10),
            isFavorite: row.integer(11) == 1,
            isHidden: row.integer(12) == 1
        )
    }
}

extension FileIdentity {
    /// Reads an identity from five columns of a row: file system, inode, size, modification time, birth time.
    init(_ row: SQLiteStatement, from first: Int32) {
        self.init(
            volume: row.integer(first),
            inode: row.integer(first + 1),
            size: row.integer(first + 2),
            modified: row.integer(first + 3),
            born: row.integer(first + 4)
        )
    }
}
