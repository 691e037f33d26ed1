/// The statements for directories, each prepared once.
final class DirectoryStatements {
    let update, count, setCompanions, setHasMembers: SQLiteStatement
    let inDirectory, byInode: SQLiteStatement

    init(_ connection: WriteConnection) throws {
        update = try connection.prepare(
            """
            UPDATE directory SET root = ?2, parent = ?3, name = ?4, volume = ?5, inode = ?6,
                born = ?7, removedAt = ?8, detached = ?9, written = ?10 WHERE id = ?1
            """
        )
        count = try connection.prepare(
            """
            UPDATE directory SET assetCount = ?2, childCount = ?3, addedCount = ?4, written = ?5
            WHERE id = ?1
            """
        )
        setCompanions = try connection.prepare(
            "UPDATE directory SET companions = ?2, written = ?3 WHERE id = ?1"
        )
        setHasMembers = try connection.prepare(
            "UPDATE directory SET hasMembers = ?2, written = ?3 WHERE id = ?1"
        )
        inDirectory = try connection.prepare(
            "SELECT id FROM directory WHERE parent = ? ORDER BY id"
        )
        byInode = try connection.prepare("SELECT id FROM directory WHERE inode = ?")
    }
}
