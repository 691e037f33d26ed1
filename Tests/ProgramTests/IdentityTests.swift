import Foundation
import Testing

/// A file that stayed where it is stays who it is, whatever becomes of files that are equal to it.
struct IdentityTests {
    private static func ids(_ program: Program) throws -> [String: String] {
        try program.assets().compactMapValues { $0["id"] as? String }
    }

    @Test
    func `a copy whose original is deleted keeps its identifier, its date and its album`() throws {
        let program = try Program()
        try program.picture("a/original.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        try program.picture("b/copy.jpg", 1)
        _ = try feed.asset("b/copy.jpg", "inserted")
        let before = try Self.ids(program)
        let copy = try #require(before["b/copy.jpg"])
        #expect(copy != before["a/original.jpg"])
        #expect(try program.run("edit", copy, "--date", "2001-02-03T04:05:06Z").code == 0)
        let album = try program.run("album", "create", "Mine").lines.first?["id"] as? String
        #expect(try program.run("album", "add", try #require(album), copy).code == 0)

        try program.remove("a/original.jpg")
        let removed = try feed.asset("a/original.jpg", "removed")
        #expect((removed["asset"] as? [String: Any])?["id"] as? String == before["a/original.jpg"])
        let after = try program.assets()
        #expect(after.mapValues { $0["id"] as? String } == ["b/copy.jpg": copy])
        let date = after["b/copy.jpg"]?["creationDate"] as? String
        #expect(date?.hasPrefix("2001-02-03T04:05:06") == true)
        #expect(try program.run("assets", "--album", try #require(album)).lines.count == 1)
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a file that comes when its equal is gone is that asset, in the trash or not`() throws {
        let program = try Program()
        try program.picture("gone.jpg", 1)
        try program.picture("trashed.jpg", 2)
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try Self.ids(program)
        try program.remove("gone.jpg")
        #expect(try program.run("index").code == 0)
        #expect(try program.run("trash", try #require(before["trashed.jpg"])).code == 0)
        try program.picture("again/gone.jpg", 1)
        try program.picture("again/trashed.jpg", 2)
        #expect(try program.run("index").code == 0)
        var after = try Self.ids(program)
        #expect(after["again/gone.jpg"] == before["gone.jpg"])
        // The deleted one lies in the trash still, and is who it was.
        #expect(after["again/trashed.jpg"] != before["trashed.jpg"])
        let restored = try program.run("restore", try #require(before["trashed.jpg"]))
        #expect(restored.code == 0, "\(restored.complaint)")
        after = try Self.ids(program)
        #expect(after["trashed.jpg"] == before["trashed.jpg"] && after.count == 3)
        #expect(try program.run("audit").code == 0)
    }

    @Test(.enabled(if: Mount.isPossible, "needs to mount"))
    func `a file that a mount shows in two places is an asset in each, and each stays`() throws {
        let program = try Program()
        try program.picture("x.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try Self.ids(program)
        try program.picture("other.jpg", 2)
        let other = program.photos.path + "/other.jpg"
        try Mount.run("mount", "--bind", program.photos.path + "/x.jpg", other)
        defer { try? Mount.run("umount", "-l", other) }
        #expect(try program.run("index").code == 0)
        let during = try Self.ids(program)
        #expect(during["x.jpg"] == before["x.jpg"] && during.count == 2)
        try Mount.run("touch", other)
        #expect(try program.run("index").code == 0)
        #expect(try Self.ids(program) == during)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a photo put back after its trash was emptied is who it was`() throws {
        let program = try Program()
        let photo = program.photos.appendingPathComponent("a.jpg")
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let favorite = try program.run("edit", photo.path, "--favorite").lines.first
        let bytes = try Data(contentsOf: photo)
        #expect(try program.run("trash", photo.path).code == 0)
        try program.emptyTrash()
        try bytes.write(to: photo)
        #expect(try program.run("index").code == 0)
        let back = try program.assets()["a.jpg"]
        #expect(back?["id"] as? String == favorite?["id"] as? String)
        #expect(back?["favorite"] as? Bool == true)
        #expect(try program.run("assets", "--where", "trashed == YES").lines.isEmpty)
        #expect(try program.run("audit").code == 0)
    }
}

extension Program {
    /// Removes the trash of the user whose programs these are, with all that is in it.
    fileprivate func emptyTrash() throws {
        try FileManager.default.removeItem(at: work.appendingPathComponent("data/Trash"))
    }
}
