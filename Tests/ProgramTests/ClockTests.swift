import Foundation
import TestSupport
import Testing

/// A system's clock that is wrong, and right again.
struct ClockTests {
    /// Lets the clock be wrong by some days from now on.
    private static func set(_ days: Int, _ program: Program) throws {
        program.environment = [
            "LD_PRELOAD": try #require(Preload.wrongClock), "WRONG_CLOCK": "\(days * 86_400)",
        ]
    }

    /// Follows the folder until the indexer is at rest: then it has no extractor, and prunes what is old.
    private static func rest(_ program: Program, _ number: Int) throws {
        try program.picture("\(number).jpg", number)
        let feed = try Feed(program, program.photos.path, "--history", "30d")
        try feed.waitUntilSynced()
        try program.wait { feed.helpers("extractor").isEmpty }
        #expect(feed.stop() == 0)
    }

    @Test(arguments: Effort.part(1, of: [[-400, 0], [0, 365], [365, -400, 0]]))
    func `a photo that was away is who it was, whatever the clock said meanwhile`(
        _ offsets: [Int]
    ) throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        try program.picture("b.jpg", 2)
        try Self.set(offsets[0], program)
        #expect(try program.run("index", program.photos.path).code == 0)
        let id = try #require(try program.assets()["a.jpg"]?["id"] as? String)
        #expect(try program.run("edit", id, "--favorite").code == 0)
        let token = try #require(try program.run("status").lines.first?["token"] as? String)
        try program.remove("a.jpg")
        #expect(try program.run("index").code == 0)
        for (number, offset) in offsets.enumerated() {
            try Self.set(offset, program)
            try Self.rest(program, 10 + number)
        }
        let told = try program.run("changes", "--since", token).lines
        #expect(!told.contains { $0["type"] as? String == "tokenExpired" })
        #expect(told.contains { $0["change"] as? String == "removed" })
        try program.picture("a.jpg", 1)
        #expect(try program.run("index").code == 0)
        let again = try program.assets()["a.jpg"]
        #expect(again?["id"] as? String == id && again?["favorite"] as? Bool == true)
    }

    @Test
    func `dates that a wrong clock refused count once it is right`() throws {
        let program = try Program()
        let exif = Sample.exif(zero: [:], photo: [0x9003: .text("2019:05:06 07:08:09")])
        try program.write(Sample.jpeg(64, 48, segments: [(0xE1, exif)]), to: "a.jpg")
        try program.picture("IMG_20190506_070809.jpg", 1)
        try program.picture("2019-05 Sea/c.jpg", 2)
        try program.picture("d.jpg", 3)
        try program.write(
            Array(#"{"photoTakenTime": {"timestamp": "1557126489"}}"#.utf8),
            to: "d.jpg.json"
        )
        func sources() throws -> [String: String] {
            try program.assets().compactMapValues { $0["creationDateSource"] as? String }
        }
        // The clock of a machine without a battery, before it has asked another one.
        try Self.set(-9_000, program)
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(Set(try sources().values) == ["mtime"])
        try Self.set(0, program)
        #expect(try program.run("index").code == 0)
        let expected = [
            "a.jpg": "exif", "IMG_20190506_070809.jpg": "filename",
            "2019-05 Sea/c.jpg": "directory",
            "d.jpg": "takeout",
        ]
        #expect(try sources() == expected)
        #expect(try program.run("audit").code == 0)
    }

    @Test(arguments: Effort.part(1, of: [365, -400]))
    func `a token from before a restored backup is not honoured`(_ offset: Int) throws {
        let program = try Program()
        let backup = program.catalogue + ".backup"
        func copy(_ from: String, _ to: String) throws {
            for end in ["", "-wal"] {
                try? FileManager.default.removeItem(atPath: to + end)
                try FileManager.default.copyItem(atPath: from + end, toPath: to + end)
            }
        }
        func token() throws -> String {
            try #require(try program.run("status").lines.first?["token"] as? String)
        }
        func add(_ number: Int) throws {
            try program.picture("\(number).jpg", number)
            #expect(try program.run("index", program.photos.path).code == 0)
        }
        try Self.set(offset, program)
        try add(1)
        try Self.set(0, program)
        try add(2)
        let kept = try token()
        try copy(program.catalogue, backup)
        try add(3)
        let lost = try token()
        // The third goes with what was known of it: another life begins where the backup ends.
        try program.remove("3.jpg")
        try copy(backup, program.catalogue)
        try? FileManager.default.removeItem(atPath: program.catalogue + "-shm")
        for number in 4..<8 { try add(number) }
        let answers = try [kept, lost].map { token in
            try program.run("changes", "--since", token).lines.first?["type"] as? String
        }
        #expect(answers[0] != "tokenExpired" && answers[1] == "tokenExpired")
    }
}
