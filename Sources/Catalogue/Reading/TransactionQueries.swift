internal import PhotoModel

/// Queries for single transactions, as far as the history distinguishes them.
struct TransactionQueries {
    private let session: ReadSession
    private let history: HistoryQueries

    init(_ session: ReadSession, _ history: HistoryQueries) {
        (self.session, self.history) = (session, history)
    }

    /// Returns the transactions after a token, oldest first; call within ``snapshot(_:)``.
    ///
    /// Throws ``ChangeToken/Expiry`` if the token cannot be honoured.
    func transactions(since token: ChangeToken) throws -> [CommittedRange] {
        let window = try history.window(since: token)
        var ends: [Int64] = []
        try session.statement(
            """
            SELECT sequence FROM commitTime WHERE sequence > ?1
            UNION SELECT sequence FROM library WHERE sequence > ?1 ORDER BY 1
            """
        ).bind(1, window.position).forEach { ends.append($0.integer(0)) }
        var base = window.position
        return try ends.map { end in
            defer { base = end }
            return CommittedRange(base: base, end: end, token: try history.token(at: end))
        }
    }

    /// Returns the changes of assets in a range of the history.
    func assets(in range: CommittedRange) throws -> TransactionObjects {
        var objects = TransactionObjects()
        func identifier(_ row: SQLiteStatement) -> String {
            ObjectKind.asset.localIdentifier(ObjectUUID(bytes: row.blob(0)))
        }
        // An asset removed later has a tombstone.
        try session.statement(
            """
            SELECT uuid FROM asset WHERE id > ?1 AND id <= ?2 AND partOf IS NULL
            UNION ALL SELECT uuid FROM tombstone WHERE id > ?1 AND id <= ?2
            """
        ).bind(1, range.base).bind(2, range.end).forEach { objects.inserted.insert(identifier($0)) }
        try session.statement(
            """
            SELECT coalesce(change.uuid, asset.uuid, tombstone.uuid), change FROM change
            LEFT JOIN asset ON asset.id = object LEFT JOIN tombstone ON tombstone.id = object
            WHERE sequence > ?1 AND sequence <= ?2 AND kind = \(HistoryKind.asset.sql)
            ORDER BY sequence
            """
        ).bind(1, range.base).bind(2, range.end).forEach { row in
            guard !row.isNull(0) else { return }
            objects.note(identifier(row), ChangeKind(rawValue: row.integer(1)) ?? .changed)
        }
        return objects
    }

    /// Returns the changes of collections of some kinds in a range of the history.
    ///
    /// Collections removed since then count as inserted too: their IDs are the sequence numbers of their creation.
    func collections(
        _ kinds: Set<HistoryKind>,
        in range: CommittedRange
    ) throws -> TransactionObjects {
        var objects = TransactionObjects()
        func note(_ row: SQLiteStatement) {
            guard let kind = HistoryKind(rawValue: row.integer(1)), kinds.contains(kind) else {
                return
            }
            objects.note(
                kind.objectKind.localIdentifier(ObjectUUID(bytes: row.blob(0))),
                ChangeKind(rawValue: row.integer(2)) ?? .changed
            )
        }
        let inserted = ChangeKind.inserted.sql
        let others = [.asset] + HistoryKind.conditions
        try session.statement(
            """
            SELECT uuid, \(HistoryKind.smartAlbum.sql), \(inserted) FROM smartAlbum
                WHERE id > ?1 AND id <= ?2 UNION ALL
            SELECT uuid, \(HistoryKind.moment.sql), \(inserted) FROM moment
                WHERE id > ?1 AND id <= ?2 UNION ALL
            SELECT uuid, \(HistoryKind.ofUserCollection), \(inserted) FROM userCollection
                WHERE id > ?1 AND id <= ?2 UNION ALL
            SELECT uuid, kind, \(inserted) FROM change
                WHERE object > ?1 AND object <= ?2 AND \(HistoryKind.indexed)
                    AND kind IN \(HistoryKind.numbered.filter { $0 != .asset }.sql)
                    AND change = \(ChangeKind.removed.sql) AND uuid IS NOT NULL
            """
        ).bind(1, range.base).bind(2, range.end).forEach(note)
        try session.statement(
            """
            SELECT uuid, kind, change FROM change WHERE sequence > ?1 AND sequence <= ?2
            AND kind NOT IN \(others.sql) AND uuid IS NOT NULL ORDER BY sequence
            """
        ).bind(1, range.base).bind(2, range.end).forEach(note)
        return objects
    }
}
