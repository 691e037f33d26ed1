/// The statements for writing the history, each prepared once.
final class ChangeLogStatements {
    let insert, insertSmart, moveAll: SQLiteStatement
    let position, setPosition, insertCommitTime: SQLiteStatement

    init(_ connection: WriteConnection) throws {
        insert = try connection.prepare(
            """
            INSERT INTO change (sequence, object, kind, change, keys, contentChanged, path, root,
                uuid, creationDate, modificationDate)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """
        )
        insertSmart = try connection.prepare(
            """
            INSERT INTO change
                (sequence, object, kind, change, keys, contentChanged, uuid, previous)
            VALUES (?1, ?2, \(HistoryKind.smartAlbum.sql), ?3, ?4, 0, ?5, ?6)
            """
        )
        moveAll = try connection.prepare(
            """
            INSERT INTO change (sequence, object, kind, change, keys, contentChanged, path, root,
                creationDate, modificationDate)
            SELECT ?1 + row_number() OVER (ORDER BY id), id,
                \(HistoryKind.asset.sql), \(ChangeKind.moved.sql), ?2, 0,
                CAST(?3 || name AS BLOB), ?4, creationDate, modificationDate
            FROM resource JOIN asset USING (id)
            WHERE resource.directory = ?5 AND partOf IS NULL
            """
        )
        position = try connection.prepare(
            "SELECT sequence, age, boot, uptime, boottime FROM library"
        )
        setPosition = try connection.prepare(
            "UPDATE library SET sequence = ?1, age = ?2, boot = ?3, uptime = ?4, boottime = ?5"
        )
        insertCommitTime = try connection.prepare(
            "INSERT OR REPLACE INTO commitTime (sequence, time, age) VALUES (?1, ?2, ?3)"
        )
    }
}
