internal import GRDB
internal import PhotoModel

/// Copies a library's identifier and age, and continues its numbers after all that were assigned.
struct SalvagedLibrary {
    private let source: DamagedDatabase
    private let target: Database

    /// `target`: The catalogue that already has all objects with numbers.
    init(_ source: DamagedDatabase, into target: Database) {
        (self.source, self.target) = (source, target)
    }

    /// `now`: Microseconds since 1970.
    func run(at now: Int64) throws {
        let known = try? source.statement(
            "SELECT uuid, created, sequence, age FROM library"
        ).first { row in
            (row.stored(0), row.stored(1).integer, row.stored(2).integer, row.stored(3).integer)
        }
        let row = known ?? nil
        let uuid = row?.0.blob.flatMap { $0.count == 16 ? $0 : nil } ?? ObjectUUID.random().bytes
        let limit = DamagedTable.highestNumber
        let sequence = [row?.2 ?? 0, try highestNumber()].filter { (0...limit).contains($0) }.max()
        // An age of a thousand years is damage.
        let age = row?.3.flatMap { (0...LibraryEpoch.oldest).contains($0) ? $0 : nil }
        try SQLiteStatement(
            target,
            """
            INSERT INTO library (id, uuid, created, sequence, pruned, age)
            VALUES (1, ?1, ?2, ?3, ?3, ?4)
            """
        ).bind(1, uuid).bind(2, row?.1 ?? now).bind(3, (sequence ?? 0) + Self.room)
            .bind(4, age ?? 0).run()
    }

    /// The count of numbers that are skipped, because lost objects may have had them.
    private static let room: Int64 = 1_000

    private func highestNumber() throws -> Int64 {
        let tables = ["asset", "resource", "tombstone", "edit", "userCollection", "smartAlbum"]
        let queries =
            tables.map { "SELECT max(id) AS id FROM \($0)" }
            + ["SELECT max(id) + 1 FROM directory"]
        return try SQLiteStatement(
            target,
            "SELECT max(id) FROM (\(queries.joined(separator: " UNION ALL ")))"
        ).first { $0.integer(0) } ?? 0
    }
}
