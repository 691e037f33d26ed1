import Foundation
import Testing

/// A file system in a file, which can be mounted again.
private final class Disk {
    private let image: String
    private let place: String

    /// Makes a disk with a picture in it.
    init(_ program: Program, _ name: String, picture path: String, _ number: Int) throws {
        place = program.photos.path
        image = program.work.appendingPathComponent("\(name).ext4").path
        try Mount.run("truncate", "-s", "16M", image)
        try Mount.run("mkfs.ext4", "-q", image)
        try mount()
        try program.picture(path, number)
        try unmount(program)
    }

    deinit {
        try? Mount.run("umount", "-l", place)
    }

    /// Puts the disk over whatever is at the root.
    func mount() throws {
        try Mount.run("mount", "-o", "loop", image, place)
    }

    /// Gives it another identity, as a copy of it or a snapshot has; it is not mounted meanwhile.
    func identifyAnew() throws {
        try Mount.run("e2fsck", "-fp", image)
        try Mount.run("tune2fs", "-U", "random", image)
    }

    /// Takes away what was put there last, as soon as no helper has a file of it open.
    func unmount(_ program: Program) throws {
        try program.wait { (try? Mount.run("umount", place)) != nil }
    }
}

/// Which directory is a root: the one in which its first photo was seen.
@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .serialized)
struct RootDiskTests {
    private func makeProgram() throws -> Program {
        let program = try Program()
        let helpers = try FakeHelpers(program)
        try helpers.replace("extractor", by: FakeHelpers.idle(program.work.path))
        return program
    }

    /// Runs `watch` until a photo is in an extractor's hands, and kills it before it has an answer.
    private func killWhileReading(_ program: Program) throws {
        try? FileManager.default.removeItem(at: program.work.appendingPathComponent("idle"))
        let feed = try Feed(program, "--extraction-seconds", "1000", program.photos.path)
        try killWhileReading(program, feed)
    }

    private func killWhileReading(_ program: Program, _ feed: Feed) throws {
        try program.wait { !program.idleExtractors().isEmpty }
        kill(feed.process.processIdentifier, SIGKILL)
        // They do not notice, and keep open what they were handed; one may just be starting.
        try program.wait {
            for process in program.idleExtractors() { kill(process, SIGKILL) }
            return !feed.process.isRunning
        }
    }

