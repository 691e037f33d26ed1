import Foundation
import Testing

/// Directories that the machine shows at two places, by `mount --bind`.
@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .serialized, .patient)
struct BoundDirectoryTests {
    private let program: Program
    private let disk: Mount

    init() throws {
        program = try Program()
        try program.picture("folder/covered.jpg", 1)
        disk = try Mount(program.photos.appendingPathComponent("disk"))
        try program.picture("disk/album/there.jpg", 2)
        try program.picture("disk/album/deep/below.jpg", 3)
    }

    private func path(_ name: String) -> String {
        program.photos.appendingPathComponent(name).path
    }

    private func unbind(_ name: String) throws { try Mount.run("umount", "-l", path(name)) }

    @Test func `a directory of another disk over a folder hides it, and nothing is lost`() throws {
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let before = try program.run("assets").output
        try Mount.run("mount", "--bind", path("disk/album"), path("folder"))
        _ = try feed.wait { $0["state"] as? String == "offline" }
        #expect(try program.run("assets").output == before)
        // It is followed where it lies.
        try program.picture("disk/album/deep/new.jpg", 4)
        _ = try feed.asset("disk/album/deep/new.jpg", "inserted")
        try unbind("folder")
        _ = try feed.wait { $0["state"] as? String == "online" }
        #expect(!feed.lines.contains { $0["change"] as? String == "removed" })
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
        #expect(try program.assets().count == 4)
    }

    @Test func `a daemon that starts while a directory is bound takes it up where it lies`() throws
    {
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try program.run("assets").output
        try Mount.run("mount", "--bind", path("disk/album"), path("folder"))
        let feed = try Feed(program, program.photos.path)
        _ = try feed.wait { $0["state"] as? String == "offline" }
        try unbind("folder")
        _ = try feed.wait { $0["state"] as? String == "online" }
        #expect(try program.run("assets").output == before)
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test func `within one disk a bound directory is shown once`() throws {
        try FileManager.default.createDirectory(
            atPath: path("disk/second"),
            withIntermediateDirectories: true
        )
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let before = try program.run("assets").output
        try Mount.run("mount", "--bind", path("disk/album"), path("disk/second"))
        try program.picture("disk/album/deep/new.jpg", 4)
        _ = try feed.asset("disk/album/deep/new.jpg", "inserted")
        #expect(try program.run("audit").code == 0)
        try unbind("disk/second")
        try program.remove("disk/album/deep/new.jpg")
        _ = try feed.asset("disk/album/deep/new.jpg", "removed")
        #expect(feed.stop() == 0)
        #expect(try program.run("assets").output == before)
    }
}
