import Foundation
import Testing

/// What it costs to take an empty mount point, or a wrong disk, for the library's folder.
@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .serialized)
struct AcceptedRootTests {
    private let program: Program
    private let disk: URL
    private let before: [String: [String: Any]]
    private let album: String

    /// A library on a disk that is away, with a favorite, stars, a date and an album.
    init() throws {
        program = try Program()
        disk = program.work.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try Mount.run("mount", "--bind", disk.path, program.photos.path)
        for number in 0..<3 { try program.picture("a/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        let photo = "\(program.photos.path)/a/1.jpg"
        let edits = ["--favorite", "--rating", "4", "--date", "2001-02-03T04:05:06Z"]
        #expect(try program.run(["edit", photo] + edits).code == 0)
        album = try program.run("album", "create", "Best").lines.first?["id"] as? String ?? ""
        #expect(try program.run("album", "add", album, photo).code == 0)
        before = try program.assets()
        try Mount.run("umount", program.photos.path)
    }

    private func mount(_ directory: URL) throws {
        try Mount.run("mount", "--bind", directory.path, program.photos.path)
    }

    private func expectAllBack(and more: String...) throws {
        let after = try program.assets()
        #expect(after.keys.sorted() == (before.keys + more).sorted())
        for (path, asset) in before {
            for key in ["id", "favorite", "creationDate", "creationDateSource"] {
                #expect("\(after[path]?[key] ?? "")" == "\(asset[key] ?? "")", "\(path) \(key)")
            }
        }
        let members = try program.run("assets", "--album", album).lines
        #expect(members.map { $0["path"] as? String } == ["a/1.jpg"])
        let stars = try program.run("assets", "--where", "rating == 4").lines
        #expect(stars.map { $0["path"] as? String } == ["a/1.jpg"])
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `an empty folder that was accepted by mistake costs nothing once the disk is back`() throws
    {
        let refused = try program.run("index")
        #expect(
            refused.code == 1 && refused.complaint.contains("everything known is kept, 3 photos")
        )
        #expect(try program.assets().count == 3)
        #expect(try program.run("index", "--accept-root").code == 0)
        #expect(try program.assets().isEmpty)
        try mount(disk)
        defer { try? Mount.run("umount", "-l", program.photos.path) }
        #expect(try program.run("index").code == 0)
        try expectAllBack()
    }

    @Test
    func `what is accepted at a start is not accepted for as long as that runs`() throws {
        try mount(disk)
        defer { try? Mount.run("umount", "-l", program.photos.path) }
        let feed = try Feed(program, "--accept-root", program.photos.path)
        // What the catalogue has is told before the folder is looked at.
        try program.picture("a/new.jpg", 9)
        _ = try feed.asset("a/new.jpg", "inserted")
        try Mount.run("umount", "-l", program.photos.path)
        _ = try feed.wait(for: { $0["state"] as? String == "offline" })
        try mount(disk)
        _ = try feed.wait(for: {
            $0["state"] as? String == "online" && $0["reason"] as? String != "start"
        })
        #expect(!feed.lines.contains { $0["change"] as? String == "removed" })
        try expectAllBack(and: "a/new.jpg")
    }

    @Test
    func `only the folders that are named are accepted`() throws {
        let second = program.work.appendingPathComponent("second")
        let moved = program.work.appendingPathComponent("moved")
        try FileManager.default.createDirectory(at: second, withIntermediateDirectories: true)
        try Data(Program.jpeg(9)).write(to: second.appendingPathComponent("second.jpg"))
        try mount(disk)
        #expect(try program.run("index", second.path).code == 0)
        try Mount.run("umount", program.photos.path)
        try FileManager.default.moveItem(at: second, to: moved)
        try FileManager.default.createDirectory(at: second, withIntermediateDirectories: true)
        let accepted = try program.run("index", "--accept-root", second.path)
        #expect(accepted.code == 1 && accepted.complaint.contains("as if its disk was not mounted"))
        #expect(accepted.complaint.contains("another directory is accepted as a folder"))
        #expect(try program.assets().keys.sorted() == before.keys.sorted())
        try mount(disk)
        defer { try? Mount.run("umount", "-l", program.photos.path) }
        #expect(try program.run("index").code == 0)
        try expectAllBack()
    }

    @Test
    func `another disk that was accepted by mistake costs nothing once the right one is`() throws {
        let other = program.work.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try Data(Program.jpeg(9)).write(to: other.appendingPathComponent("other.jpg"))
        try mount(other)
        let refused = try program.run("index")
        #expect(
            refused.code == 1 && refused.complaint.contains("everything known is kept, 3 photos")
        )
        #expect(try program.run("index", "--accept-root").code == 0)
        #expect(try program.assets().keys.sorted() == ["other.jpg"])
        try Mount.run("umount", program.photos.path)
        try mount(disk)
        defer { try? Mount.run("umount", "-l", program.photos.path) }
        #expect(try program.run("index").code == 1)
        #expect(try program.run("index", "--accept-root").code == 0)
        try expectAllBack()
    }
}