    /// Reads the feed up to where all is known, and makes sure that the disk was not believed.
    private func waitUntilReplaced(_ feed: Feed, _ program: Program) throws {
        try feed.waitUntilSynced()
        try #require(
            feed.lines.contains {
                $0["state"] as? String == "offline" && $0["reason"] as? String == "replaced"
            }
        )
        #expect(try program.assets().isEmpty)
    }

    @Test(arguments: [1, 2])
    func `another disk is not taken for the one that was being indexed`(kills: Int) throws {
        let program = try makeProgram()
        let own = try Disk(program, "own", picture: "a/own.jpg", 1)
        let other = try Disk(program, "other", picture: "a/other.jpg", 2)
        try program.hold()
        try own.mount()
        for _ in 0..<kills { try killWhileReading(program) }
        try own.unmount(program)
        try program.letGo()
        #expect(try program.assets().isEmpty)

        try other.mount()
        let feed = try Feed(program, program.photos.path)
        try waitUntilReplaced(feed, program)

        try other.unmount(program)
        try own.mount()
        _ = try feed.asset("a/own.jpg", "inserted")
        try program.wait { try program.run("roots").lines.first?["state"] as? String == "online" }
        let before = try program.run("assets").output
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
        #expect(try program.run("index").code == 0)
        #expect(try program.run("assets").output == before)
        #expect(try program.assets().keys.sorted() == ["a/own.jpg"])
    }

    @Test
    func `a disk mounted over the one that is being indexed feeds it nothing`() throws {
        let program = try makeProgram()
        let own = try Disk(program, "own", picture: "a.jpg", 1)
        let other = try Disk(program, "other", picture: "a.jpg", 1_000)
        try program.hold()
        try own.mount()
        let log = program.work.appendingPathComponent("log")
        try Data().write(to: log)
        let patience = "--extraction-seconds=1000"
        let feed = try Feed(program, log: log, patience, program.photos.path)
        try program.wait { !program.idleExtractors().isEmpty }
        try other.mount()
        try program.picture("b.jpg", 3)
        // Nothing is committed, and so told, while a first index waits for an extractor.
        try program.wait { try String(contentsOf: log, encoding: .utf8).contains("offline") }
        // The picture has to be opened again; the other disk has one of the same name.
        try program.letGo()
        for process in program.idleExtractors() { kill(process, SIGKILL) }
        try waitUntilReplaced(feed, program)

        try other.unmount(program)
        _ = try feed.asset("a.jpg", "inserted")
        try program.wait { try program.run("roots").lines.first?["state"] as? String == "online" }
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
        #expect(try program.assets().keys.sorted() == ["a.jpg"])
        try own.unmount(program)
    }

    @Test
    func `a copy of a disk is accepted once and for all`() throws {
        let program = try Program()
        let disk = try Disk(program, "disk", picture: "a/b/1.jpg", 1)
        try disk.mount()
        #expect(try program.run("index", program.photos.path).code == 0)
        let path = program.photos.appendingPathComponent("a/b/1.jpg").path
        #expect(try program.run("edit", path, "--favorite").code == 0)
        let before = try #require(try program.assets()["a/b/1.jpg"])
        try disk.unmount(program)
        try disk.identifyAnew()
        try disk.mount()
        #expect(try program.run("index").code == 1)
        #expect(try program.run("index", "--accept-root").code == 0)
        #expect(try program.run("index").code == 0)
        let after = try #require(try program.assets()["a/b/1.jpg"])
        #expect(after["id"] as? String == before["id"] as? String)
        #expect(after["favorite"] as? Bool == true)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a disk takes the place of its empty mount point`() throws {
        for isWatched in [false, true] {
            let program = try Program()
            let disk = try Disk(program, "disk", picture: "a/a.jpg", 1)
            // Neither an empty directory nor one without photos is anything to hold on to.
            try program.write([1], to: "b/readme.txt")
            if isWatched {
                let feed = try Feed(program, program.photos.path)
                try feed.waitUntilSynced()
                try disk.mount()
                _ = try feed.asset("a/a.jpg", "inserted")
                #expect(feed.stop() == 0)
            } else {
                #expect(try program.run("index", program.photos.path).code == 0)
                try disk.mount()
                #expect(try program.run("index").code == 0)
            }
            #expect(try program.assets().keys.sorted() == ["a/a.jpg"])
            #expect(try program.run("audit").code == 0)
        }
    }

    @Test
    func `a root whose photos were all deleted takes another disk`() throws {
        let program = try Program()
        let own = try Disk(program, "own", picture: "a/own.jpg", 1)
        let other = try Disk(program, "other", picture: "a/other.jpg", 2)
        try own.mount()
        #expect(try program.run("index", program.photos.path).code == 0)
        try program.remove("a/own.jpg")
        #expect(try program.run("index").code == 0)
        #expect(try program.assets().isEmpty)
        try own.unmount(program)
        try other.mount()
        #expect(try program.run("index").code == 0)
        #expect(try program.assets().keys.sorted() == ["a/other.jpg"])
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a root that was emptied belongs to the disk on which the next photo was seen`() throws {
        let program = try makeProgram()
        let own = try Disk(program, "own", picture: "a/own.jpg", 1)
        let other = try Disk(program, "other", picture: "a/other.jpg", 2)
        try own.mount()
        let feed = try Feed(program, "--extraction-seconds", "1000", program.photos.path)
        try feed.waitUntilSynced()
        try program.remove("a/own.jpg")
        _ = try feed.wait { $0["change"] as? String == "removed" }
        try program.hold()
        for extractor in feed.helpers("extractor") { kill(extractor, SIGKILL) }
        try program.picture("a/new.jpg", 3)
        try killWhileReading(program, feed)
        try own.unmount(program)
        try program.letGo()

        try other.mount()
        #expect(try program.run("index").code == 1)
        #expect(try program.assets().isEmpty)
        #expect(try program.run("index", "--accept-root").code == 0)
        #expect(try program.assets().keys.sorted() == ["a/other.jpg"])
        #expect(try program.run("audit").code == 0)
    }
}
