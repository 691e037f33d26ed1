import Foundation
import TestSupport
import Testing

/// A daemon that goes by a configuration which changes under it.
struct ReloadTests {
    private let program: Program
    private let file: URL

    init() throws {
        program = try Program()
        file = program.work.appendingPathComponent("heliograph.toml")
    }

    private func configure(_ text: String) throws {
        try Data("roots = [\"\(program.photos.path)\"]\n\(text)".utf8).write(to: file)
    }

    private func reload(_ feed: Feed) throws {
        kill(feed.process.processIdentifier, SIGHUP)
        _ = try feed.wait { $0["reason"] as? String == "requested" }
        try feed.waitUntilSynced()
    }

    @Test
    func `a hang-up takes globs, smart albums and folders of the configuration as it is now`()
        throws
    {
        try program.picture("a.jpg", 1)
        try program.picture("draft.jpg", 2)
        try configure("")
        let feed = try Feed(program, "--config", file.path)
        try feed.waitUntilSynced()
        let more = program.work.appendingPathComponent("more")
        try FileManager.default.createDirectory(at: more, withIntermediateDirectories: true)
        try Data(Program.jpeg(3)).write(to: more.appendingPathComponent("c.jpg"))
        try Data(
            """
            roots = ["\(program.photos.path)", "\(more.path)"]
            ignore = ["draft*"]
            [[smart-album]]
            title = "All"
            predicate = "mediaType == image"
            """.utf8
        ).write(to: file)
        try reload(feed)
        #expect(try Set(program.assets().keys) == ["a.jpg", "c.jpg"])
        let albums = try program.run("albums", "--kind", "smartAlbum").lines
        #expect(albums.first { $0["title"] as? String == "All" }?["count"] as? Int == 2)
        #expect(feed.stop() == 0)
    }

    @Test
    func `a configuration with a mistake is told of and the one before stays in force`() throws {
        try program.picture("a.jpg", 1)
        try configure("ignore = [\"draft*\"]")
        let log = program.work.appendingPathComponent("log")
        try Data().write(to: log)
        let feed = try Feed(program, log: log, "--config", file.path)
        try feed.waitUntilSynced()
        try configure("ignore = 5")
        try reload(feed)
        #expect(
            try String(contentsOf: log, encoding: .utf8)
                .contains("\(file.path):2: 'ignore' must be a list")
        )
        try program.picture("draft.jpg", 2)
        try program.picture("b.jpg", 3)
        _ = try feed.asset("b.jpg", "inserted")
        #expect(try Set(program.assets().keys) == ["a.jpg", "b.jpg"])
        #expect(feed.stop() == 0)
    }

    @Test
    func `a default file whose disk went away is told of and what it said stays in force`() throws {
        let home = program.work.appendingPathComponent("config/heliograph")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        program.environment = ["XDG_CONFIG_HOME": home.deletingLastPathComponent().path]
        try configure("ignore = [\"draft*\"]")
        let link = home.appendingPathComponent("heliograph.toml").path
        #expect(symlink(file.path, link) == 0)
        let log = program.work.appendingPathComponent("log")
        try Data().write(to: log)
        let feed = try Feed(program, log: log)
        try feed.waitUntilSynced()
        try FileManager.default.removeItem(at: file)
        try reload(feed)
        let told = try String(contentsOf: log, encoding: .utf8)
        #expect(told.contains("the configuration stays as it was: \(link): "), "\(told)")
        #expect(told.contains("it is a symbolic link to \(file.path), which is not there"))
        try program.picture("draft.jpg", 2)
        try program.picture("b.jpg", 3)
        _ = try feed.asset("b.jpg", "inserted")
        #expect(try Set(program.assets().keys) == ["b.jpg"])
        #expect(feed.stop() == 0)
    }

    @Test
    func `no photo that appears while the daemon is told to reload again and again is missed`()
        throws
    {
        try configure("")
        let feed = try Feed(program, "--config", file.path)
        try feed.waitUntilSynced()
        for number in 0..<200 {
            if number % 10 == 0 {
                try configure("ignore = [\"draft\(number)*\"]")
                kill(feed.process.processIdentifier, SIGHUP)
            }
            try program.picture("\(number % 7)/\(number).jpg", number)
        }
        var missing = Set((0..<200).map { "\($0 % 7)/\($0).jpg" })
        while !missing.isEmpty {
            let line = try #require(feed.next(), "missing: \(missing)")
            guard line["change"] as? String == "inserted",
                let path = (line["asset"] as? [String: Any])?["path"] as? String
            else { continue }
            #expect(missing.remove(path) != nil, "\(path) came twice")
        }
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a folder of the configuration that is not there yet is followed from when it is`() throws
    {
        let later = program.work.appendingPathComponent("later")
        try program.picture("a.jpg", 1)
        try Data("roots = [\"\(program.photos.path)\", \"\(later.path)\"]".utf8).write(to: file)
        let feed = try Feed(program, "--config", file.path)
        try feed.waitUntilSynced()
        let state = try program.run("roots").lines.first { $0["root"] as? String == later.path }
        #expect(state?["state"] as? String == "offline")
        try FileManager.default.createDirectory(at: later, withIntermediateDirectories: true)
        try Data(Program.jpeg(3)).write(to: later.appendingPathComponent("c.jpg"))
        try reload(feed)
        #expect(try Set(program.assets().keys) == ["a.jpg", "c.jpg"])
        #expect(feed.stop() == 0)
    }

    @Test
    func
        `a link in the configuration to what is not there yet names the folder that will be there`()
        throws
    {
        let disk = program.work.resolvingSymlinksInPath().appendingPathComponent("disk/photos")
        let link = program.work.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(
            atPath: link.path,
            withDestinationPath: "disk/./photos"
        )
        try Data("roots = [\"\(program.photos.path)\", \"\(link.path)\"]".utf8).write(to: file)
        let feed = try Feed(program, "--config", file.path)
        try feed.waitUntilSynced()
        let state = try program.run("roots").lines.first { $0["root"] as? String == disk.path }
        #expect(state?["state"] as? String == "offline")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try Data(Program.jpeg(3)).write(to: disk.appendingPathComponent("c.jpg"))
        try reload(feed)
        #expect(try Set(program.assets().keys) == ["c.jpg"])
        #expect(try program.run("roots").lines.count == 2)
        #expect(feed.stop() == 0)
    }
}
