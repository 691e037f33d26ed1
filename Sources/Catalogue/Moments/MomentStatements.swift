/// The statements for moments, each prepared once.
final class MomentStatements {
    let insert, update, move, delete: SQLiteStatement
    let offsetOfAsset: SQLiteStatement

    init(_ connection: WriteConnection) throws {
        offsetOfAsset = try connection.prepare("SELECT clockOffset FROM asset WHERE id = ?")
        insert = try connection.prepare(
            """
            INSERT INTO moment (id, startDate, startAsset, endDate, endAsset, startOffset, endOffset,
                count, members, located, x, y, z, uuid)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """
        )
        update = try connection.prepare(
            """
            UPDATE moment SET startDate = ?2, startAsset = ?3, endDate = ?4, endAsset = ?5,
                startOffset = ?6, endOffset = ?7, count = ?8, members = ?9, located = ?10,
                x = ?11, y = ?12, z = ?13
            WHERE id = ?1
            """
        )
        move = try connection.prepare("UPDATE moment SET startAsset = ?2 WHERE id = ?1")
        delete = try connection.prepare("DELETE FROM moment WHERE id = ?")
    }
}
