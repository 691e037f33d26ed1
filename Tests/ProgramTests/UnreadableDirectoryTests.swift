import Foundation
import Testing

/// Directories that the indexer's user may no longer read.
@Suite(
    .enabled(if: MountTests.others != nil, "needs to become another user"),
    .serialized
)
struct UnreadableDirectoryTests {
    private let program: Program

    init() throws {
        program = try Program()
        let user = try #require(MountTests.others)
        for number in 1...2 { try program.picture("a/old/\(number).jpg", number) }
        try Mount.run("chown", "-R", "\(user)", program.work.path)
        program.starter = ["/usr/bin/setpriv", "--reuid=\(user)", "--clear-groups"]
    }

    private func path(_ name: String) -> String {
        program.photos.appendingPathComponent(name).path
    }

    /// The identifiers and favorites of what lies in a directory, by name.
    private func known(in directory: String) throws -> [String: String] {
        var known: [String: String] = [:]
        for (path, asset) in try program.assets() where path.hasPrefix(directory + "/") {
            known[String(path.dropFirst(directory.count))] =
                "\(asset["id"] ?? "none") \(asset["favorite"] ?? "")"
        }
        return known
    }

    @Test(arguments: ["a/new", "new"])
    func `one that is moved while nobody may read it takes its photos along`(_ new: String) throws {
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        #expect(try program.run("edit", path("a/old/1.jpg"), "--favorite").code == 0)
        let before = try known(in: "a/old")
        #expect(before.count == 2)
        try Mount.run("chmod", "000", path("a/old"))
        try program.move("a/old", to: new)
        _ = try feed.asset("\(new)/2.jpg", "moved")
        #expect(try known(in: new) == before)
        try Mount.run("chmod", "755", path(new))
        try program.picture("\(new)/3.jpg", 3)
        _ = try feed.asset("\(new)/3.jpg", "inserted")
        try program.remove("\(new)/3.jpg")
        _ = try feed.asset("\(new)/3.jpg", "removed")
        #expect(feed.stop() == 0)
        #expect(try known(in: new) == before)
        #expect(
            feed.lines.filter {
                $0["change"] as? String == "removed" && $0["type"] as? String == "asset"
            }.count == 1
        )
        #expect(try program.run("audit").code == 0)
    }

    @Test(arguments: ["", "a/old"])
    func `a folder of which something cannot be listed is degraded until it can be`(
        _ closed: String
    ) throws {
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try program.assets().mapValues { $0["id"] as? String }
        try Mount.run("chmod", "000", path(closed))
        defer { try? Mount.run("chmod", "755", path(closed)) }
        let feed = try Feed(program)
        let line = try feed.wait {
            $0["type"] as? String == "state" && $0["state"] as? String == "degraded"
        }
        let detail = try #require(line["detail"] as? String)
        #expect(detail.contains(" cannot be listed (Permission denied); what is known there"))
        try feed.waitUntilSynced()
        let root = try program.run("roots").lines.first
        #expect(root?["state"] as? String == "degraded" && root?["detail"] as? String == detail)
        let doctor = try program.run("doctor").lines
        let folder = doctor.filter { $0["check"] as? String == "folder" }
        #expect(folder.contains { $0["state"] as? String == "problem" && $0["cure"] is String })
        #expect(
            !folder.contains { ($0["detail"] as? String)?.contains("read by the indexer") == true }
        )
        #expect(try program.assets().mapValues { $0["id"] as? String } == before)
        try Mount.run("chmod", "755", path(closed))
        kill(feed.process.processIdentifier, SIGHUP)
        _ = try feed.wait { $0["state"] as? String == "online" }
        #expect(feed.stop() == 0)
        #expect(try program.assets().mapValues { $0["id"] as? String } == before)
        #expect(try program.run("audit").code == 0)
    }
}
