import Foundation
import Testing

/// A re-check at an hour of the night, when disks may be heard.
@Suite(
    .enabled(if: Preload.wrongClock != nil && LyingDisk.isPossible, "needs clang and FUSE"),
    .serialized
)
struct DailyRescanTests {
    /// The clock that the programs read: this machine's and so many seconds.
    private func set(_ offset: Int, _ file: URL) throws {
        let handle = try FileHandle(forUpdating: file)
        try handle.write(contentsOf: withUnsafeBytes(of: offset) { Data($0) })
        try handle.close()
    }

    @Test
    func `what others changed unseen is found at the hour that is set, and not before`() throws {
        let program = try Program()
        let disk = try LyingDisk(program, [])
        try program.picture("a.jpg", 1)
        let clock = program.work.appendingPathComponent("clock")
        try Data(count: 8).write(to: clock)
        program.environment = [
            "LD_PRELOAD": try #require(Preload.wrongClock), "WRONG_CLOCK_FILE": clock.path,
            "TZ": "UTC0",
        ]
        // Half past noon, today.
        let now = Int(Date().timeIntervalSince1970)
        let noon = 45_000 - now % 86_400
        try set(noon, clock)
        let feed = try Feed(program, "--rescan", "03:00", program.photos.path)
        try feed.waitUntilSynced()
        try Data(Program.jpeg(2)).write(to: disk.store.appendingPathComponent("b.jpg"))
        // What comes through the disk itself is told, and no more.
        try program.picture("c.jpg", 3)
        _ = try feed.asset("c.jpg", "inserted")
        #expect(
            !feed.lines.contains { ($0["asset"] as? [String: Any])?["path"] as? String == "b.jpg" }
        )
        // A quarter past three in the next night.
        try set(noon + 53_100, clock)
        try program.picture("d.jpg", 4)
        let line = try feed.wait { $0["state"] as? String == "rescanning" }
        #expect(line["reason"] as? String == "timer")
        _ = try feed.asset("b.jpg", "inserted")
        #expect(feed.stop() == 0)
    }
}
