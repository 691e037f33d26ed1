/// Forgets old history.
struct HistoryPruning {
    private let connection: WriteConnection

    init(_ connection: WriteConnection) {
        self.connection = connection
    }

    /// Deletes commits made before an age of the library, in microseconds; the last of them is kept because its tokens
    /// remain valid.
    func prune(before cutoff: Int64) throws {
        let last = try connection.prepare("SELECT max(sequence) FROM commitTime WHERE age < ?")
            .bind(1, cutoff).first { $0.optionalInteger(0) }
        if let last, let last { try forget(through: last) }
        // One commit a minute is enough for the next time.
        try connection.prepare(
            """
            DELETE FROM commitTime WHERE sequence NOT IN
                (SELECT max(sequence) FROM commitTime GROUP BY time / 60000000, age / 60000000)
            """
        ).run()
    }

    private func forget(through last: Int64) throws {
        let statements = [
            "DELETE FROM change WHERE sequence <= ?",
            "DELETE FROM commitTime WHERE sequence < ?",
            "UPDATE library SET pruned = max(pruned, ?)",
            """
            DELETE FROM epoch WHERE
                (SELECT next.firstSequence FROM epoch next
                 WHERE next.ordinal > epoch.ordinal ORDER BY next.ordinal LIMIT 1) < ?
            """,
        ]
        for sql in statements { try connection.prepare(sql).bind(1, last).run() }
    }
}
