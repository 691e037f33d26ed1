import Foundation
import Testing

/// Folders that go while they are followed, and come back.
struct ReturnTests {
    private func state(_ feed: Feed, _ name: String) throws {
        _ = try feed.wait { $0["type"] as? String == "state" && $0["state"] as? String == name }
    }

    @Test
    func `a folder that comes back is online, and what it lost meanwhile is told`() throws {
        let program = try Program()
        try program.picture("stays.jpg", 1)
        try program.picture("goes/a.jpg", 2)
        let log = program.work.appendingPathComponent("log")
        try Data().write(to: log)
        let feed = try Feed(program, log: log, program.photos.path)
        try feed.waitUntilSynced()
        let away = program.work.appendingPathComponent("away")
        try FileManager.default.moveItem(at: program.photos, to: away)
        try state(feed, "offline")
        try FileManager.default.removeItem(at: away.appendingPathComponent("goes"))
        try FileManager.default.moveItem(at: away, to: program.photos)
        try state(feed, "online")
        try feed.waitUntilSynced()
        #expect(try program.assets().keys.sorted() == ["stays.jpg"])
        #expect(try program.run("audit").code == 0)
        #expect(feed.stop() == 0)
        let said = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").filter {
            $0.contains(" is offline: ") || $0.hasSuffix(" is online again")
        }
        let isReturn = said.map { $0.hasSuffix("\(program.photos.path) is online again") }
        #expect(isReturn == [false, true], "\(said)")
    }

    @Test
    func `a folder that is there only later is online then`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let away = program.work.appendingPathComponent("away")
        try FileManager.default.moveItem(at: program.photos, to: away)
        let file = program.work.appendingPathComponent("heliograph.toml")
        try Data("roots = [\"\(program.photos.path)\"]".utf8).write(to: file)
        let feed = try Feed(program, "--config", file.path)
        try state(feed, "offline")
        try FileManager.default.moveItem(at: away, to: program.photos)
        try state(feed, "online")
        try feed.waitUntilSynced()
        #expect(try program.assets().keys.sorted() == ["a.jpg"])
        #expect(feed.stop() == 0)
    }

    @Test
    func `a directory that is on its way while its folder goes and returns is found in another`()
        throws
    {
        let program = try Program()
        let manager = FileManager.default
        let (other, out) = (
            program.work.appendingPathComponent("other"), program.work.appendingPathComponent("out")
        )
        try manager.createDirectory(at: other, withIntermediateDirectories: false)
        try program.picture("moves/a.jpg", 1)
        try program.picture("stays.jpg", 2)
        let feed = try Feed(program, program.photos.path, other.path)
        try feed.waitUntilSynced()
        // The watcher has noticed that the directory left, and waits for it to turn up, when its folder goes.
        try manager.moveItem(at: program.photos.appendingPathComponent("moves"), to: out)
        try program.picture("later.jpg", 3)
        _ = try feed.asset("later.jpg", "inserted")
        let away = program.work.appendingPathComponent("away")
        try manager.moveItem(at: program.photos, to: away)
        try state(feed, "offline")
        try manager.moveItem(at: out, to: other.appendingPathComponent("moves"))
        try manager.moveItem(at: away, to: program.photos)
        try program.wait { try program.run("audit").code == 0 }
        #expect(try program.assets().keys.sorted() == ["later.jpg", "moves/a.jpg", "stays.jpg"])
        try manager.copyItem(
            at: program.photos.appendingPathComponent("stays.jpg"),
            to: other.appendingPathComponent("moves/new.jpg")
        )
        _ = try feed.asset("moves/new.jpg", "inserted")
        #expect(feed.stop() == 0)
    }

    @Test
    func `a folder that is not there is not compared, and audit says so`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let away = program.work.appendingPathComponent("away")
        try FileManager.default.moveItem(at: program.photos, to: away)
        let audit = try program.run("audit")
        #expect(audit.code == 1)
        #expect(audit.output.isEmpty)
        #expect(audit.complaint.contains("offline"))
    }
}
