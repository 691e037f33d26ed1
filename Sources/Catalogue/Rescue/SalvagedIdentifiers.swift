internal import GRDB
internal import PhotoModel

/// Restores the order of the identifiers of saved assets: they ascend with the assets' numbers, because assets are
/// found by that, and one that does not is damaged.
struct SalvagedIdentifiers {
    private let database: Database
    /// Microseconds since 1970.
    private let now: Int64

    init(_ database: Database, now: Int64) {
        (self.database, self.now) = (database, now)
    }

    private struct Entry {
        let id: Int64
        let uuid: ObjectUUID
        /// The time when it was added, in milliseconds since 1970; it may be wrong in a damaged row.
        let added: Int64

        /// Whether the time in the identifier has passed, by the present clock, which may be behind, or by the time
        /// when the asset was added.
        func isPast(_ now: Int64) -> Bool {
            Int64(uuid.high >> 16) <= max(now, added) + SalvagedIdentifiers.day
        }
    }

    /// Gives random new identifiers to assets whose own cannot be right.
    ///
    /// - Returns: The number of these assets.
    func run() throws -> Int64 {
        // An asset in the trash is in both tables.
        try database.execute(
            sql: """
                UPDATE tombstone SET uuid = (SELECT uuid FROM asset WHERE asset.id = tombstone.id)
                    WHERE id IN (SELECT id FROM asset)
                """
        )
        let entries = try ordered()
        let kept = Set(Self.ascending(entries.filter { $0.isPast(now / 1_000) }))
        let change = ["asset", "tombstone"].map {
            SQLiteStatement(database, "UPDATE \($0) SET uuid = ?2 WHERE id = ?1")
        }
        var renewed: Int64 = 0
        for entry in entries where !kept.contains(entry.id) {
            let uuid = ObjectUUID.random().bytes
            for statement in change { try statement.bind(1, entry.id).bind(2, uuid).run() }
            renewed += 1
        }
        for table in ["directory", "userCollection", "smartAlbum"] { try dropCopies(of: table) }
        return renewed
    }

    /// Returns the identifiers that are ordered by time, in the order of the numbers.
    private func ordered() throws -> [Entry] {
        let unordered =
            try SQLiteStatement(database, "SELECT value FROM status WHERE key = 'unordered'")
            .first { $0.optionalText(0).flatMap { Int64($0) } ?? 0 } ?? 0
        var found: [Entry] = []
        try SQLiteStatement(
            database,
            """
            SELECT id, uuid, addedDate FROM asset WHERE id > ?1 AND NOT (\(Schema.hasRandomIdentifier)) UNION
            SELECT id, uuid, addedDate FROM tombstone
                WHERE id > ?1 AND NOT (\(Schema.hasRandomIdentifier)) AND id NOT IN (SELECT id FROM asset)
            ORDER BY id
            """
        ).bind(1, unordered).forEach {
            found.append(
                Entry(
                    id: $0.integer(0),
                    uuid: ObjectUUID(bytes: $0.blob(1)),
                    added: $0.integer(2) / 1_000
                )
            )
        }
        return found
    }

    /// Returns the numbers of the largest selection of entries whose identifiers ascend.
    private static func ascending(_ entries: [Entry]) -> [Int64] {
        // For each length, the entry with the lowest identifier at the end of such a sequence.
        var ends: [Int] = []
        var before = [Int?](repeating: nil, count: entries.count)
        for (index, entry) in entries.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if entries[ends[middle]].uuid < entry.uuid {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            before[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var (kept, next): ([Int64], Int?) = ([], ends.last)
        while let index = next {
            kept.append(entries[index].id)
            next = before[index]
        }
        return kept
    }

    /// The difference that clocks may have, in milliseconds.
    private static let day: Int64 = 86_400_000

    private func dropCopies(of table: String) throws {
        try database.execute(
            sql: "DELETE FROM \(table) WHERE id NOT IN (SELECT min(id) FROM \(table) GROUP BY uuid)"
        )
    }
}
