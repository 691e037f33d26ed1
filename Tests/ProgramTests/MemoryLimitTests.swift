import Foundation
import TestSupport
import Testing

/// A service whose memory is limited: what takes too much of it is an extractor, and costs its file.
struct MemoryLimitTests {
    private static func text(_ process: pid_t, _ file: String) -> String {
        let text = try? String(contentsOfFile: "/proc/\(process)/\(file)", encoding: .utf8)
        return (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test
    func `extractors go before the indexer where memory is short`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let indexer = feed.process.processIdentifier
        let own = try #require(Int(Self.text(indexer, "oom_score_adj")))
        // One that rests is started again for the next photo; what has answered is as it stays.
        var (number, scores): (Int, [String]) = (1, [])
        try program.wait {
            number += 1
            try program.picture("\(number).jpg", number)
            _ = try feed.asset("\(number).jpg", "inserted")
            scores = ChildProcesses.of(indexer).filter {
                Self.text($0, "comm").hasPrefix("heliograph-extr")
            }.map { Self.text($0, "oom_score_adj") }
            return !scores.isEmpty
        }
        #expect(scores.contains("\(max(own, 500))"))
        #expect(feed.stop() == 0)
    }

    @Test(.enabled(if: MemoryGroup.isPossible, "needs a control group for memory"))
    func `an extractor that is killed for memory costs its file, and the indexer goes on`() throws {
        let program = try Program()
        program.environment["HELIOGRAPH_TEST_MISBEHAVIOUR"] = "1"
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        // Less than one may take; what was there before does not count.
        let group = try MemoryGroup(bytes: 64 << 20)
        let indexer = feed.process.processIdentifier
        for process in [indexer] + ChildProcesses.of(indexer) { try? group.take(process) }
        try program.picture("misbehave-allocates.jpg", 2)
        for number in 3..<20 { try program.picture("\(number).jpg", number) }
        let line = try feed.asset("misbehave-allocates.jpg", "inserted")
        let asset = try #require(line["asset"] as? [String: Any])
        #expect(asset["readable"] as? Bool == false)
        #expect((asset["unreadableReason"] as? String)?.isEmpty == false)
        #expect(group.killed > 0)
        try program.picture("late.jpg", 30)
        _ = try feed.asset("late.jpg", "inserted")
        #expect(feed.stop() == 0)
        let assets = try program.assets()
        #expect(assets.count == 20)
        #expect(assets.values.count { $0["readable"] as? Bool == true } == 19)
    }

    @Test(arguments: ["heliograph.service", "user/heliograph.service"])
    func `a unit outlives an extractor that is killed, and has a limit`(_ name: String) throws {
        let unit = try String(
            contentsOf: Program.package.appendingPathComponent("Packaging/systemd/\(name)"),
            encoding: .utf8
        )
        let lines = Set(unit.split(separator: "\n"))
        #expect(lines.isSuperset(of: ["OOMPolicy=continue", "MemoryMax=1G"]))
    }
}
