internal import PhotoModel

/// Determines again which assets form a burst, and which of them represents it.
struct BurstRepair {
    private let connection: WriteConnection
    private let library: ObjectUUID

    init(_ writer: CatalogueWriter) {
        (connection, library) = (writer.connection, writer.library)
    }

    func run() throws {
        for sql in Self.places { try connection.execute(sql) }
        let save = try connection.prepare(
            """
            UPDATE asset SET burstIdentifier = ?2, representsBurst = (id =
                (SELECT asset FROM burst WHERE key = ?1
                 ORDER BY isPrimary DESC, date, name, asset LIMIT 1))
            WHERE id IN (SELECT asset FROM burst WHERE key = ?1)
            """
        )
        var keys: [String] = []
        try connection.forEachRow("SELECT key FROM burst GROUP BY key HAVING count(*) > 1") {
            keys.append($0.optionalText(0) ?? "")
        }
        for key in keys {
            try save.bind(1, text: key).bind(2, text: BurstPlace.identifier(of: key, in: library))
                .run()
        }
    }

    private static let places = [
        "UPDATE asset SET burstPrimary = 0 WHERE burstKey IS NOT NULL AND burstPrimary IS NULL",
        """
        UPDATE asset SET burstIdentifier = NULL, representsBurst = 0
            WHERE burstIdentifier IS NOT NULL OR representsBurst != 0
        """,
        "DELETE FROM burst",
        """
        INSERT INTO burst SELECT asset.id, burstKey, burstPrimary, creationDate, name
            FROM asset JOIN resource ON resource.id = asset.id
            WHERE burstKey IS NOT NULL AND partOf IS NULL
        """,
    ]
}
