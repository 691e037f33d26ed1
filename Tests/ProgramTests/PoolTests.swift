import Foundation
import Testing

/// File systems that are made of others, which come, go and change on their own.
@Suite(.enabled(if: LyingDisk.isPossible, "needs to mount through FUSE"), .serialized)
struct PoolTests {
    private func makePool(_ program: Program) throws -> LyingDisk {
        let disk = try LyingDisk(program, [])
        for number in 0..<120 {
            try program.picture("\(number % 2)/\(number).jpg", number)
        }
        return disk
    }

    @Test
    func `a pool that loses a disk while nobody looks loses no photo`() throws {
        let program = try Program()
        let disk = try makePool(program)
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try program.run("assets").output
        try disk.renameUnseen("1", ".away")
        for _ in 0..<2 {
            let outcome = try program.run("index")
            #expect(outcome.code == 1 && outcome.complaint.contains("60 of 120 photos"))
            #expect(try program.run("assets").output == before)
        }
        try disk.renameUnseen(".away", "1")
        #expect(try program.run("index").code == 0)
        #expect(try program.run("assets").output == before)
        try disk.renameUnseen("1", ".away")
        #expect(try program.run("index", "--accept-root").code == 0)
        #expect(try program.assets().count == 60)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a pool that loses a disk while it is watched is offline until that is back`() throws {
        let program = try Program()
        let disk = try makePool(program)
        let feed = try Feed(program, "--rescan", "2s", program.photos.path)
        try feed.waitUntilSynced()
        try disk.renameUnseen("1", ".away")
        let line = try feed.wait { $0["state"] as? String == "offline" }
        #expect((line["detail"] as? String)?.contains("60 of 120 photos") == true)
        #expect(try program.assets().count == 120)
        try disk.renameUnseen(".away", "1")
        _ = try feed.wait { $0["state"] as? String == "degraded" }
        #expect(try program.assets().count == 120)
        #expect(!feed.lines.contains { $0["change"] as? String == "removed" })
        // What is deleted where it is watched is gone.
        try program.remove("0")
        try program.wait { try program.assets().count == 60 }
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    /// The watcher reads of all that only when the folder is gone, so that it can check no name any more.
    @Test
    func `a large folder that is deleted while the watcher gets no turn is gone`() throws {
        let program = try Program()
        let disk = try makePool(program)
        defer { withExtendedLifetime(disk) {} }
        let feed = try Feed(program, "--rescan", "2s", program.photos.path)
        try feed.waitUntilSynced()
        let watchers = ChildProcesses.of(feed.process.processIdentifier).filter { process in
            let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            return name?.hasPrefix("heliograph-wat") == true
        }
        #expect(watchers.count == 1)
        for watcher in watchers { kill(watcher, SIGSTOP) }
        try program.remove("0")
        for watcher in watchers { kill(watcher, SIGCONT) }
        try program.wait { try program.assets().count == 60 }
        #expect(!feed.lines.contains { $0["state"] as? String == "offline" })
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `what others change unseen is found by the timer`() throws {
        let program = try Program()
        let disk = try LyingDisk(program, [])
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, "--rescan", "2s", program.photos.path)
        try feed.waitUntilSynced()
        #expect(try program.run("roots").lines.first?["state"] as? String == "degraded")
        let picture = Data(Program.jpeg(2))
        try picture.write(to: disk.store.appendingPathComponent("b.jpg"))
        _ = try feed.asset("b.jpg", "inserted")
        try FileManager.default.removeItem(at: disk.store.appendingPathComponent("a.jpg"))
        _ = try feed.wait { $0["change"] as? String == "removed" }
        #expect(feed.stop() == 0)
    }

    /// Makes the folder of photos an overlay; returns its lower layer, which has photos in `A` and `B`.
    private func overlay(_ program: Program) throws -> URL {
        let layers = try ["lower/A", "lower/B", "upper", "work"].map { name in
            let url = program.work.appendingPathComponent("layers/\(name)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            return url
        }
        for number in 1...4 {
            let photo = layers[number % 2].appendingPathComponent("\(number).jpg")
            try Data(Program.jpeg(number)).write(to: photo)
        }
        let lower = layers[0].deletingLastPathComponent()
        let options =
            "lowerdir=\(lower.path),upperdir=\(layers[2].path),workdir=\(layers[3].path)"
        do {
            try Mount.run("mount", "-t", "overlay", "-o", options, "overlay", program.photos.path)
        } catch {
            try Test.cancel("an overlay cannot be mounted here")
        }
        return lower
    }

    @Test
    func `what changes in a directory of an overlay's lower layer is noticed, and who is who`()
        throws
    {
        let program = try Program()
        _ = try overlay(program)
        defer { try? Mount.run("umount", "-l", program.photos.path) }
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try program.assets()
        let feed = try Feed(program, "--since", try program.token())
        try feed.waitUntilSynced()
        try program.picture("A/5.jpg", 5)
        _ = try feed.asset("A/5.jpg", "inserted")
        let photos = program.photos
        try FileManager.default.moveItem(
            at: photos.appendingPathComponent("B/1.jpg"),
            to: photos.appendingPathComponent("A/1.jpg")
        )
        _ = try feed.asset("A/1.jpg", "moved")
        try FileManager.default.removeItem(at: photos.appendingPathComponent("B/3.jpg"))
        _ = try feed.wait { $0["change"] as? String == "removed" }
        #expect(feed.stop() == 0)
        // That brings it to the upper layer, where it has another birth.
        try FileManager.default.moveItem(
            at: photos.appendingPathComponent("A/2.jpg"),
            to: photos.appendingPathComponent("B/two.jpg")
        )
        #expect(try program.run("index").code == 0)
        let after = try program.assets()
        #expect(after.keys.sorted() == ["A/1.jpg", "A/4.jpg", "A/5.jpg", "B/two.jpg"])
        #expect(after["A/1.jpg"]?["id"] as? String == before["B/1.jpg"]?["id"] as? String)
        #expect(after["B/two.jpg"]?["id"] as? String == before["A/2.jpg"]?["id"] as? String)
        #expect(try program.run("audit").code == 0)
    }

    @Test func `a photo of an overlay's lower layer comes back from the trash`() throws {
        let program = try Program()
        _ = try overlay(program)
        defer { try? Mount.run("umount", "-l", program.photos.path) }
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try program.assets()
        let path = try #require(before.keys.min())
        let photo = "\(program.photos.path)/\(path)"
        #expect(try program.run("trash", photo).code == 0)
        let restored = try program.run("restore", photo)
        #expect(restored.code == 0, "\(restored.complaint)")
        #expect(try program.run("index").code == 0)
        let after = try program.assets()
        #expect(after.count == before.count)
        #expect(after[path]?["id"] as? String == before[path]?["id"] as? String)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `what changes in the lower layer of an overlay is found by the timer`() throws {
        let program = try Program()
        let lower = try overlay(program)
        defer { try? Mount.run("umount", "-l", program.photos.path) }
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, "--rescan", "2s", program.photos.path)
        try feed.waitUntilSynced()
        let state = try program.run("roots").lines.first
        #expect(state?["state"] as? String == "degraded")
        #expect((state?["detail"] as? String)?.contains("overlay") == true)
        try Data(Program.jpeg(2)).write(to: lower.appendingPathComponent("b.jpg"))
        _ = try feed.asset("b.jpg", "inserted")
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }
}
