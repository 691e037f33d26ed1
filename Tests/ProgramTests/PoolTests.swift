import Foundation
import Testing

/// File systems that are made of others, which come, go and change on their own.
@Suite(.enabled(if: LyingDisk.isPossible, "needs to mount through FUSE"), .serialized, .patient)
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

    @Test
    func `what changes in the lower layer of an overlay is found by the timer`() throws {
        let program = try Program()
        let layers = try ["lower", "upper", "work"].map { name in
            let url = program.work.appendingPathComponent("layers/\(name)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            return url
        }
        let options = zip(["lowerdir", "upperdir", "workdir"], layers)
            .map { "\($0)=\($1.path)" }.joined(separator: ",")
        do {
            try Mount.run("mount", "-t", "overlay", "-o", options, "overlay", program.photos.path)
        } catch {
            try Test.cancel("an overlay cannot be mounted here")
        }
        defer { try? Mount.run("umount", "-l", program.photos.path) }
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, "--rescan", "2s", program.photos.path)
        try feed.waitUntilSynced()
        let state = try program.run("roots").lines.first
        #expect(state?["state"] as? String == "degraded")
        #expect((state?["detail"] as? String)?.contains("overlay") == true)
        try Data(Program.jpeg(2)).write(to: layers[0].appendingPathComponent("b.jpg"))
        _ = try feed.asset("b.jpg", "inserted")
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }
}
