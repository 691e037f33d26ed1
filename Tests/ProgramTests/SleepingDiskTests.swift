import Foundation
import Testing

/// Disks that are to sleep while nothing is to be done.
@Suite(.enabled(if: LyingDisk.isPossible, "needs to mount through FUSE"), .serialized)
struct SleepingDiskTests {
    /// How many times something was asked of the disk.
    private func requests(_ disk: LyingDisk) throws -> Int {
        let log = URL(fileURLWithPath: disk.store.path + ".requests")
        return try Data(contentsOf: log).count { $0 == 0x0A }
    }

    @Test
    func `a disk is left alone while nothing happens, also while another folder is away`() throws {
        let program = try Program()
        let disk = try LyingDisk(program, ["log"])
        let away = program.work.appendingPathComponent("away")
        try FileManager.default.createDirectory(at: away, withIntermediateDirectories: true)
        try Data(Program.jpeg(1)).write(to: away.appendingPathComponent("a.jpg"))
        for number in 0..<50 { try program.picture("\(number % 5)/\(number).jpg", 10 + number) }
        #expect(try program.run("index", program.photos.path, away.path).code == 0)
        try FileManager.default.removeItem(at: away)
        let feed = try Feed(program)
        _ = try feed.wait { $0["state"] as? String == "offline" }
        try feed.waitUntilSynced()
        // The folder that is away is looked for each second, and nothing of the disk for that.
        var (before, since) = (0, Date())
        try program.wait {
            let now = try requests(disk)
            if now != before { (before, since) = (now, Date()) }
            return Date().timeIntervalSince(since) > 6
        }
        try program.picture("new.jpg", 1_000)
        _ = try feed.asset("new.jpg", "inserted")
        #expect(try requests(disk) > before)
        #expect(feed.stop() == 0)
    }
}
