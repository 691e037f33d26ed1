import Foundation
import TestSupport
import Testing

/// How much memory an indexer takes the longer it runs.
struct GrowthTests {
    /// Pictures that come, move with their folder and go in one round: three changes each.
    private static let pictures = 250

    /// The memory of an indexer and its helpers in kilobytes, without the pages of programs: what falls to each of who
    /// runs them is more when others end.
    private static func memory(_ feed: Feed) throws -> Int {
        let processes = [feed.process.processIdentifier] + feed.helpers("heliograph-")
        return processes.reduce(0) { sum, process in
            let path = "/proc/\(process)/smaps_rollup"
            let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n")
            let fields = lines?.first { $0.hasPrefix("Pss_Anon:") }?.split(separator: " ")
            return sum + (fields.flatMap { Int($0[1]) } ?? 0)
        }
    }

    private func round(_ number: Int, _ program: Program, _ feed: Feed) throws {
        for picture in 0..<Self.pictures {
            try program.picture("new \(number)/\(picture).jpg", number * Self.pictures + picture)
        }
        let last = "\(Self.pictures - 1).jpg"
        // In whatever order they are read.
        try program.wait { try program.assets().count == Self.pictures + 1 }
        try program.move("new \(number)", to: "old \(number)")
        _ = try feed.asset("old \(number)/\(last)", "moved")
        try program.remove("old \(number)")
        try program.wait { try program.assets().count == 1 }
    }

    @Test(.enabled(if: Effort.isFull))
    func `what is over takes no memory, however much there was`() throws {
        let program = try Program()
        try program.picture("stays.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        for number in 0..<3 { try round(number, program, feed) }
        // It ends the extractors, and gives memory back, some time after the last change.
        try program.wait { feed.helpers("heliograph-").count == 1 }
        var (least, since) = (Int.max, Date())
        try program.wait {
            let now = try Self.memory(feed)
            if now < least { (least, since) = (now, Date()) }
            return Date().timeIntervalSince(since) > 6
        }
        for number in 3..<13 { try round(number, program, feed) }
        let bound = least + 3_000
        var last = 0
        try program.wait {
            last = try Self.memory(feed)
            return feed.helpers("heliograph-").count == 1 && last < bound
        }
        print("growth: \(least) kB, \(last) kB after ten rounds more")
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }
}
