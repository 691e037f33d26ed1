import Foundation
import TestSupport
import Testing

/// A file system in memory, mounted for one test.
final class Mount {
    let path: String

    init(_ path: URL, options: String = "size=16m") throws {
        self.path = path.path
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        try Self.run("mount", "-t", "tmpfs", "-o", options, "tmpfs", self.path)
    }

    deinit {
        try? Self.run("umount", "-l", path)
    }

    /// Only root may mount, and not in every container.
    static let isPossible: Bool = {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("heliograph-mount-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        return geteuid() == 0 && (try? Mount(place)) != nil
    }()

    static func run(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitPatiently()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}

@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .serialized)
struct MountTests {
    @Test
    func
        `a disk below the folder that is not mounted loses nothing, nor does another in its place`()
        throws
    {
        let program = try Program()
        try program.picture("here.jpg", 1)
        let disk = program.photos.appendingPathComponent("disk")
        do {
            let mount = try Mount(disk)
            try program.picture("disk/there.jpg", 2)
            #expect(try program.run("index", program.photos.path).code == 0)
            withExtendedLifetime(mount) {}
        }
        let before = try program.run("assets").output
        let without = try program.run("index")
        #expect(without.code == 1)
        #expect(without.complaint.contains("offline"))
        #expect(try program.run("assets").output == before)

        let other = try Mount(disk)
        try program.picture("disk/other.jpg", 3)
        #expect(try program.run("index").code == 1)
        #expect(try program.run("assets").output == before)
        withExtendedLifetime(other) {}
    }

    @Test
    func `a disk that goes and comes back while it is watched keeps every identifier`() throws {
        let program = try Program()
        let storage = program.work.appendingPathComponent("storage")
        try FileManager.default.createDirectory(at: storage, withIntermediateDirectories: true)
        let disk = program.photos.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let image = storage.appendingPathComponent("ext4.img").path
        try Mount.run("truncate", "-s", "16M", image)
        try Mount.run("mkfs.ext4", "-q", image)
        try Mount.run("mount", "-o", "loop", image, disk.path)
        defer { try? Mount.run("umount", "-l", disk.path) }
        try program.picture("disk/a/there.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let before = try program.run("assets").output

        try program.wait { (try? Mount.run("umount", disk.path)) != nil }
        _ = try feed.wait { $0["state"] as? String == "offline" }
        #expect(try program.run("assets").output == before)
        try Mount.run("mount", "-o", "loop", image, disk.path)
        _ = try feed.wait { $0["state"] as? String == "online" }
        #expect(try program.run("assets").output == before)
        #expect(!feed.lines.contains { $0["change"] as? String == "removed" })
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a full disk ends with its own code and a way out`() throws {
        let program = try Program()
        for number in 0..<50 { try program.picture("f\(number).jpg", number) }
        let small = try Mount(program.work.appendingPathComponent("small"), options: "size=200k")
        let outcome = try program.run(
            "index",
            "--catalogue",
            small.path + "/catalogue.sqlite",
            program.photos.path
        )
        #expect(outcome.code == 74)
        #expect(outcome.complaint.contains("disk is full"))
    }

    /// The built programs may lie where only root can go.
    static let others: Int? = {
        let user = 65_534
        let program = try? Program()
        return (try? program?.run(as: user, "--version").code) == 0 ? user : nil
    }()

    @Test(.enabled(if: others != nil, "needs to become another user"))
    func `another user reads a catalogue, and is told what may not be read`() throws {
        let user = try #require(Self.others)
        let program = try Program()
        try program.picture("a/a.jpg", 1)
        try Mount.run("chmod", "755", program.work.path)
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(try program.run(as: user, "assets").lines.count == 1)

        let state = program.work.appendingPathComponent("state").path
        try Mount.run("chmod", "700", state)
        let hidden = try program.run(as: user, "assets")
        #expect(hidden.code == 77)
        #expect(hidden.complaint.contains("no permission"))

        let own = try Mount(program.work.appendingPathComponent("own"), options: "mode=777")
        let catalogue = own.path + "/catalogue.sqlite"
        try Mount.run("chmod", "700", program.photos.path)
        let closed = try program.run(
            as: user,
            "index",
            "--catalogue",
            catalogue,
            program.photos.path
        )
        #expect(closed.code == 77)
        try Mount.run("chmod", "755", program.photos.path)
        try Mount.run("chmod", "700", program.photos.appendingPathComponent("a").path)
        let partly = try program.run(
            as: user,
            "index",
            "--catalogue",
            catalogue,
            program.photos.path
        )
        #expect(partly.code == 1)
        let complaint = "the folder \(program.photos.path)/a could not be listed: Permission denied"
        #expect(partly.complaint.contains(complaint))
        #expect(partly.lines.first?["unlisted"] as? Int == 1)
    }
}

struct ServiceTests {
    @Test
    func `a reader that has stopped does not hold up indexing`() throws {
        let program = try Program()
        try program.picture("a.jpg", 0)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        // Nobody reads the feed from here on; the pipe is full long before the last of these.
        for number in 1...2_000 { try program.picture("d/\(number).jpg", number) }
        try program.wait { try program.run("assets").lines.count == 2_001 }
        #expect(try program.run("audit").code == 0)
        _ = try feed.asset("d/2000.jpg", "inserted")
        #expect(feed.stop() == 0)
    }

    @Test
    func `SIGHUP has everything looked over again`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        kill(feed.process.processIdentifier, SIGHUP)
        _ = try feed.wait { $0["reason"] as? String == "requested" }
        try feed.waitUntilSynced()
        #expect(feed.stop() == 0)
    }

    @Test
    func `a consumer that goes away ends the program cleanly`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let process = program.process(["watch", program.photos.path])
        let pipe = Pipe.closedInOthers()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        #expect(!pipe.fileHandleForReading.next().isEmpty)
        try pipe.fileHandleForReading.close()
        try program.picture("b.jpg", 2)
        process.waitPatiently()
        #expect(process.terminationStatus == 0)
        #expect(process.terminationReason == .exit)
    }

    @Test
    func `what lies on another disk goes to that disk's trash, and stays there while it is away`()
        throws
    {
        let program = try Program()
        try program.picture("here.jpg", 1)
        let disk = program.photos.appendingPathComponent("disk")
        let mount = try Mount(disk)
        try program.picture("disk/a b.jpg", 2)
        #expect(try program.run("index", program.photos.path).code == 0)
        let path = disk.appendingPathComponent("a b.jpg").path
        #expect(try program.run("trash", path).code == 0)
        let trash = disk.appendingPathComponent(".Trash-\(getuid())")
        let note = try String(
            contentsOf: trash.appendingPathComponent("info/a b.jpg.trashinfo"),
            encoding: .utf8
        )
        #expect(note.hasPrefix("[Trash Info]\nPath=a%20b.jpg\nDeletionDate=20"))
        #expect(
            FileManager.default.fileExists(
                atPath: trash.appendingPathComponent("files/a b.jpg").path
            )
        )
        // A directory that all may use takes precedence.
        let shared = disk.appendingPathComponent(".Trash")
        try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
        #expect(chmod(shared.path, 0o1777) == 0)
        try program.picture("disk/c.jpg", 3)
        #expect(try program.run("index").code == 0)
        #expect(try program.run("trash", disk.appendingPathComponent("c.jpg").path).code == 0)
        let own = shared.appendingPathComponent("\(getuid())/files/c.jpg").path
        #expect(FileManager.default.fileExists(atPath: own))
        #expect(try program.run("restore", path).code == 0)
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try program.run("audit").code == 0)
        withExtendedLifetime(mount) {}
    }

