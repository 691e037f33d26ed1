import Foundation
import Testing

/// The kernel's own queue of events, when it is too full for more.
struct OverflowTests {
    /// More files than the queue has room for events: each gives two.
    private static let files: Int = {
        let path = "/proc/sys/fs/inotify/max_queued_events"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return (Int(text.trimmingCharacters(in: .newlines)) ?? 16_384) * 3 / 4
    }()
    private static let directories = 128

    private func identifiers(_ program: Program) throws -> [String: String] {
        try program.assets().compactMapValues { $0["id"] as? String }
    }

    /// Has more happen than the queue takes in, and directories move after that.
    private func overflow(_ program: Program) throws {
        for number in 0..<Self.files {
            let directory = number % Self.directories
            let path = "\(program.photos.path)/\(directory)/\(number)"
            // Enough of them are pictures; the others cost only their events.
            if number % 100 < 5 {
                try program.picture("\(directory)/\(number).jpg", 1_000 + number)
            } else {
                close(open("\(path).txt", O_CREAT | O_WRONLY, 0o644))
            }
        }
        try program.write([], to: "below/.keep")
        try program.move("1", to: "below/one")
        try program.move("2", to: "between")
        try program.move("3", to: "2")
        try program.move("between", to: "3")
        try program.remove("4")
        try program.picture("5/a.jpg", 5_000)
        try program.move("6/a.jpg", to: "7/b.jpg")
    }

    @Test
    func `what happens while the queue is full is told, and what was moved is who it was`() throws {
        let program = try Program()
        for number in 0..<Self.directories { try program.picture("\(number)/a.jpg", number) }
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let before = try identifiers(program)
        let watcher = try #require(feed.helpers("watcher").first)
        kill(watcher, SIGSTOP)
        try overflow(program)
        kill(watcher, SIGCONT)
        _ = try feed.wait {
            $0["state"] as? String == "rescanning" && $0["reason"] as? String == "overflow"
        }
        try feed.waitUntilSynced()
        let pictures = (0..<Self.files).count { $0 % 100 < 5 && $0 % Self.directories != 4 }
        // A directory that was not found has a second to turn up elsewhere before its photos are removed.
        try program.wait {
            try identifiers(program).count == Self.directories - 1 + pictures
        }
        let after = try identifiers(program)
        for (old, new) in [
            ("0/a.jpg", "0/a.jpg"), ("1/a.jpg", "below/one/a.jpg"), ("2/a.jpg", "3/a.jpg"),
            ("3/a.jpg", "2/a.jpg"), ("5/a.jpg", "5/a.jpg"), ("6/a.jpg", "7/b.jpg"),
        ] { #expect(before[old] != nil && after[new] == before[old], "\(old)") }
        #expect(!after.values.contains(try #require(before["4/a.jpg"])))
        // The queue that was begun anew tells of what comes.
        try program.picture("below/one/new.jpg", 9_999)
        _ = try feed.asset("below/one/new.jpg", "inserted")
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }
}
