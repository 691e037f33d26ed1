import Foundation
import TestSupport
import Testing

/// How large the catalogue's file is.
struct FileSizeTests {
    private static func size(_ program: Program) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: program.catalogue)
        return try #require(attributes[.size] as? Int)
    }

    /// Leaves so many bytes free in the file.
    private static func leaveFree(_ bytes: Int, _ program: Program) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1])
            database.execute("CREATE TABLE filler (content)")
            database.execute("INSERT INTO filler VALUES (zeroblob(?))", (int(sys.argv[2]),))
            database.commit()
            database.execute("DROP TABLE filler")
            database.commit()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            """,
            program.catalogue, "\(bytes)",
        ]
        try process.run()
        process.waitPatiently()
        #expect(process.terminationStatus == 0)
    }

    @Test
    func `a program at rest gives back what the file holds no more`() throws {
        let program = try Program()
        try program.picture("1.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try Self.size(program)
        try Self.leaveFree(8_000_000, program)
        #expect(try Self.size(program) > 8_000_000)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        try program.wait { try Self.size(program) < before + 100_000 }
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }
}
