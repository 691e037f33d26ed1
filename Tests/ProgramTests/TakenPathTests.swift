import Foundation
import Testing

/// Directories whose path another one has, before it is known where they went.
struct TakenPathTests {
    /// That a directory has moved is told to the indexer only once there is a file `go`.
    private static func relay(_ work: String) -> String {
        FakeHelpers.relay(
            """
            moved, settled = [], b""

            def told(frame):
                global settled
                if frame[4] == 5:
                    moved.append(frame)
                    return
                if frame[4] == 11:
                    settled = frame
                out.write(frame)

            def turn():
                if moved and os.path.exists("\(work)/go"):
                    out.write(b"".join(moved) + settled)
                    moved.clear()
            """
        )
    }

    struct Scenario: CustomTestStringConvertible {
        /// What moves and comes back as `b/e`, with the photo in it or below it.
        let directory: String
        let isRestored: Bool

        var testDescription: String {
            "\(directory), \(isRestored ? "restored from the trash" : "moved by hand")"
        }
    }

    @Test(arguments: [
        Scenario(directory: "a", isRestored: false),
        Scenario(directory: "a", isRestored: true),
        Scenario(directory: "a/c", isRestored: false),
        Scenario(directory: "a/c", isRestored: true),
    ])
    func `a photo in a directory made at the path of one that moves is where it is`(
        scenario: Scenario
    ) throws {
        let program = try Program()
        let helpers = try FakeHelpers(program)
        try helpers.replace("watcher", by: Self.relay(program.work.path))
        for (number, path) in ["a/c/1.jpg", "a/c/2.jpg", "b/3.jpg"].enumerated() {
            try program.picture(path, number)
        }
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let before = try program.assets().mapValues { $0["id"] as? String }
        let path = program.photos.appendingPathComponent("a/c/1.jpg").path
        if scenario.isRestored {
            #expect(try program.run("trash", path).code == 0)
            _ = try feed.asset("a/c/1.jpg", "removed")
        }
        try program.move(scenario.directory, to: "../away")
        if scenario.isRestored {
            #expect(try program.run("restore", path).code == 0)
        } else {
            let below = scenario.directory == "a" ? "c/" : ""
            try program.write([], to: "a/c/other.txt")
            try program.move("../away/\(below)1.jpg", to: "a/c/1.jpg")
        }
        try program.move("../away", to: "b/e")
        // Those who look may take it for two files at first, or for one that moved.
        try program.picture("b/4.jpg", 4)
        _ = try feed.asset("b/4.jpg", "inserted")
        try Data().write(to: program.work.appendingPathComponent("go"))
        try program.picture("b/5.jpg", 5)
        _ = try feed.asset("b/5.jpg", "inserted")
        try program.wait { try program.run("audit").code == 0 }
        let after = try program.assets().mapValues { $0["id"] as? String }
        #expect(after["a/c/1.jpg"] == before["a/c/1.jpg"])
        #expect(after.count == 5)
        #expect(feed.stop() == 0)
    }

    struct Flight: CustomTestStringConvertible {
        let testDescription: String
        /// What happens to the directory before the photo is restored into it.
        let before: @Sendable (Program) throws -> Void
    }

    @Test(arguments: [
        Flight(testDescription: "gone before") { try $0.remove("a/c") },
        Flight(testDescription: "moved before") { try $0.move("a/c", to: "b/e") },
    ])
    func `a photo that goes again with a directory nobody saw is not shown`(flight: Flight) throws {
        let program = try Program()
        for (number, path) in ["a/c/1.jpg", "a/c/2.jpg", "b/3.jpg"].enumerated() {
            try program.picture(path, number)
        }
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let path = program.photos.appendingPathComponent("a/c/1.jpg").path
        #expect(try program.run("trash", path).code == 0)
        _ = try feed.asset("a/c/1.jpg", "removed")
        let watchers = feed.helpers("watcher")
        for watcher in watchers { kill(watcher, SIGSTOP) }
        try flight.before(program)
        #expect(try program.run("restore", path).code == 0)
        try program.remove("a/c")
        for watcher in watchers { kill(watcher, SIGCONT) }
        try program.wait { try program.run("audit").code == 0 }
        #expect(try program.assets()["a/c/1.jpg"] == nil)
        #expect(feed.stop() == 0)
    }

    @Test
    func `what another file took the place of is neither deleted nor edited for it`() throws {
        let program = try Program()
        for number in 1...2 { try program.picture("\(number)/x.jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try program.assets().mapValues { $0["id"] as? String }
        let first = try #require(before["1/x.jpg"] ?? nil)
        try program.move("1", to: "3")
        try program.move("2", to: "1")
        try program.move("3", to: "2")
        let path = program.photos.appendingPathComponent("1/x.jpg").path
        for arguments in [
            ["trash", first], ["trash", path], ["edit", path, "--favorite"], ["show", path],
        ] {
            let refused = try program.run(arguments)
            #expect(
                refused.code == 1 && refused.complaint.contains("is another file than"),
                "\(arguments)"
            )
        }
        #expect(try program.run("index").code == 0)
        let after = try program.assets()
        #expect(after["2/x.jpg"]?["id"] as? String == first)
        #expect(after.allSatisfy { $1["favorite"] as? Bool == false } && after.count == 2)
        #expect(try program.run("trash", first).code == 0)
        #expect(
            try program.assets().mapValues { $0["id"] as? String } == ["1/x.jpg": before["2/x.jpg"]]
        )
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `what another file in the trash took the name of does not come back as it`() throws {
        let program = try Program()
        try program.picture("x.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let path = program.photos.appendingPathComponent("x.jpg").path
        #expect(try program.run("trash", path).code == 0)
        let trashed = program.work.appendingPathComponent("data/Trash/files/x.jpg")
        try FileManager.default.moveItem(
            at: trashed,
            to: program.work.appendingPathComponent("gone")
        )
        try Data(Program.jpeg(2)).write(to: trashed)
        let refused = try program.run("restore", path)
        #expect(refused.code == 1 && refused.complaint.contains("is no longer in the trash"))
        #expect(FileManager.default.fileExists(atPath: trashed.path))
        #expect(try program.assets().isEmpty)
    }

    /// How a directory comes to have the name of a photo.
    enum Taking: CaseIterable {
        case made, movedOverRemoved, movedOverMoved, exchanged
    }

    @Test(arguments: Taking.allCases)
    func `a photo whose name a directory takes is gone`(taking: Taking) throws {
        let program = try Program()
        try program.picture("x/p.jpg", 1)
        try program.picture("y/d/a.jpg", 2)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        // Both of them at once as far as the watcher can see.
        let watchers = feed.helpers("heliograph-watcher")
        for watcher in watchers { kill(watcher, SIGSTOP) }
        switch taking {
        case .made:
            try program.remove("x/p.jpg")
            try program.picture("x/p.jpg/b.jpg", 3)
        case .movedOverRemoved:
            try program.remove("x/p.jpg")
            try program.move("y/d", to: "x/p.jpg")
        case .movedOverMoved:
            try program.move("x/p.jpg", to: "y/gone")
            try program.move("y/d", to: "x/p.jpg")
        case .exchanged:
            try program.move("x/p.jpg", to: "q.jpg")
            try program.move("y/d", to: "x/p.jpg")
            try program.move("q.jpg", to: "y/d")
        }
        for watcher in watchers { kill(watcher, SIGCONT) }
        try program.wait { try program.assets()["x/p.jpg"] == nil }
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }
}
