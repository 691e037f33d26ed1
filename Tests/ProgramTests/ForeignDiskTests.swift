import Foundation
import Testing

/// Disks that find files by names that are not their own, and number them anew.
@Suite(.enabled(if: LyingDisk.isPossible, "needs to mount through FUSE"), .serialized)
struct ForeignDiskTests {
    private static let folding = [
        ["fold"], ["fold", "by-name"], ["fold-ascii", "renumber", "no-types", "two-seconds"],
    ]

    /// Indexes `Album/IMG.JPG`, a favorite, and three others; returns the identifier of that.
    private func index(_ program: Program) throws -> String {
        try program.picture("Album/IMG.JPG", 1)
        for number in 2..<5 { try program.picture("Album/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        let path = program.photos.appendingPathComponent("Album/IMG.JPG").path
        #expect(try program.run("edit", path, "--favorite").code == 0)
        return try #require(try program.assets()["Album/IMG.JPG"]?["id"] as? String)
    }

    private func expect(_ path: String, is id: String, _ program: Program) throws {
        let assets = try program.assets()
        #expect(assets.count == 4, "\(assets.keys.sorted())")
        #expect(assets[path]?["id"] as? String == id)
        #expect(assets[path]?["favorite"] as? Bool == true)
        let audit = try program.run("audit")
        #expect(audit.code == 0, "\(audit.output)")
    }

    @Test(arguments: folding)
    func `a file renamed in case only while nobody looks is the same photo`(
        _ lies: [String]
    ) throws {
        let program = try Program()
        let disk = try LyingDisk(program, lies)
        let id = try index(program)
        try disk.renameUnseen("Album/IMG.JPG", "Album/img.jpg")
        #expect(try program.run("index").code == 0)
        try expect("Album/img.jpg", is: id, program)
        // Nor is it anything else in a later walk.
        let before = try program.run("assets").output
        #expect(try program.run("index").code == 0)
        #expect(try program.run("assets").output == before)
    }

    /// Renames in case only, as far as the kernel lets: where both names have one inode, it takes two steps.
    private func rename(_ old: String, _ new: String, _ disk: LyingDisk, _ lies: [String]) throws {
        guard !lies.contains("by-name") else { return try disk.rename(old, new) }
        try disk.rename(old, ".between")
        try disk.rename(".between", new)
    }

    @Test(arguments: folding)
    func `a file renamed in case only is moved`(_ lies: [String]) throws {
        let program = try Program()
        let disk = try LyingDisk(program, lies)
        let id = try index(program)
        let feed = try Feed(program, "--since", try program.token())
        try feed.waitUntilSynced()
        try rename("Album/IMG.JPG", "Album/img.jpg", disk, lies)
        let line = try feed.asset("Album/img.jpg", "moved")
        #expect(line["previousPath"] as? String == "Album/IMG.JPG")
        try expect("Album/img.jpg", is: id, program)
        // What is written by another name is known by its own.
        let other = program.photos.appendingPathComponent("Album/IMG.jpg")
        let handle = try FileHandle(forWritingTo: other)
        try handle.write(contentsOf: Data(Program.jpeg(100)))
        try handle.close()
        _ = try feed.asset("Album/img.jpg", "changed")
        try expect("Album/img.jpg", is: id, program)
        #expect(!feed.lines.contains { $0["change"] as? String == "removed" })
        #expect(feed.stop() == 0)
    }

    @Test(arguments: folding, [false, true])
    func `a directory renamed in case only takes its photos along`(
        _ lies: [String],
        isWatched: Bool
    ) throws {
        let program = try Program()
        let disk = try LyingDisk(program, lies)
        let id = try index(program)
        if isWatched {
            let feed = try Feed(program, "--since", try program.token())
            try feed.waitUntilSynced()
            try rename("Album", "album", disk, lies)
            try program.wait { try program.assets()["album/IMG.JPG"] != nil }
            #expect(feed.stop() == 0)
            #expect(!feed.lines.contains { $0["change"] as? String == "removed" })
        } else {
            try disk.renameUnseen("Album", "album")
            #expect(try program.run("index").code == 0)
        }
        try expect("album/IMG.JPG", is: id, program)
    }

    @Test(arguments: folding)
    func `a directory that another machine renames in case only takes all below it along`(
        _ lies: [String]
    ) throws {
        let program = try Program()
        let disk = try LyingDisk(program, lies)
        let id = try index(program)
        try program.picture("Album/Below/Deep/5.jpg", 5)
        let feed = try Feed(program)
        let below = try #require(
            try feed.asset("Album/Below/Deep/5.jpg", "inserted")["asset"] as? [String: Any]
        )
        try disk.renameUnseen("Album", "album")
        kill(feed.process.processIdentifier, SIGHUP)
        try program.wait { try program.assets()["album/Below/Deep/5.jpg"] != nil }
        try program.wait { try program.assets().count == 5 }
        let assets = try program.assets()
        #expect(assets["album/Below/Deep/5.jpg"]?["id"] as? String == below["id"] as? String)
        #expect(assets["album/IMG.JPG"]?["id"] as? String == id)
        #expect(assets["album/IMG.JPG"]?["favorite"] as? Bool == true)
        #expect(feed.stop() == 0)
        #expect(!feed.lines.contains { $0["change"] as? String == "removed" })
        #expect(try program.run("audit").code == 0)
    }

    @Test(arguments: ["nfd", "nfc"])
    func `a name that is kept in another normalisation is one photo`(_ form: String) throws {
        let program = try Program()
        let disk = try LyingDisk(program, [form])
        let id = try index(program)
        let (composed, decomposed) = ("Album/\u{E9}.jpg", "Album/e\u{301}.jpg")
        let other = form == "nfd" ? composed : decomposed
        let feed = try Feed(program, "--since", try program.token())
        try feed.waitUntilSynced()
        try disk.rename("Album/IMG.JPG", other)
        _ = try feed.asset(composed, "moved")
        try expect(composed, is: id, program)
        let file = program.photos.appendingPathComponent(other)
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: Data(Program.jpeg(100)))
        try handle.close()
        _ = try feed.asset(composed, "changed")
        try expect(composed, is: id, program)
        #expect(feed.stop() == 0)
        #expect(try program.run("index").code == 0)
        try expect(composed, is: id, program)
    }

    @Test
    func `files that were made in both normalisations are two photos where both can be`() throws {
        let program = try Program()
        try program.picture("Album/\u{E9}.jpg", 1)
        try program.picture("Album/e\u{301}.jpg", 2)
        try program.picture("Album/a.jpg", 3)
        try program.picture("Album/A.jpg", 4)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        #expect(try program.run("assets").lines.count == 4)
        try program.picture("Album/b.jpg", 5)
        try program.picture("Album/B.JPG", 5)
        _ = try feed.asset("Album/B.JPG", "inserted")
        #expect(try program.run("assets").lines.count == 6)
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }
}
