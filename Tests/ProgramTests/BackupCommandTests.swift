import Foundation
import TestSupport
import Testing

/// `backup`, `restore-catalogue` and `audit --repair`, as a user runs them.
struct BackupCommandTests {
    private let program: Program
    private let backup: String

    init() throws {
        program = try Program()
        backup = program.work.appendingPathComponent("backup.sqlite").path
        for number in 0..<8 { try program.picture("d/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    private func path(_ name: String) -> String { program.photos.appendingPathComponent(name).path }

    @Test
    func `a backup is made while watch follows, and says what it holds`() throws {
        try program.run("edit", path("d/1.jpg"), "--favorite")
        let feed = try Feed(program)
        try feed.waitUntilSynced()
        for _ in 0..<3 {
            let outcome = try program.run("backup", backup)
            #expect(outcome.code == 0, "\(outcome.complaint)")
            let line = try #require(outcome.lines.first)
            #expect(line["backup"] as? String == backup)
            #expect(line["assets"] as? Int == 8 && line["favorites"] as? Int == 1)
            #expect(line["edited"] as? Int == 1 && line["albums"] as? Int == 1)
        }
        try program.pictureAtOnce("d/new.jpg", 77)
        _ = try feed.asset("d/new.jpg", "inserted")
        #expect(feed.stop() == 0)
    }

    @Test
    func `the catalogue and the files of others are not written over`() throws {
        let refused = [program.catalogue, program.catalogue + "-wal", path("d/1.jpg")]
        for file in refused {
            let before = try Data(contentsOf: URL(fileURLWithPath: file))
            #expect(try program.run("backup", file).code == 73)
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        }
        #expect(try program.run("backup", "\(program.work.path)/none/backup").code == 73)
    }

    @Test
    func `a backup from before damage is kept until nothing of that is missed`() throws {
        try program.run("edit", path("d/1.jpg"), "--favorite")
        #expect(try program.run("backup", backup).code == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: backup))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: program.catalogue))
        try file.write(contentsOf: [UInt8](repeating: 0, count: 4_096))
        try file.close()
        #expect(try program.run("index").code == 0)
        for _ in 0..<2 {
            let refused = try program.run("backup", backup)
            #expect(refused.code == 73)
            #expect(refused.complaint.contains("heliograph restore-catalogue \(backup)"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == before)
        }
        #expect(try program.run("backup", backup + ".new").code == 0)
        #expect(try program.run("backup", backup + ".new").code == 0)
        let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: state.path)
        for name in names where name.contains(".damaged-") {
            try FileManager.default.removeItem(at: state.appendingPathComponent(name))
        }
        #expect(try program.run("backup", backup).code == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "needs to become another user"))
    func `who may only read the catalogue makes a backup that is for nobody else`() throws {
        let own = program.work.appendingPathComponent("own")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        chown(own.path, 65_534, 65_534)
        let file = own.appendingPathComponent("backup.sqlite").path
        let outcome = try program.run(as: 65_534, "backup", file)
        #expect(outcome.code == 0, "\(outcome.complaint)")
        var found = stat()
        #expect(stat(file, &found) == 0 && found.st_mode & 0o777 == 0o600)
    }

    @Test
    func `a restored backup brings back what was deleted, and tells readers of it`() throws {
        try program.run("edit", path("d/1.jpg"), "--favorite")
        let favorite = try program.assets()["d/1.jpg"]?["id"] as? String
        #expect(try program.run("backup", backup).code == 0)
        try program.run("edit", path("d/1.jpg"), "--no-favorite")
        try program.picture("d/late.jpg", 50)
        try program.run("index")
        let token = try program.run("status").lines.first?["token"] as? String ?? ""
        let follower = try follow(since: token)

        let restored = try program.run("restore-catalogue", backup)
        #expect(restored.code == 0, "\(restored.complaint)")
        #expect(restored.complaint.contains("tokenExpired"))
        let replaced = try #require(restored.lines.first?["replaced"] as? String)
        #expect(FileManager.default.fileExists(atPath: replaced))
        let asset = try program.assets()["d/1.jpg"]
        #expect(asset?["favorite"] as? Bool == true && asset?["id"] as? String == favorite)
        let changes = try program.run("changes", "--since", token).lines
        #expect(changes.first?["type"] as? String == "tokenExpired")
        #expect(changes.first?["reason"] as? String == "future")
        // One that has followed all the time goes on with what is there now.
        var line = follower.lines.next()
        while let text = line, !text.contains("tokenExpired") { line = follower.lines.next() }
        #expect(line != nil)
        kill(follower.process.processIdentifier, SIGTERM)
        follower.process.waitPatiently()

        #expect(try program.run("index").code == 0)
        #expect(try program.run("audit").code == 0)
        #expect(try program.assets().count == 9)
    }

    @Test
    func `a catalogue of another library is replaced with a word about it`() throws {
        #expect(try program.run("backup", backup).code == 0)
        let same = try program.run("restore-catalogue", backup)
        #expect(same.code == 0 && !same.complaint.contains("another library"))
        #expect(same.complaint.contains("with: heliograph index --catalogue"))
        try FileManager.default.removeItem(atPath: program.catalogue)
        #expect(try program.run("index", program.photos.path).code == 0)
        let other = try program.run("restore-catalogue", backup)
        #expect(other.complaint.contains("which was that of another library, is kept as"))
    }

    @Test
    func `a catalogue that a gallery reads is kept with its last changes, and the gallery follows`()
        throws
    {
        #expect(try program.run("backup", backup).code == 0)
        let gallery = try GalleryProgram(program)
        #expect(try gallery.request("/api/list").status == 200)
        try program.run("edit", path("d/1.jpg"), "--favorite")
        let favorites = "/api/list?search=isFavorite%20%3D%3D%20YES"
        let restored = try program.run("restore-catalogue", backup)
        let replaced = try #require(restored.lines.first?["replaced"] as? String)
        let kept = ["--where", "favorite == YES", "--catalogue", replaced]
        let favorite = try program.outcome(of: program.process(["assets"] + kept)).lines
        #expect(favorite.map { $0["path"] as? String } == ["d/1.jpg"])
        #expect(try gallery.request(favorites).object["count"] as? Int == 0)
    }

    @Test
    func `edits beside a restore are in one of the two catalogues, and followers go on`() throws {
        #expect(try program.run("backup", backup).code == 0)
        let (done, end) = ("\(program.work.path)/done", "\(program.work.path)/end")
        let editor = program.process(["--version"])
        let heliograph = editor.executableURL?.path ?? ""
        editor.executableURL = URL(fileURLWithPath: "/bin/sh")
        editor.arguments = [
            "-c",
            """
            n=0
            until [ -e '\(end)' ]; do
                n=$((n + 1))
                '\(heliograph)' album create A$n >/dev/null 2>&1 && echo A$n >>'\(done)'
            done
            """,
        ]
        try editor.run()
        let followers = try (0..<3).map { _ in
            let follower = program.process(["changes", "--follow"])
            follower.standardOutput = FileHandle.nullDevice
            try follower.run()
            return follower
        }
        var places = [program.catalogue]
        for _ in 0..<24 {
            let restored = try program.run("restore-catalogue", backup)
            #expect(restored.code == 0, "\(restored.complaint)")
            places += restored.lines.compactMap { $0["replaced"] as? String }
        }
        try Data().write(to: URL(fileURLWithPath: end))
        editor.waitPatiently()
        for follower in followers {
            #expect(follower.isRunning, "it ended with \(follower.terminationStatus)")
            follower.terminate()
            follower.waitPatiently()
        }
        var titles: Set<String> = []
        for place in places {
            let albums = try program.run("albums", "--catalogue", place)
            #expect(albums.code == 0, "\(albums.complaint)")
            titles.formUnion(albums.lines.compactMap { $0["title"] as? String })
        }
        let acknowledged = try String(contentsOfFile: done, encoding: .utf8).split(separator: "\n")
        #expect(!acknowledged.isEmpty && titles.isSuperset(of: acknowledged.map(String.init)))
        #expect(try program.run("audit").code == 0)
    }

    private func follow(since token: String) throws -> (process: Process, lines: Lines) {
        let process = program.process(["changes", "--since", token, "--follow"])
        let pipe = Pipe.closedInOthers()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It has begun when it tells of a change.
        try program.run("edit", path("d/2.jpg"), "--favorite")
        let lines = Lines(pipe)
        #expect(lines.next() != nil)
        return (process, lines)
    }

    /// Leaves the log of a catalogue whose file is gone.
    private func loseCatalogue() throws {
        let feed = try Feed(program)
        try feed.waitUntilSynced()
        for number in 20..<60 { try program.picture("d/\(number).jpg", number) }
        while try program.assets().count < 48 { _ = feed.next() }
        kill(feed.process.processIdentifier, SIGKILL)
        feed.process.waitPatiently()
        let log = try FileManager.default.attributesOfItem(atPath: program.catalogue + "-wal")
        #expect(log[.size] as? Int ?? 0 > 4_096)
        unlink(program.catalogue)
    }

    @Test
    func `a backup takes nothing from the log of a catalogue that is gone`() throws {
        #expect(try program.run("backup", backup).code == 0)
        let before = try program.assets().mapValues { $0["id"] as? String }
        try loseCatalogue()
        let restored = try program.run("restore-catalogue", backup)
        #expect(restored.code == 0, "\(restored.complaint)")
        #expect(try program.assets().mapValues { $0["id"] as? String } == before)
        #expect(try program.run("index", "--check-catalogue").code == 0)
        #expect(try program.assets().count == 48)
    }

    @Test
    func `a catalogue that is gone is told of, and its log is kept`() throws {
        try loseCatalogue()
        let first = try program.run("index", program.photos.path)
        #expect(first.code == 0 && first.complaint.contains("so a new library begins"))
        #expect(first.complaint.contains("heliograph restore-catalogue FILE"))
        let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: state.path)
        let kept = try #require(names.first { $0.contains(".lost-") && $0.hasSuffix("-wal") })
        #expect(first.complaint.contains(kept))
        #expect(try program.assets().count == 48)
        #expect(try program.run("index").complaint.isEmpty)
    }

    @Test
    func `a backup is not restored while an indexer holds the catalogue`() throws {
        #expect(try program.run("backup", backup).code == 0)
        let feed = try Feed(program)
        try feed.waitUntilSynced()
        let refused = try program.run("restore-catalogue", backup)
        #expect(refused.code == 75)
        #expect(refused.complaint.contains("process \(feed.process.processIdentifier)"))
        #expect(feed.stop() == 0)
        #expect(try program.run("restore-catalogue", path("d/1.jpg")).code == 65)
        #expect(try program.run("restore-catalogue", backup + "none").code == 66)
    }

    @Test func `readers name the cure when a program was killed while it made the catalogue anew`()
        throws
    {
        let program = try Program()
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let killed = Process()
        killed.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        killed.arguments = ["python3", "-c", Self.killedWriter, program.catalogue]
        #expect(try program.outcome(of: killed).code == 0)
        let refused = try program.run("assets")
        #expect(refused.code == 74, "\(refused.complaint)")
        #expect(refused.complaint.contains("run heliograph index"), "\(refused.complaint)")
        #expect(try program.run("index").code == 0)
        #expect(try program.run("assets").lines.count == 1)
        #expect(try program.run("audit").code == 0)
    }

    /// Leaves a rollback journal that has to be played back.
    private static let killedWriter = """
        import os, sqlite3, sys
        base = sqlite3.connect(sys.argv[1], isolation_level=None)
        base.execute("PRAGMA journal_mode = DELETE")
        base.execute("PRAGMA cache_size = 1")
        base.execute("BEGIN")
        base.execute("CREATE TABLE filler (x)")
        for _ in range(1000):
            base.execute("INSERT INTO filler VALUES (randomblob(1000))")
        assert os.path.getsize(sys.argv[1] + "-journal") > 0
        os._exit(0)
        """

    @Test
    func `doctor finds that the feed's file is ahead of a catalogue that was put back`() throws {
        let file = program.work.appendingPathComponent("feed.jsonl").path
        let config = program.work.appendingPathComponent("heliograph.toml")
        try Data("feed = \"\(file)\"\n".utf8).write(to: config)
        #expect(try program.run("backup", backup).code == 0)
        try program.picture("d/late.jpg", 50)
        #expect(try program.run("watch", "--once", "--config", config.path).code == 0)
        func note() throws -> Bool {
            try program.run("doctor", "--config", config.path).lines.contains {
                $0["check"] as? String == "feed" && $0["state"] as? String == "note"
            }
        }
        #expect(try !note())
        #expect(try program.run("restore-catalogue", backup).code == 0)
        #expect(try note())
        #expect(try program.run("watch", "--once", "--config", config.path).code == 0)
        #expect(try !note())
        let lines = try String(contentsOfFile: file, encoding: .utf8)
        #expect(lines.contains("\"type\":\"tokenExpired\""))
    }
}
