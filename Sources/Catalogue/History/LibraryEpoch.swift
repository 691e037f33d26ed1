internal import FoundationEssentials
internal import GRDB
internal import PhotoModel

/// The library's identifier, and the epoch that begins whenever a writer opens the catalogue.
///
/// Tokens name their epoch, so that none can refer to a position that was reused after a power failure.
struct LibraryEpoch {
    let library: ObjectUUID
    /// The last sequence number before the epoch.
    let sequence: Int64

    /// The SQL condition that counting can continue from the library's numbers, and that each folder has a directory.
    static let isSound = """
        (sequence BETWEEN 0 AND \(DamagedTable.highestNumber)
            AND sequence >= ifnull((SELECT max(sequence) FROM change), 0)
            AND sequence >= ifnull((SELECT max(id) FROM asset), 0)
            AND NOT EXISTS (SELECT 1 FROM root WHERE directory != 0 AND directory NOT IN
                (SELECT id FROM directory WHERE directory.root = root.id AND parent IS NULL))
            AND age BETWEEN 0 AND \(oldest)
            AND coalesce(uptime, 0) BETWEEN 0 AND \(oldest) AND coalesce(boottime, 0) BETWEEN 0 AND \(oldest))
        """
    static let wrong = "what it says of the library itself is wrong"
    /// A thousand years in microseconds.
    static let oldest: Int64 = 31_557_600_000_000_000

    /// The query for the ID of the epoch that began last.
    static let selectLast = "SELECT id FROM epoch ORDER BY ordinal DESC LIMIT 1"

    /// Begins an epoch, and creates the library if it does not exist.
    ///
    /// `now`: Microseconds since 1970.
    init(
        beginning identifiers: IdentifierSource,
        at now: Int64,
        in database: Database
    ) throws {
        let epoch = identifiers.epoch()
        var (library, sequence): (ObjectUUID, Int64) = (identifiers.unordered(), 0)
        try database.inTransaction(.immediate) {
            if let row = try Row.fetchOne(
                database,
                sql: "SELECT uuid, sequence, \(Self.isSound) FROM library"
            ) {
                (library, sequence) = try Self.read(row)
            } else {
                try Self.requireNew(database)
                try database.execute(
                    sql: """
                        INSERT INTO library (id, uuid, created, sequence, pruned)
                        VALUES (1, ?, ?, 0, 0)
                        """,
                    arguments: [Data(library.bytes), now]
                )
            }
            try database.execute(
                sql: "INSERT INTO epoch (id, firstSequence, started) VALUES (?, ?, ?)",
                arguments: [Int64(epoch), sequence, now]
            )
            return .commit
        }
        (self.library, self.sequence) = (library, sequence)
    }

    /// Throws if a catalogue without the library's own row is not new: an earlier writer has left its epoch, a root or
    /// an asset.
    static func requireNew(_ database: Database) throws {
        let isUsed = try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM epoch) OR EXISTS (SELECT 1 FROM root)
                    OR EXISTS (SELECT 1 FROM asset)
                """
        )
        guard isUsed != true else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: wrong)
        }
    }

    /// Reads the library's identifier and last number; throws if they are invalid, which no program writes.
    private static func read(_ row: Row) throws -> (ObjectUUID, Int64) {
        guard let uuid = Data.fromDatabaseValue(row[0]), uuid.count == 16,
            let sequence = Int64.fromDatabaseValue(row[1]), row[2] == 1
        else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: wrong
            )
        }
        return (ObjectUUID(bytes: [UInt8](uuid)), sequence)
    }
}
