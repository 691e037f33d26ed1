import Foundation
import Testing

@testable import Catalogue

/// What becomes of pages that hold nothing any more.
struct CompactionTests {
    private let catalogue: TestCatalogue
    private var writer: CatalogueWriter { catalogue.writer }

    init() throws {
        catalogue = try TestCatalogue()
        try writer.transaction {
            try writer.insert(TestCatalogue.record("a.jpg", in: catalogue.root, inode: 1))
        }
    }

    private func size() throws -> Int {
        let path = catalogue.path
        return try #require(
            try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        )
    }

    /// Tells so many megabytes of history, and forgets it; the answer is how large the file is.
    private func forget(megabytes: Int) throws -> Int {
        try writer.transaction {
            try writer.connection.prepare(
                """
                WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < ?1)
                INSERT INTO change (sequence, object, kind, change, keys, contentChanged, path)
                SELECT ?2 + i, i, 1, 1, 0, 0, zeroblob(1000) FROM number
                """
            ).bind(1, Int64(megabytes * 1_000)).bind(2, writer.log.next()).run()
            for _ in 0..<megabytes * 1_000 { _ = writer.log.next() }
        }
        try writer.transaction { try writer.prune(before: .max) }
        try writer.shrink()
        return try size()
    }

    private static func assets(_ reader: CatalogueReader) throws -> Int64 {
        try reader.totals().assets.reduce(0) { $0 + $1.count }
    }

    private func contradictions() throws -> [String] {
        let reader = try CatalogueReader(path: catalogue.path)
        return try reader.snapshot { try reader.contradictions() }
    }

    @Test
    func `a file that holds next to nothing becomes small`() throws {
        #expect(try forget(megabytes: 20) > 20_000_000)
        let reader = try CatalogueReader(path: catalogue.path)
        #expect(try reader.snapshot { try Self.assets(reader) } == 1)
        #expect(try writer.compact())
        try writer.shrink()
        #expect(try size() < 1_000_000)
        #expect(try reader.snapshot { try Self.assets(reader) } == 1)
        #expect(try contradictions() == [])
        #expect(try !writer.compact())
        try writer.transaction {
            try writer.insert(TestCatalogue.record("b.jpg", in: catalogue.root, inode: 2))
        }
        #expect(try reader.snapshot { try Self.assets(reader) } == 2)
    }

    @Test
    func `a reader in the midst of reading is not in the way`() throws {
        _ = try forget(megabytes: 20)
        let reader = try CatalogueReader(path: catalogue.path)
        let (before, isCompacted, after) = try reader.snapshot {
            (try Self.assets(reader), try writer.compact(), try Self.assets(reader))
        }
        #expect(before == 1 && isCompacted && after == 1)
        try writer.shrink()
        #expect(try size() < 1_000_000)
    }

    @Test
    func `what the next days fill again is left free`() throws {
        let small = try forget(megabytes: 2)
        #expect(try !writer.compact())
        let text = String(repeating: "x", count: 40_000_000)
        try writer.transaction { try writer.setStatus("large", text) }
        let large = try forget(megabytes: 20)
        #expect(large > 40_000_000 && small > 2_000_000)
        #expect(try !writer.compact())
        #expect(try size() == large)
    }
}
