import Testing

@testable import Catalogue

struct WriteConnectionTests {
    private struct Stop: Error {}

    private static func rows(_ connection: WriteConnection) throws -> Int64? {
        try connection.query { _ in
            try connection.prepare("SELECT count(*) FROM status").first { $0.integer(0) }
        }
    }

    private static func insert(_ connection: WriteConnection) throws {
        try connection.query { _ in try StatusTable(connection).set("key", "value") }
    }

    @Test
    func `a transaction is begun once, and not without having caught up`() throws {
        let catalogue = try TestCatalogue()
        let connection = catalogue.writer.connection
        #expect(throws: Stop.self) { try connection.begin { throw Stop() } }
        #expect(!connection.isOpen)
        var calls = 0
        for _ in 0..<2 { try connection.begin { calls += 1 } }
        #expect(calls == 1 && connection.isOpen)
        #expect(try connection.commit {})
        #expect(!connection.isOpen)
    }

    @Test
    func `without a transaction there is nothing to commit or to give up`() throws {
        let catalogue = try TestCatalogue()
        let connection = catalogue.writer.connection
        #expect(try !connection.commit { Issue.record("nothing is to be finished") })
        #expect(try !connection.commitInBackground { Issue.record("nothing is to be finished") })
        #expect(try !connection.rollback())
    }

    @Test
    func `what is finished belongs to the transaction`() throws {
        let catalogue = try TestCatalogue()
        let connection = catalogue.writer.connection
        let before = try Self.rows(connection) ?? 0
        try connection.begin {}
        #expect(throws: Stop.self) {
            try connection.commit {
                try Self.insert(connection)
                throw Stop()
            }
        }
        // Who finishes it badly may still give it up.
        #expect(try connection.isOpen && connection.rollback())
        #expect(try Self.rows(connection) == before)
        try connection.begin {}
        #expect(try connection.commit { try Self.insert(connection) })
        #expect(try Self.rows(connection) == before + 1)
    }

    @Test
    func `a commit in the background is over once the connection is used`() throws {
        let catalogue = try TestCatalogue()
        let connection = catalogue.writer.connection
        connection.rows.startBackground()
        try connection.begin {}
        #expect(try connection.commitInBackground { try Self.insert(connection) })
        #expect(connection.isOpen)
        // Waits for it, and begins another.
        var isNew = false
        try connection.begin { isNew = true }
        #expect(isNew && connection.isOpen && !connection.isBusy)
        #expect(try connection.rollback())
        let reader = try CatalogueReader(path: catalogue.path)
        #expect(try reader.snapshot { try reader.status()["key"] } == "value")
    }
}
