import Foundation
import TestSupport
import Testing

/// Patterns that explode, and files that are named to make them: nothing waits for them, and nothing ends.
struct SlowPatternTests {
    private let program: Program
    private let config: URL
    private static let count = Effort.count(1_000, of: 5_000)

    init() throws {
        program = try Program()
        config = program.work.appendingPathComponent("heliograph.toml")
    }

    /// Fills the folder with names that make patterns explode.
    private func fill() throws {
        for number in 0..<Self.count {
            try program.picture("\(String(repeating: "a", count: 60))\(number)!.jpg", number)
        }
    }

    private func configure(_ albums: [String: String]) throws {
        var text = "roots = [\"\(program.photos.path)\"]\n"
        for (title, predicate) in albums.sorted(by: { $0.key < $1.key }) {
            text += "[[smart-album]]\ntitle = \"\(title)\"\npredicate = '''\(predicate)'''\n"
        }
        try Data(text.utf8).write(to: config)
    }

    private func counts() throws -> [String: Int] {
        let albums = try program.run("albums", "--kind", "smartAlbum").lines
        return Dictionary(
            albums.map { ($0["title"] as? String ?? "", $0["count"] as? Int ?? -1) },
            uniquingKeysWith: { $1 }
        )
    }

    @Test
    func `albums whose pattern explodes are left empty with a word why, and the indexer goes on`()
        throws
    {
        try fill()
        try configure([
            "One": "filename MATCHES '(a+)+b'", "Two": "NOT filename MATCHES '(a|a)*b'",
            "Quick": "filename MATCHES '.*1!\\\\.jpg'",
        ])
        let log = program.work.appendingPathComponent("log")
        try Data().write(to: log)
        let feed = try Feed(program, log: log, "--config", config.path)
        try feed.waitUntilSynced()
        try program.picture("late1!.jpg", 9_999)
        _ = try feed.asset("late1!.jpg", "inserted")
        // An edit is by another process, which has its own word in this.
        let path = program.photos.appendingPathComponent("late1!.jpg").path
        #expect(try program.run("edit", "--favorite", path).code == 0)
        let found = try counts()
        #expect(found["One"] == 0)
        #expect(found["Two"] == 0)
        #expect(found["Quick"] == Self.count / 10 + 1)
        #expect(try program.run("audit").output.isEmpty)
        #expect(feed.stop() == 0)
        let said = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        for (title, pattern) in [("One", "(a+)+b"), ("Two", "(a|a)*b")] {
            let words = said.filter {
                $0.contains("'\(title)' is left empty: its pattern '\(pattern)'")
            }
            #expect(words.count == 1)
            let start = #/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]+Z warning /#
            let dated = words.first?.firstMatch(of: start)
            #expect(dated != nil)
        }
    }

    @Test
    func `another predicate fills the album again`() throws {
        try fill()
        try configure(["One": "filename MATCHES '(a+)+b'"])
        #expect(try program.run("index", "--config", config.path).code == 0)
        #expect(try counts()["One"] == 0)
        try configure(["One": "filename MATCHES 'a+[0-9]+!\\\\.jpg'"])
        #expect(try program.run("index", "--config", config.path).code == 0)
        #expect(try counts()["One"] == Self.count)
    }

    @Test
    func
        `a reload fills the album again when the names have gone, and an observed list is told of`()
        throws
    {
        let hostile = String(repeating: "a", count: 60) + "!.jpg"
        try program.picture(hostile, 1)
        try program.picture("aab.jpg", 2)
        try configure(["One": "filename MATCHES '(a+)+b\\.jpg'"])
        let log = program.work.appendingPathComponent("log")
        try Data().write(to: log)
        let feed = try Feed(
            program,
            log: log,
            "--config",
            config.path,
            "--observe",
            "seen=filename MATCHES '(a+)+c'"
        )
        try feed.waitUntilSynced()
        #expect(try counts()["One"] == 0)
        try program.wait {
            try String(contentsOf: log, encoding: .utf8).contains("'seen' is no longer followed")
        }
        try program.remove(hostile)
        _ = try feed.wait { $0["change"] as? String == "removed" }
        kill(feed.process.processIdentifier, SIGHUP)
        try program.wait { try counts()["One"] == 1 }
        #expect(feed.stop() == 0)
    }

    @Test
    func `a condition on the command line that explodes ends with an error and no wrong answer`()
        throws
    {
        try fill()
        #expect(try program.run("index", program.photos.path).code == 0)
        for condition in ["filename MATCHES '(a+)+b'", "NOT filename MATCHES '(a+)+b'"] {
            let result = try program.run("assets", "--where", condition)
            #expect(result.code == EX_USAGE)
            #expect(result.output.isEmpty)
            #expect(result.complaint.contains("takes too long on names that are here"))
            #expect(result.complaint.contains("(a+)+b"))
        }
    }
}
