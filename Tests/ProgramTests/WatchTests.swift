import Foundation
import TestSupport
import Testing

struct WatchTests {
    @Test
    func `files that appear, change, move and vanish are told in order, and ids stay`() throws {
        let program = try Program()
        try program.picture("2023/a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        let first = try feed.wait { _ in true }
        #expect(first["type"] as? String == "library")
        #expect(first["format"] as? Int == 1)
        let inserted = try feed.asset("2023/a.jpg", "inserted")
        let id = try #require((inserted["asset"] as? [String: Any])?["id"] as? String)
        try feed.waitUntilSynced()

        try program.picture("2023/a.jpg", 2)
        let changed = try feed.asset("2023/a.jpg", "changed")
        #expect(changed["contentChanged"] as? Bool == true)

        try FileManager.default.createDirectory(
            at: program.photos.appendingPathComponent("2024"),
            withIntermediateDirectories: true
        )
        try FileManager.default.moveItem(
            at: program.photos.appendingPathComponent("2023/a.jpg"),
            to: program.photos.appendingPathComponent("2024/b.jpg")
        )
        let moved = try feed.asset("2024/b.jpg", "moved")
        #expect((moved["asset"] as? [String: Any])?["id"] as? String == id)
        #expect(moved["previousPath"] as? String == "2023/a.jpg")

        try FileManager.default.moveItem(
            at: program.photos.appendingPathComponent("2024"),
            to: program.photos.appendingPathComponent("2025")
        )
        let along = try feed.asset("2025/b.jpg", "moved")
        #expect((along["asset"] as? [String: Any])?["id"] as? String == id)

        try FileManager.default.removeItem(at: program.photos.appendingPathComponent("2025/b.jpg"))
        let removed = try feed.asset("2025/b.jpg", "removed")
        #expect((removed["asset"] as? [String: Any])?["id"] as? String == id)
        #expect(feed.stop() == 0)
    }

    @Test
    func `a feed resumed with its last token goes on with what happened meanwhile`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        _ = feed.stop()
        let token = try #require(feed.lines.last?["token"] as? String)
        try program.picture("b.jpg", 2)
        let again = try Feed(program, "--since", token)
        try again.waitUntilSynced()
        let told = again.lines.compactMap { ($0["asset"] as? [String: Any])?["path"] as? String }
        #expect(told == ["b.jpg"])
        #expect(again.stop() == 0)
        let nothing = try program.run("changes", "--since", token, "--limit", "1")
        #expect(nothing.lines.last?["type"] as? String == "more")
    }

    @Test
    func `moves while nothing watched are recognised, hard links are two assets`() throws {
        let program = try Program()
        try program.picture("x/a.jpg", 1)
        try program.picture("x/b.jpg", 2)
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try program.run("assets").lines
        try FileManager.default.moveItem(
            at: program.photos.appendingPathComponent("x"),
            to: program.photos.appendingPathComponent("y")
        )
        try FileManager.default.linkItem(
            at: program.photos.appendingPathComponent("y/b.jpg"),
            to: program.photos.appendingPathComponent("y/c.jpg")
        )
        #expect(try program.run("index").code == 0)
        let after = try program.run("assets").lines
        let ids = { (lines: [[String: Any]], path: String) in
            lines.first { $0["path"] as? String == path }?["id"] as? String
        }
        #expect(after.count == 3)
        #expect(ids(after, "y/a.jpg") == ids(before, "x/a.jpg"))
        #expect(ids(after, "y/b.jpg") == ids(before, "x/b.jpg"))
        #expect(ids(after, "y/c.jpg") != ids(after, "y/b.jpg"))
    }

    @Test
    func `a folder that is gone, empty or another one loses nothing`() throws {
        let program = try Program()
        try program.picture("x/a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let away = program.work.appendingPathComponent("away")
        try FileManager.default.moveItem(at: program.photos, to: away)
        #expect(try program.run("index").code == 1)
        try FileManager.default.createDirectory(
            at: program.photos,
            withIntermediateDirectories: true
        )
        let empty = try program.run("index")
        #expect(empty.code == 1)
        #expect(empty.complaint.contains("offline"))
        #expect(try program.run("assets").lines.count == 1)
        try FileManager.default.removeItem(at: program.photos)
        try FileManager.default.moveItem(at: away, to: program.photos)
        #expect(try program.run("index").code == 0)
        #expect(try program.run("assets").lines.count == 1)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `every line of a lively feed fits the schema`() throws {
        let program = try Program()
        for number in 0..<20 { try program.picture("d\(number % 3)/f\(number).jpg", number) }
        try Data("no picture".utf8).write(to: program.photos.appendingPathComponent("notes.jpg"))
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        try FileManager.default.moveItem(
            at: program.photos.appendingPathComponent("d0"),
            to: program.photos.appendingPathComponent("e")
        )
        try FileManager.default.removeItem(at: program.photos.appendingPathComponent("d1"))
        _ = try feed.wait {
            $0["change"] as? String == "removed" && $0["type"] as? String == "album"
        }
        _ = feed.stop()
        let file = program.work.appendingPathComponent("feed.jsonl")
        try Data(feed.text.joined(separator: "\n").utf8).write(to: file)
        let validator = Process()
        validator.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        validator.arguments = [Program.package.appendingPathComponent("contrib/validate-feed").path]
        validator.standardInput = try FileHandle(forReadingFrom: file)
        validator.standardOutput = FileHandle.nullDevice
        try validator.run()
        validator.waitPatiently()
        #expect(validator.terminationStatus == 0)
    }
}
