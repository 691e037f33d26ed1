import PhotoModel
import Testing

@testable import Catalogue

struct ChangeLogTests {
    private static let day: Int64 = 86_400_000_000

    /// Every row of the history after a position: its number, object, and the row of a smart album that it names.
    private static func rows(_ writer: CatalogueWriter, after base: Int64) throws -> [[Int64?]] {
        var rows: [[Int64?]] = []
        try writer.query {
            try writer.connection.prepare(
                "SELECT sequence, object, previous FROM change WHERE sequence > ? ORDER BY sequence"
            ).bind(1, base).forEach {
                rows.append([$0.integer(0), $0.integer(1), $0.optionalInteger(2)])
            }
        }
        return rows
    }

    @Test
    func `each row takes the next number, and those of a smart album are a chain`() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        let log = writer.log
        let base = log.sequence
        let uuid = ObjectUUID(high: 1, low: 2)
        try writer.transaction {
            try log.record(.synced(milliseconds: 1))
            let first = try log.recordSmartAlbum(99, uuid, .inserted, after: nil)
            try log.record(.synced(milliseconds: 2))
            let second = try log.recordSmartAlbum(99, uuid, .changed, after: first)
            #expect([first, second] == [base + 2, base + 4])
        }
        let expected: [[Int64?]] = [
            [base + 1, 0, nil], [base + 2, 99, nil], [base + 3, 0, nil], [base + 4, 99, base + 2],
        ]
        #expect(try Self.rows(writer, after: base) == expected)
    }

    @Test
    func `an object is known to others from the commit on`() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.begin()
        try writer.query { try writer.log.record(.synced(milliseconds: 1)) }
        let number = writer.sequence
        #expect(!writer.log.isKnown(number) && writer.log.isKnown(number - 1))
        try writer.commit()
        #expect(writer.log.isKnown(number))
    }

    @Test
    func `the numbers of a transaction that is given up are given again`() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        let base = writer.sequence
        try writer.begin()
        try writer.query { try writer.log.record(.synced(milliseconds: 1)) }
        try writer.rollback()
        try writer.transaction { try writer.log.record(.synced(milliseconds: 2)) }
        #expect(writer.sequence == base + 1)
        #expect(try Self.rows(writer, after: base).count == 1)
    }

    @Test
    func `history is forgotten from before the age that is asked for, not a moment sooner`() throws
    {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        func pruned() throws -> Int64? {
            try writer.query {
                try writer.connection.prepare("SELECT pruned FROM library").first { $0.integer(0) }
            }
        }
        func commit(atAge age: Int64) throws -> Int64 {
            try writer.transaction { try writer.log.record(.synced(milliseconds: 1)) }
            try writer.transaction {
                try writer.connection.prepare("UPDATE commitTime SET age = ? WHERE sequence = ?")
                    .bind(1, age).bind(2, writer.sequence).run()
            }
            return writer.sequence
        }
        try writer.transaction {
            try writer.connection.prepare("UPDATE commitTime SET age = 0").run()
        }
        let ages = [10, 11, 40].map { $0 * Self.day }
        let positions = try ages.map(commit)
        let cutoffs: [(cutoff: Int64, pruned: Int64)] = [
            (ages[0], positions[0] - 1), (ages[0] + 1, positions[0]), (ages[1], positions[0]),
            (ages[1] + 1, positions[1]), (ages[2], positions[1]),
        ]
        for (cutoff, expected) in cutoffs {
            try writer.transaction { try writer.log.prune(before: cutoff) }
            #expect(try pruned() == expected, "\(cutoff)")
            let kept = try Self.rows(writer, after: 0).compactMap(\.first)
            #expect(kept.allSatisfy { ($0 ?? 0) > expected } && kept.last == positions[2])
        }
    }
}
