/// Repairs user-made albums and folders, and the members of albums.
struct CollectionRepair {
    private let connection: WriteConnection

    init(_ connection: WriteConnection) {
        self.connection = connection
    }

    func run() throws {
        try connection.execute(
            """
            UPDATE userCollection SET parent = NULL WHERE parent IS NOT NULL
                AND parent NOT IN (SELECT id FROM userCollection WHERE isFolder)
            """
        )
        try breakCircles()
        for sql in Self.members { try connection.execute(sql) }
    }

    /// Moves folders that contain themselves to the top level.
    private func breakCircles() throws {
        var parents: [Int64: Int64] = [:]
        try connection.forEachRow(
            "SELECT id, parent FROM userCollection WHERE parent IS NOT NULL"
        ) { parents[$0.integer(0)] = $0.integer(1) }
        var isReached: Set<Int64> = []
        for id in parents.keys.sorted() {
            var (current, way): (Int64, Set<Int64>) = (id, [])
            while !isReached.contains(current), let parent = parents[current] {
                guard way.insert(current).inserted else {
                    parents[current] = nil
                    try connection.prepare("UPDATE userCollection SET parent = NULL WHERE id = ?")
                        .bind(1, current).run()
                    break
                }
                current = parent
            }
            isReached.formUnion(way)
        }
    }

    private static let members = [
        """
        DELETE FROM member WHERE album NOT IN (SELECT id FROM userCollection WHERE NOT isFolder)
            AND album NOT IN (SELECT id FROM directory)
        """,
        """
        UPDATE member SET date = (SELECT creationDate FROM asset
            WHERE asset.id = member.asset AND partOf IS NULL AND directory != member.album)
        """,
        """
        UPDATE userCollection SET count = CASE WHEN isFolder
            THEN (SELECT count(*) FROM userCollection AS child WHERE child.parent = userCollection.id)
            ELSE (SELECT count(*) FROM member
                  WHERE album = userCollection.id AND date IS NOT NULL) END
        """,
    ]
}
