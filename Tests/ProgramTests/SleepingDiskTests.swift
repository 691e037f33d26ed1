import Foundation
import Testing

/// Disks that are to sleep while nothing is to be done.
@Suite(.enabled(if: LyingDisk.isPossible, "needs to mount through FUSE"), .serialized)
struct SleepingDiskTests {
    /// How many times one of these threads asked something of the disk: other programs look at all that is mounted.
    private func requests(_ disk: LyingDisk, of threads: Set<String>) throws -> Int {
        let log = try String(contentsOfFile: disk.store.path + ".requests", encoding: .utf8)
        return log.split(separator: "\n").count { line in
            line.split(separator: " ").last.map { threads.contains(String($0)) } == true
        }
    }

    private func threads(_ feed: Feed) -> [String] {
        let indexer = feed.process.processIdentifier
        return ([indexer] + ChildProcesses.of(indexer)).flatMap { process in
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        }
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
        // Whatever other tests mount has it look whether the folders are still there.
        program.starter = ["/usr/bin/unshare", "--mount", "--propagation", "private"]
        let feed = try Feed(program)
        _ = try feed.wait { $0["state"] as? String == "offline" }
        try feed.waitUntilSynced()
        // The folder that is away is looked for each second, and nothing of the disk for that.
        var (before, since) = (0, Date())
        var own: Set<String> = []
        try program.wait {
            own.formUnion(threads(feed))
            let now = try requests(disk, of: own)
            if now != before { (before, since) = (now, Date()) }
            return Date().timeIntervalSince(since) > 6
        }
        try program.picture("new.jpg", 1_000)
        _ = try feed.asset("new.jpg", "inserted")
        #expect(try requests(disk, of: own.union(threads(feed))) > before)
        #expect(feed.stop() == 0)
    }
}
