import Foundation
import Testing

/// What `doctor` finds of a feed that goes to a file.
struct DoctorFeedTests {
    private let program: Program
    private let file: URL

    init() throws {
        program = try Program()
        file = program.work.appendingPathComponent("heliograph.toml")
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    private func configure(feed: String) throws {
        try Data("roots = [\"\(program.photos.path)\"]\nfeed = \"\(feed)\"\n".utf8).write(to: file)
    }

    /// What is found, as its state, detail and cure.
    private func finding(_ outcome: Program.Outcome) -> [String] {
        let found = outcome.lines.filter { $0["check"] as? String == "feed" }
        return found.flatMap { line in
            ["state", "detail", "cure"].map { line[$0] as? String ?? "" }
        }
    }

    private func finding(feed: String) throws -> [String] {
        try configure(feed: feed)
        return finding(try program.run("doctor", "--config", file.path))
    }

    @Test
    func `a feed that can be written is well, and not even made`() throws {
        let path = program.work.appendingPathComponent("feed.jsonl").path
        #expect(try finding(feed: path) == ["ok", path, ""])
        #expect(access(path, F_OK) != 0)
        #expect(try program.run("watch", "--once", "--config", file.path).code == 0)
        let written = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(try finding(feed: path) == ["ok", path, ""])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == written)
    }

    @Test
    func `a feed that has no directory, or would go into something else, is a problem`() throws {
        let missing = program.work.appendingPathComponent("gone").path
        #expect(
            try finding(feed: "\(missing)/feed") == [
                "problem", "the feed \(missing)/feed cannot be made: No such file or directory",
                "mkdir -p \(missing)",
            ]
        )
        let other = program.work.appendingPathComponent("plans.txt")
        try Data("holiday plans\n".utf8).write(to: other)
        #expect(
            try finding(feed: other.path) == [
                "problem", "the feed \(other.path) holds something else; name another file", "",
            ]
        )
        let folder = program.work.path
        #expect(try finding(feed: folder)[1].hasPrefix("the feed \(folder) is neither a file nor"))
    }

    @Test(arguments: [["index"], ["watch", "--once"]])
    func `a catalogue begun beside the feed of another is told of, until one of them is away`(
        command: [String]
    ) throws {
        let feed = program.work.appendingPathComponent("feed.jsonl").path
        try configure(feed: feed)
        let first = try program.run("watch", "--once", "--config", file.path)
        #expect(first.code == 0 && !first.complaint.contains("a new catalogue"))
        let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent().path
        // As when its disk is not mounted.
        try FileManager.default.moveItem(atPath: state, toPath: "\(state)-away")
        let absent = try program.run("doctor", "--config", file.path).output
        #expect(absent.contains("\(program.catalogue) does not exist; the feed \(feed) is of a"))
        let again = try program.run(command + ["--config", file.path])
        #expect(again.code == 0)
        let words = "a new catalogue was begun at \(program.catalogue), but the feed \(feed) is of"
        #expect(again.complaint.contains(words), "\(again.complaint)")
        #expect(again.complaint.contains("if its disk is not mounted, stop this, mount it"))
        #expect(try program.run("index", "--config", file.path).complaint.isEmpty)
        let found = try finding(feed: feed)
        #expect(found[0] == "problem" && found[1].hasPrefix(words))
        #expect(found[2] == "findmnt --target \(state)")
        try FileManager.default.moveItem(atPath: feed, toPath: "\(feed).1")
        #expect(try finding(feed: feed) == ["ok", feed, ""])
        try FileManager.default.moveItem(atPath: "\(feed).1", toPath: feed)
        try FileManager.default.removeItem(atPath: state)
        try FileManager.default.moveItem(atPath: "\(state)-away", toPath: state)
        #expect(try finding(feed: feed) == ["ok", feed, ""])
    }

    @Test(.enabled(if: Mount.isPossible, "needs to mount"))
    func `a feed on a disk that is full or read-only is a problem with its reason`() throws {
        let place = program.work.appendingPathComponent("disk")
        let disk = try Mount(place, options: "size=128k")
        let path = "\(place.path)/feed.jsonl"
        try Data(count: 100_000).write(to: place.appendingPathComponent("filling"))
        #expect(
            try finding(feed: path) == [
                "problem", "the feed \(path) cannot be written: No space left on device",
                "df -h \(place.path)",
            ]
        )
        try FileManager.default.removeItem(atPath: "\(place.path)/filling")
        try Mount.run("mount", "-o", "remount,ro", disk.path)
        let found = try finding(feed: path)
        #expect(found[1] == "the feed \(path) cannot be made: Read-only file system")
        #expect(found[2].hasPrefix("findmnt --target \(place.path)"))
    }

    @Test(.enabled(if: geteuid() == 0, "needs to become another user"))
    func `a feed that belongs to another comes with the line that lets the owner write`() throws {
        let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
        for name in try FileManager.default.contentsOfDirectory(atPath: state.path) + ["."] {
            chown(state.appendingPathComponent(name).path, 65_534, 65_534)
        }
        let feed = program.work.appendingPathComponent("feed.jsonl").path
        let made = try finding(feed: feed)
        #expect(made[1] == "the feed \(feed) cannot be made: Permission denied")
        #expect(made[2] == "sudo setfacl -m u:nobody:rwx \(program.work.path)")
        try Data().write(to: URL(fileURLWithPath: feed))
        let opened = try finding(feed: feed)
        #expect(opened[1] == "the feed \(feed) cannot be opened: Permission denied")
        #expect(opened[2] == "sudo setfacl -m u:nobody:rw \(feed)")
    }
}