    @Test
    func `nothing is deleted where no trash can be made`() throws {
        let program = try Program()
        let disk = program.photos.appendingPathComponent("disk")
        let mount = try Mount(disk)
        try program.picture("disk/a.jpg", 2)
        #expect(try program.run("index", program.photos.path).code == 0)
        try Mount.run("mount", "-o", "remount,ro", disk.path)
        let refused = try program.run("trash", disk.appendingPathComponent("a.jpg").path)
        #expect(refused.code == 77 && refused.complaint.contains("there is no trash"))
        #expect(refused.complaint.contains("Read-only file system"))
        #expect(try program.run("assets").lines.count == 1)
        #expect(try program.run("audit").code == 0)
        withExtendedLifetime(mount) {}
    }

    /// Their lock files have the same inode number, and devices without a number of their own.
    @Test
    func `of two catalogues on disks in memory each has its own indexer`() throws {
        let programs = [try Program(), try Program()]
        var mounts: [Mount] = []
        var feeds: [Feed] = []
        for program in programs {
            let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
            mounts.append(try Mount(state))
            try program.picture("a.jpg", 1)
            #expect(try program.run("index", program.photos.path).code == 0)
        }
        for program in programs {
            let feed = try Feed(program)
            try feed.waitUntilSynced()
            feeds.append(feed)
            for (other, feed) in zip(programs, feeds + [nil]) {
                let indexer = try other.run("status").lines.first?["indexer"] as? Int
                #expect(indexer == feed.map { Int($0.process.processIdentifier) })
            }
        }
        for feed in feeds { #expect(feed.stop() == 0) }
        withExtendedLifetime(mounts) {}
    }
}
