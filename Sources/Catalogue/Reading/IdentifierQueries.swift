internal import PhotoModel

/// Maps assets to identifiers and back.
struct IdentifierQueries {
    private let session: ReadSession

    init(_ session: ReadSession) {
        self.session = session
    }

    /// Returns the identifier of an asset that exists, was removed, or is now part of another.
    func identifier(_ id: Int64) throws -> ObjectUUID? {
        try session.statement(
            "SELECT uuid FROM asset WHERE id = ?1 UNION ALL SELECT uuid FROM tombstone WHERE id = ?1"
        )
        .bind(1, id).first { ObjectUUID(bytes: $0.blob(0)) }
    }

    /// Returns the number of the asset with an identifier, live or not; nil if no asset has it.
    ///
    /// Identifiers sort like the numbers, except for random ones.
    func number(of uuid: ObjectUUID) throws -> Int64? {
        guard !uuid.isRandom else {
            return try session.statement(
                "SELECT id FROM asset WHERE uuid = ? AND \(Schema.hasRandomIdentifier)"
            ).bind(1, uuid.bytes).first { $0.integer(0) }
        }
        var (low, high) = (
            try unordered() + 1,
            try session.statement("SELECT max(id) FROM asset").first { $0.integer(0) } ?? 0
        )
        let next = session.statement(
            """
            SELECT id, uuid FROM asset WHERE id >= ? AND NOT (\(Schema.hasRandomIdentifier))
            ORDER BY id LIMIT 1
            """
        )
        while low <= high {
            let middle = low + (high - low) / 2
            let row = try next.bind(1, middle)
                .first { ($0.integer(0), ObjectUUID(bytes: $0.blob(1))) }
            guard let (id, found) = row else {
                high = middle - 1
                continue
            }
            if found == uuid { return id }
            if found < uuid { low = id + 1 } else { high = middle - 1 }
        }
        return nil
    }

    /// Returns the number up to which all identifiers are random, because an earlier version made them.
    private func unordered() throws -> Int64 {
        try session.status("unordered").flatMap { Int64($0) } ?? 0
    }
}
