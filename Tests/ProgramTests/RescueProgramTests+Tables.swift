import Foundation
import TestSupport
import Testing

/// Tables whose only page is lost, or another table's.
extension RescueProgramTests {
    /// A page without rows, which is whole: what a disk leaves that writes to the wrong place.
    private static let emptyLeaf = Data([0x0D, 0, 0, 0, 0, 0x10, 0, 0]) + Data(count: 4_088)

    private struct Kept: Equatable {
        let identifiers: [String: String?]
        let favorites: Set<String>
        let album: [String: Int]
    }

    private func makeAlbum() throws {
        let made = try program.run("album", "create", "Best").lines.first
        let album = try #require(made?["id"] as? String)
        #expect(try program.run("album", "add", album, path("d2/2.jpg")).code == 0)
    }

    private func what() throws -> Kept {
        let assets = try program.assets()
        let albums = try program.run("albums").lines.filter { $0["kind"] as? String == "album" }
        return Kept(
            identifiers: assets.mapValues { $0["id"] as? String },
            favorites: Set(assets.filter { $0.value["favorite"] as? Bool == true }.keys),
            album: Dictionary(
                albums.map { ($0["title"] as? String ?? "", $0["count"] as? Int ?? 0) }
            ) { first, _ in first }
        )
    }

    @Test(arguments: [
        ("grdb_migrations", ["index"]), ("library", ["index"]), ("library", ["watch", "--once"]),
        ("edit", ["audit", "--repair"]),
    ])
    func `of a table whose page is empty nothing is lost that others tell as well`(
        table: String,
        command: [String]
    ) throws {
        try makeAlbum()
        let before = try what()
        #expect(before.favorites == ["d1/1.jpg"])
        try write([(place(of: table), Self.emptyLeaf)])
        if command[0] != "audit" {
            let reader = try program.run("assets")
            #expect(reader.code == 65, "\(reader.complaint)")
        }
        let outcome = try program.run(command)
        #expect(
            command[0] == "audit" || outcome.complaint.contains("saved: 60 of 60 files"),
            "\(outcome.complaint)"
        )
        #expect(try program.run("index").code == 0)
        #expect(try what() == before)
        #expect(try program.run("audit").code == 0)
    }

    @Test(arguments: [("userCollection", "commitTime"), ("edit", "epoch"), ("trash", "change")])
    func `nothing is written into a table whose page is another's`(
        table: String,
        other: String
    ) throws {
        try makeAlbum()
        let before = try what()
        try exchange(place(of: table), place(of: other))
        let outcome = try program.run("index")
        #expect(outcome.complaint.contains("saved: 60 of 60 files"), "\(outcome.complaint)")
        #expect(try what() == before)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `dates and places that no clock shows end neither the feed nor a list`() throws {
        let token = try program.run("status").lines.first?["token"] as? String ?? ""
        for number in [Int64.min, .max, -1, 1 << 62] {
            let change = """
                UPDATE asset SET creationDate = \(number), creationOffset = \(number), addedDate = \(number)
                """
            _ = try program.outcome(of: sqlite(change))
            for arguments in [["assets"], ["albums"], ["watch", "--once", "--since", token]] {
                let outcome = try program.run(arguments)
                #expect(outcome.code == 0, "\(arguments) \(number): \(outcome.complaint)")
            }
        }
    }

    @Test func `bits of a kind that there is not end no program`() throws {
        _ = try program.outcome(
            of: sqlite("UPDATE asset SET subtypes = -1, traits = -9 WHERE id % 3 = 0")
        )
        for arguments in [
            ["assets"], ["albums"], ["watch", "--once"], ["index"], ["audit", "--repair"],
        ] {
            let outcome = try program.run(arguments)
            #expect(outcome.code <= 1, "\(arguments): \(outcome.complaint)")
        }
    }

    @Test(arguments: [
        "UPDATE directory SET parent = id WHERE name = CAST('d1' AS BLOB)",
        """
        UPDATE directory SET parent = (SELECT max(id) FROM directory) WHERE name = CAST('d2' AS BLOB);
        UPDATE directory SET parent = (SELECT id FROM directory WHERE name = CAST('d2' AS BLOB))
            WHERE id = (SELECT max(id) FROM directory)
        """,
    ])
    func `a directory that lies in itself is damage, and costs no identifier`(change: String) throws
    {
        let before = try what()
        for change in change.split(separator: ";") {
            _ = try program.outcome(of: sqlite(String(change)))
        }
        #expect(try program.run("assets").code == 65)
        let outcome = try program.run("index")
        #expect(outcome.complaint.contains("lies in itself"), "\(outcome.complaint)")
        #expect(try what() == before)
        #expect(try program.run("audit").code == 0)
    }

    private func sqlite(_ change: String) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            """
            import sqlite3, sys
            base = sqlite3.connect(sys.argv[1])
            base.execute(sys.argv[2])
            base.commit()
            """,
            program.catalogue, change,
        ]
        return process
    }
}
