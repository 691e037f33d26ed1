/// The stored kinds by name, for queries.
extension HistoryKind {
    /// The stored value.
    var sql: String { "\(rawValue)" }

    /// The kinds whose objects' IDs are the sequence numbers of their creation, so that their insertion needs no row.
    static let numbered: [HistoryKind] = [.asset, .smartAlbum, .moment, .userAlbum, .userFolder]

    /// The kinds that describe the condition of the library, not its contents.
    static let conditions: [HistoryKind] = [.state, .synced]

    /// The kind of a row of `userCollection`.
    static let ofUserCollection =
        "CASE isFolder WHEN 1 THEN \(HistoryKind.userFolder.sql) ELSE \(HistoryKind.userAlbum.sql) END"

    /// The rows of `change` covered by the index of objects; SQLite uses it if a query repeats the condition
    /// verbatim.
    ///
    /// Smart albums have many rows and form a chain instead; see ``ObjectHistory``.
    static let indexed = indexed(of: "")

    /// Returns the same condition for a `change` that has another name in the query.
    static func indexed(of table: String) -> String {
        let prefix = table.isEmpty ? "" : "\(table)."
        return "(\(prefix)kind <> \(HistoryKind.smartAlbum.sql) "
            + "OR \(prefix)change = \(ChangeKind.removed.sql))"
    }
}

extension ChangeKind {
    /// The stored value.
    var sql: String { "\(rawValue)" }
}

extension [HistoryKind] {
    /// The right side of `IN`.
    var sql: String { "(\(map(\.sql).joined(separator: ", ")))" }
}
