internal import GRDB

/// The statements for the members of albums, each prepared once.
final class MemberStatements {
    let ofAsset, inAlbum, inOrder, any, size: SQLiteStatement
    let atIndex, atIndexFromEnd, following: SQLiteStatement
    let ends, before, after, counted, between: SQLiteStatement
    let insert, delete, setDate, dateOfAsset: SQLiteStatement

    init(_ database: Database) throws {
        func prepare(_ sql: String) throws -> SQLiteStatement {
            SQLiteStatement(database, sql)
        }
        ofAsset = try prepare("SELECT album, position, date FROM member WHERE asset = ?")
        inAlbum = try prepare("SELECT position FROM member WHERE asset = ? AND album = ?")
        inOrder = try prepare(
            "SELECT position, asset FROM member WHERE album = ? ORDER BY position"
        )
        any = try prepare("SELECT 1 FROM member WHERE album = ? LIMIT 1")
        size = try prepare(
            """
            SELECT count + (SELECT count(*) FROM member WHERE album = id AND date IS NULL)
            FROM userCollection WHERE id = ?
            """
        )
        atIndex = try prepare(
            """
            SELECT position FROM member WHERE album = ? AND position >= ?
            ORDER BY position LIMIT 1 OFFSET ?
            """
        )
        atIndexFromEnd = try prepare(
            "SELECT position FROM member WHERE album = ? ORDER BY position DESC LIMIT 1 OFFSET ?"
        )
        following = try prepare(
            """
            SELECT position, asset FROM member WHERE album = ? AND position >= ?
            ORDER BY position LIMIT ?
            """
        )
        ends = try prepare(
            """
            SELECT (SELECT min(position) FROM member WHERE album = ?1),
                (SELECT max(position) FROM member WHERE album = ?1)
            """
        )
        before = try prepare("SELECT max(position) FROM member WHERE album = ? AND position < ?")
        after = try prepare("SELECT min(position) FROM member WHERE album = ? AND position > ?")
        let range = "FROM member WHERE album = ? AND position BETWEEN ? AND ?"
        counted = try prepare("SELECT count(*) \(range)")
        between = try prepare("SELECT position, asset, date \(range) ORDER BY position")
        insert = try prepare(
            "INSERT INTO member (album, position, asset, date) VALUES (?1, ?2, ?3, ?4)"
        )
        delete = try prepare("DELETE FROM member WHERE album = ? AND position = ? RETURNING date")
        setDate = try prepare("UPDATE member SET date = ?3 WHERE album = ?1 AND position = ?2")
        dateOfAsset = try prepare(
            "SELECT creationDate FROM asset WHERE id = ? AND partOf IS NULL AND directory != ?"
        )
    }
}
