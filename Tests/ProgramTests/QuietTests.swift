import Foundation
import Testing

/// What an indexer does while nothing is to be done.
struct QuietTests {
    /// How often the threads of some processes went to sleep, which is how often they were woken.
    private static func sleeps(_ processes: [Int32]) -> [String: Int] {
        var found: [String: Int] = [:]
        for process in processes {
            let tasks = "/proc/\(process)/task"
            for task in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
                let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
                let line = status?.split(separator: "\n").first {
                    $0.hasPrefix("voluntary_ctxt_switches")
                }
                found[task] = line?.split(separator: "\t").last.flatMap { Int($0) }
            }
        }
        return found
    }

    @Test(.enabled(if: UserNamespace.isPossible, "needs user namespaces"))
    func `an indexer at rest is not woken`() throws {
        let program = try Program()
        // It is woken by whatever is mounted, by other tests too.
        program.starter = [
            "/usr/bin/unshare", "--user", "--map-root-user", "--mount", "--propagation", "private",
        ]
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let indexer = feed.process.processIdentifier
        // It ends the extractors and gives memory back first.
        try program.wait { ChildProcesses.of(indexer).count == 1 }
        var (before, since) = ([String: Int](), Date())
        try program.wait {
            let now = Self.sleeps([indexer] + ChildProcesses.of(indexer))
            if now != before { (before, since) = (now, Date()) }
            return Date().timeIntervalSince(since) > 5
        }
        #expect(before.count > 1)
        try program.picture("b.jpg", 2)
        _ = try feed.asset("b.jpg", "inserted")
        #expect(feed.stop() == 0)
    }
}
