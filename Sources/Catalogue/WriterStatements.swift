internal import GRDB

/// The writer's statements, each prepared once.
final class WriterStatements {
    let updateAsset, deleteAsset, selectAsset, anyAsset: SQLiteStatement
    let takeFromBurst, firstOfBurst, representatives: SQLiteStatement
    let selectParts, selectByName: SQLiteStatement
    let selectByContentIdentifier, idsByContentIdentifier: SQLiteStatement
    let selectOwn, saveOwn, deleteOwn, selectEdit: SQLiteStatement
    let updateResource, deleteResource: SQLiteStatement
    let resourceByName, resourcesInDirectory, resourcesByInode: SQLiteStatement
    let insertTombstone, deleteTombstone: SQLiteStatement
    let tombstonesByInode, tombstoneByID, tombstonesByContent, tombstonesByName: SQLiteStatement
    let insertDisplaced, displacedByInode, displacedByAsset: SQLiteStatement
    let deleteDisplaced, forgetDisplaced: SQLiteStatement
    let updateDirectory, directoriesInDirectory: SQLiteStatement
    let directoriesByInode: SQLiteStatement
    let countDirectory, setCompanions, setHasMembers: SQLiteStatement
    let members: MemberStatements
    let offsetOfAsset: SQLiteStatement
    let insertMoment, updateMoment, moveMoment, deleteMoment: SQLiteStatement
    let setSmartCount, setRootState: SQLiteStatement

    /// The connection; to be used within a call on its queue only.
    let database: Database

    init(_ database: Database) throws {
        self.database = database
        func prepare(_ sql: String) throws -> SQLiteStatement {
            try SQLiteStatement(database, sql)
        }
        let resource = AssetColumns.list(AssetColumns.resource, of: "resource")
        updateAsset = try prepare(AssetColumns.update("asset", AssetColumns.asset))
        deleteAsset = try prepare("DELETE FROM asset WHERE id = ?")
        selectAsset = try prepare("\(AssetColumns.select) WHERE asset.id = ?")
        anyAsset = try prepare("SELECT 1 FROM asset LIMIT 1")
        takeFromBurst = try prepare("DELETE FROM burst WHERE asset = ?")
        firstOfBurst = try prepare(
            """
            SELECT asset FROM burst WHERE key = ?
            ORDER BY isPrimary DESC, date, name, asset LIMIT ?
            """
        )
        representatives = try prepare(
            "SELECT id FROM asset WHERE burstKey = ? AND representsBurst = 1"
        )
        selectParts = try prepare("\(AssetColumns.select) WHERE asset.partOf = ?")
        selectByName = try prepare(
            "\(AssetColumns.select) WHERE resource.directory = ? AND name >= ? AND name < ?"
        )
        selectByContentIdentifier = try prepare(
            """
            \(AssetColumns.select) WHERE contentIdentifier = ? AND asset.directory = ?
                AND asset.id NOT IN (SELECT id FROM trash) LIMIT ?
            """
        )
        idsByContentIdentifier = try prepare(
            """
            SELECT id FROM asset WHERE contentIdentifier = ? AND directory = ?
                AND id NOT IN (SELECT id FROM trash) LIMIT ?
            """
        )
        selectOwn = try prepare(AssetColumns.selectOwn)
        saveOwn = try prepare(AssetColumns.saveOwn)
        selectEdit = try prepare("SELECT * FROM edit WHERE id = ?")
        deleteOwn = try prepare("DELETE FROM own WHERE id = ?")
        updateResource = try prepare(AssetColumns.update("resource", AssetColumns.resource))
        deleteResource = try prepare("DELETE FROM resource WHERE id = ?")
        resourceByName = try prepare(
            "SELECT \(resource) FROM resource WHERE directory = ? AND name = ?"
        )
        resourcesInDirectory = try prepare("SELECT \(resource) FROM resource WHERE directory = ?")
        resourcesByInode = try prepare("SELECT \(resource) FROM resource WHERE inode = ?")
        insertTombstone = try prepare(
            """
            INSERT OR REPLACE INTO tombstone (id, uuid, removedAt, removedSequence, directory, name,
                mediaType, addedDate, favorite, hidden, volume, inode, size, modified, born,
                fingerprint, removedAge)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
            """
        )
        deleteTombstone = try prepare("DELETE FROM tombstone WHERE id = ?")
        let tombstone = """
            SELECT id, uuid, directory, name, volume, inode, size, modified, born, fingerprint,
                addedDate, favorite, hidden FROM tombstone
            """
        tombstonesByInode = try prepare(
            "\(tombstone) WHERE inode = ? ORDER BY removedSequence DESC"
        )
        tombstoneByID = try prepare("\(tombstone) WHERE id = ?")
        tombstonesByContent = try prepare(
            "\(tombstone) WHERE fingerprint = ? AND size = ? ORDER BY removedSequence DESC"
        )
        tombstonesByName = try prepare(
            "\(tombstone) WHERE directory = ? AND name = ? ORDER BY removedSequence DESC"
        )
        insertDisplaced = try prepare(
            """
            INSERT INTO displaced
                (asset, volume, inode, size, modified, born, fingerprint, displacedAt)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """
        )
        displacedByInode = try prepare(
            """
            SELECT id, asset, volume, inode, size, modified, born FROM displaced
            WHERE inode = ? ORDER BY id DESC
            """
        )
        displacedByAsset = try prepare("SELECT id FROM displaced WHERE asset = ?")
        deleteDisplaced = try prepare("DELETE FROM displaced WHERE id = ?")
        forgetDisplaced = try prepare("DELETE FROM displaced")
        updateDirectory = try prepare(
            """
            UPDATE directory SET root = ?2, parent = ?3, name = ?4, volume = ?5, inode = ?6,
                born = ?7, removedAt = ?8, detached = ?9, written = ?10 WHERE id = ?1
            """
        )
        countDirectory = try prepare(
            """
            UPDATE directory SET assetCount = ?2, childCount = ?3, addedCount = ?4, written = ?5
            WHERE id = ?1
            """
        )
        setCompanions = try prepare(
            "UPDATE directory SET companions = ?2, written = ?3 WHERE id = ?1"
        )
        setHasMembers = try prepare(
            "UPDATE directory SET hasMembers = ?2, written = ?3 WHERE id = ?1"
        )
        directoriesInDirectory = try prepare(
            "SELECT id FROM directory WHERE parent = ? ORDER BY id"
        )
        directoriesByInode = try prepare("SELECT id FROM directory WHERE inode = ?")
        members = try MemberStatements(database)
        offsetOfAsset = try prepare("SELECT creationOffset FROM asset WHERE id = ?")
        insertMoment = try prepare(
            """
            INSERT INTO moment (id, startDate, startAsset, endDate, endAsset, startOffset, endOffset,
                count, members, located, x, y, z, uuid)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """
        )
        updateMoment = try prepare(
            """
            UPDATE moment SET startDate = ?2, startAsset = ?3, endDate = ?4, endAsset = ?5,
                startOffset = ?6, endOffset = ?7, count = ?8, members = ?9, located = ?10,
                x = ?11, y = ?12, z = ?13
            WHERE id = ?1
            """
        )
        moveMoment = try prepare("UPDATE moment SET startAsset = ?2 WHERE id = ?1")
        deleteMoment = try prepare("DELETE FROM moment WHERE id = ?")
        setSmartCount = try prepare(
            "UPDATE smartAlbum SET count = ?2, changed = ?3 WHERE id = ?1"
        )
        setRootState = try prepare(
            "UPDATE root SET state = ?2, reason = ?3, detail = ?4 WHERE id = ?1"
        )
    }
}
