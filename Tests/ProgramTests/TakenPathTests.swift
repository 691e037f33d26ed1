import Foundation
import Testing

/// Directories whose path another one has, before it is known where they went.
@Suite(.patient)
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
}
