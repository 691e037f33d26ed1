import Foundation
import Testing

/// A small disk that is full and has room again as a test likes it.
final class SmallDisk {
    private let mount: Mount
    private let filler: URL

    init(_ path: URL) throws {
        mount = try Mount(path)
        filler = path.appendingPathComponent("filler")
    }

    /// Fills it to the last byte.
    func fill() {
        let file = open(filler.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(file) }
        for size in [65_536, 4_096, 1] {
            let block = [UInt8](repeating: 0, count: size)
            while write(file, block, size) > 0 {}
        }
    }

    func free() {
        unlink(filler.path)
    }
}

@Suite(.enabled(if: Mount.isPossible, "needs to mount"))
struct FullDiskTests {
    private let program: Program
    private let disk: SmallDisk
    private let log: URL

    init() throws {
        program = try Program()
        disk = try SmallDisk(program.work.appendingPathComponent("state"))
        log = program.work.appendingPathComponent("log")
        try Data().write(to: log)
    }

    private func roots() throws -> [[String: Any]] {
        try program.run("status").lines.first?["roots"] as? [[String: Any]] ?? []
    }

    private func isFull(_ state: [String: Any]) -> Bool {
        state["state"] as? String == "degraded" && state["reason"] as? String == "diskFull"
    }

    /// Fills the disk, and adds photos until none can be noted any more.
    private func pause(_ feed: Feed) throws {
        disk.fill()
        var count = 0
        try program.wait {
            try #require(feed.process.isRunning)
            for _ in 0..<100 where try !roots().contains(where: isFull) {
                try program.picture("more/\(count).jpg", 1_000 + count)
                count += 1
            }
            return try roots().contains(where: isFull)
        }
        let line = try feed.wait(for: isFull)
        let detail = try #require(line["detail"] as? String)
        #expect(detail.contains("is full") && detail.contains("df -h '\(program.work.path)/state'"))
    }

    /// Waits for the word of a start that has no catalogue to tell it in.
    private func waitUntilPausing(_ feed: Feed) throws {
        try program.wait {
            try #require(feed.process.isRunning)
            return try String(contentsOf: log, encoding: .utf8).contains("pausing until")
        }
    }

    private func pathsOnDisk() throws -> Set<String> {
        Set(
            try FileManager.default.subpathsOfDirectory(atPath: program.photos.path)
                .filter { $0.hasSuffix(".jpg") }
        )
    }

    @Test
    func `watch pauses while the disk of the catalogue is full, and misses nothing`() throws {
        for number in 0..<30 { try program.picture("a/\(number).jpg", number) }
        let feed = try Feed(program, log: log, program.photos.path)
        try feed.waitUntilSynced()
        let before = try program.assets()

        try pause(feed)
        for number in 0..<10 { try program.remove("a/\(number).jpg") }
        try program.picture("b/new.jpg", 500)
        for number in 10..<20 { try program.move("a/\(number).jpg", to: "b/\(number).jpg") }
        try program.picture("a/20.jpg", 600)
        let repair = try program.run("audit", "--repair")
        #expect(repair.code != 0)
        #expect(
            repair.complaint.contains("pauses, because the disk of the catalogue is full"),
            "\(repair.complaint)"
        )

