import Foundation
import Testing

/// Directories that the machine shows at two places, by `mount --bind`.
@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .serialized)
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

    @Test func `two folders that are one directory are told of, and keep what is known`() throws {
        let other = program.work.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try program.assets().keys.sorted()
        try Mount.run("mount", "--bind", program.photos.path, other.path)
        defer { try? Mount.run("umount", "-l", other.path) }
        let indexed = try program.run("index", program.photos.path, other.path)
        #expect(
            indexed.complaint.contains(
                "the folders \(program.photos.path) and \(other.path) are one directory"
            )
        )
        #expect(try program.assets().keys.sorted() == before)
        #expect(indexed.complaint.contains("roots remove \(other.path)"))
        #expect(try program.run("roots", "remove", other.path).code == 0)
        let alone = try program.run("index", program.photos.path)
        #expect(alone.code == 0 && !alone.complaint.contains("one directory"), "\(alone)")
        #expect(try program.assets().keys.sorted() == before)
    }

    @Test(arguments: [["a", "b"], ["b", "a"]])
    func `a folder in whose place another one is seen leaves that one followed`(
        order: [String]
    ) throws {
        var disks = try order.reduce(into: [:]) {
            $0[$1] = try Mount(program.work.appendingPathComponent($1))
        }
        let folders = order.map { program.work.appendingPathComponent($0).path }
        let (a, b) = (program.work.path + "/a", program.work.path + "/b")
        for (number, folder) in folders.enumerated() {
            try program.picture("\(number).jpg", 40 + number)
            try Mount.run("mkdir", folder + "/s")
            try Mount.run("mv", program.photos.path + "/\(number).jpg", folder + "/s/p.jpg")
        }
        #expect(try program.run(["index"] + folders).code == 0)
        let before = try program.run("assets").output
        disks["b"] = nil
        try Mount.run("mount", "--bind", a, b)
        defer { try? Mount.run("umount", "-l", b) }
        #expect(try program.run("index").code == 1)
        #expect(try program.run("assets").output == before)
        let feed = try Feed(program, folders[0], folders[1])
        try feed.waitUntilSynced()
        try program.picture("new.jpg", 50)
        try Mount.run("mv", program.photos.path + "/new.jpg", a + "/s/new.jpg")
        _ = try feed.asset("s/new.jpg", "inserted")
        #expect(feed.stop() == 0)
        withExtendedLifetime(disks) {}
    }

    /// What is known of two photos in a folder, by their names in it.
    private func known(in folder: String) throws -> [String: String] {
        let assets = try program.assets()
        return Dictionary(
            uniqueKeysWithValues: ["1.jpg", "2.jpg"].map { name in
                let asset = assets["\(folder)/\(name)"]
                return (name, "\(asset?["id"] ?? "none") \(asset?["favorite"] ?? "")")
            }
        )
    }

    /// `cover`: A photo on the disk that is mounted over the folder.
    @Test(arguments: [nil, "cover.jpg"], [false, true])
    func `a bound folder over which a disk was mounted is itself again`(
        cover: String?,
        isRestarted: Bool
    ) throws {
        for number in 1...2 { try program.picture("a/\(number).jpg", 10 + number) }
        try FileManager.default.createDirectory(
            atPath: path("view"),
            withIntermediateDirectories: true
        )
        try Mount.run("mount", "--bind", path("a"), path("view"))
        defer { try? unbind("view") }
        var feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        #expect(try program.run("edit", path("a/1.jpg"), "--favorite").code == 0)
        let before = try known(in: "a")
        do {
            let disk = try Mount(program.photos.appendingPathComponent("a"))
            if let cover { try program.picture("a/\(cover)", 13) }
            _ = try feed.asset("view/2.jpg", "moved")
            #expect(try known(in: "view") == before)
            if isRestarted { #expect(feed.stop() == 0) }
            withExtendedLifetime(disk) {}
        }
        if isRestarted {
            feed = try Feed(program, program.photos.path)
            try feed.waitUntilSynced()
        } else {
            _ = try feed.asset("a/2.jpg", "moved")
        }
        try program.wait { try known(in: "a") == before }
        #expect(feed.stop() == 0)
        #expect(
            try program.run("index").code == (try program.assets()["a/cover.jpg"] == nil ? 0 : 1)
        )
        #expect(try known(in: "a") == before)
    }

    @Test func `photos that were followed to where they are bound return with their disk`() throws {
        let image = program.work.appendingPathComponent("ext4.img").path
        let home = program.work.appendingPathComponent("home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
        try Mount.run("truncate", "-s", "16M", image)
        try Mount.run("mkfs.ext4", "-q", image)
        try Mount.run("mount", "-o", "loop", image, home.path)
        defer { try? Mount.run("umount", "-l", home.path) }
        for number in 1...2 { try program.picture("../home/kept/\(number).jpg", 10 + number) }
        try FileManager.default.createDirectory(
            atPath: path("here"),
            withIntermediateDirectories: false
        )
        try Mount.run("mount", "--bind", home.path + "/kept", path("here"))
        defer { try? unbind("here") }
        let feed = try Feed(program, program.photos.path, home.path)
        try feed.waitUntilSynced()
        #expect(try program.run("edit", home.path + "/kept/1.jpg", "--favorite").code == 0)
        let before = try known(in: "kept")
        try Mount.run("umount", "-l", home.path)
        _ = try feed.asset("here/2.jpg", "moved")
        #expect(try known(in: "here") == before)
        try Mount.run("mount", "-o", "loop", image, home.path)
        _ = try feed.asset("kept/2.jpg", "moved")
        try program.wait { try known(in: "kept") == before }
        #expect(feed.stop() == 0)
        #expect(
            !feed.lines.contains {
                $0["change"] as? String == "removed" && $0["type"] as? String == "asset"
            }
        )
        #expect(try known(in: "kept") == before)
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