        disk.free()
        _ = try feed.wait { $0["state"] as? String == "online" }
        try feed.waitUntilSynced()
        let after = try program.assets()
        #expect(Set(after.keys) == (try pathsOnDisk()))
        for number in 10..<20 {
            let (old, new) = (before["a/\(number).jpg"], after["b/\(number).jpg"])
            #expect(new?["id"] as? String == old?["id"] as? String)
        }
        #expect(try program.run("audit").code == 0)
        #expect(feed.process.isRunning)
        #expect(feed.stop() == 0)
        let said = try String(contentsOf: log, encoding: .utf8)
        #expect(said.contains("is full; pausing until there is room"))
        #expect(said.contains("there is room for the catalogue again"))
    }

    @Test
    func `who pauses ends when told to, and the next one finds everything`() throws {
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        try pause(feed)
        #expect(feed.stop() == 0)
        disk.free()
        #expect(try program.run("index").code == 0)
        #expect(Set(try program.assets().keys) == (try pathsOnDisk()))
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a configuration that comes while it pauses is in force afterwards`() throws {
        try program.picture("a.jpg", 1)
        let file = program.work.appendingPathComponent("heliograph.toml")
        let roots = "roots = [\"\(program.photos.path)\"]\n"
        try Data(roots.utf8).write(to: file)
        let feed = try Feed(program, "--config", file.path)
        try feed.waitUntilSynced()
        try pause(feed)
        try Data("\(roots)ignore = [\"hidden*\"]\n".utf8).write(to: file)
        kill(feed.process.processIdentifier, SIGHUP)
        try program.picture("hidden.jpg", 2)
        disk.free()
        _ = try feed.wait { $0["reason"] as? String == "requested" }
        try feed.waitUntilSynced()
        try program.wait { try program.assets()["hidden.jpg"] == nil }
        #expect(try program.assets()["a.jpg"] != nil)
        #expect(feed.stop() == 0)
    }

    @Test
    func `who starts again while the disk is full pauses at once`() throws {
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        try pause(feed)
        #expect(feed.stop() == 0)
        // The reserve that was given up is taken by others.
        disk.fill()
        let again = try Feed(program, log: log, program.photos.path)
        try waitUntilPausing(again)
        #expect(try roots().contains(where: isFull))
        let told = try program.run("status").lines.first?["disk"] as? String
        #expect(told?.hasSuffix("free some space: df -h \(program.work.path)/state") == true)
        #expect(!again.lines.contains { $0["state"] as? String == "online" })
        disk.free()
        try program.wait { try Set(program.assets().keys) == pathsOnDisk() }
        try program.wait { try program.run("audit").code == 0 }
        #expect(try program.run("status").lines.first?["disk"] is NSNull)
        #expect(again.stop() == 0)
    }

    @Test
    func `a start on a full disk waits for room`() throws {
        try program.picture("a.jpg", 1)
        disk.fill()
        let feed = try Feed(program, log: log, program.photos.path)
        try waitUntilPausing(feed)
        try program.picture("b.jpg", 2)
        disk.free()
        try feed.waitUntilSynced()
        #expect(Set(try program.assets().keys) == ["a.jpg", "b.jpg"])
        #expect(feed.stop() == 0)
    }

    @Test
    func `a start that waits for room ends when told to`() throws {
        disk.fill()
        let feed = try Feed(program, log: log, program.photos.path)
        try waitUntilPausing(feed)
        #expect(feed.stop() == 0)
    }

    @Test(arguments: [["index"], ["watch", "--once"]])
    func `what is to end does not wait`(_ command: [String]) throws {
        try program.picture("a.jpg", 1)
        disk.fill()
        let outcome = try program.run(command + [program.photos.path])
        #expect(outcome.code == 74)
        #expect(outcome.complaint.contains("disk is full"))
    }

    @Test
    func `who wants to delete or restore on a full disk hears that nothing was`() throws {
        for number in 1...2 { try program.picture("\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        let paths = (1...2).map { program.photos.appendingPathComponent("\($0).jpg").path }
        #expect(try program.run("trash", paths[1]).code == 0)
        disk.fill()
        for (command, path, words) in [
            ("trash", paths[0], "nothing was deleted"),
            ("restore", paths[1], "nothing was restored"),
        ] {
            let outcome = try program.run(command, path)
            #expect(outcome.code == EX_IOERR)
            #expect(outcome.complaint.hasPrefix("heliograph: \(words): "), "\(outcome.complaint)")
        }
        #expect(FileManager.default.fileExists(atPath: paths[0]))
        #expect(!FileManager.default.fileExists(atPath: paths[1]))
    }
}
