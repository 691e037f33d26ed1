import Foundation
import TestSupport
import Testing

/// The feed in a file, in a FIFO, and over a socket.
struct FeedFileTests {
    private let program: Program
    private let file: URL

    init() throws {
        program = try Program()
        file = program.work.appendingPathComponent("feed.jsonl")
    }

    private func lines(_ url: URL) -> [[String: Any]] {
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) ?? [:]
        }
    }

    private func paths(_ url: URL) -> [String] {
        lines(url).compactMap { ($0["asset"] as? [String: Any])?["path"] as? String }
    }

    private func run() throws -> Program.Outcome {
        try program.run("watch", "--once", "--feed", file.path, program.photos.path)
    }

    @Test
    func `a feed file is gone on with after its last whole line`() throws {
        try program.picture("a.jpg", 1)
        #expect(try run().output == "")
        try program.picture("b.jpg", 2)
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("{\"type\":\"asset\",\"token\":\"h1-".utf8))
        try handle.close()
        #expect(try run().code == 0)
        #expect(paths(file) == ["a.jpg", "b.jpg"])
        #expect(lines(file).allSatisfy { $0["token"] is String })
    }

    @Test
    func `a file that holds something else, and one among the photos, are refused`() throws {
        try program.picture("a.jpg", 1)
        for text in ["holiday plans", "holiday plans\n", "{\"type\":1}\n"] {
            try Data(text.utf8).write(to: file)
            let result = try run()
            #expect(result.code == 73)
            #expect(result.complaint.contains("holds something else; name another file"))
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
        let inside = try program.run(
            "watch",
            "--once",
            "--feed",
            program.photos.appendingPathComponent("feed.jsonl").path,
            program.photos.path
        )
        #expect(inside.code == 73)
        #expect(inside.complaint.contains("inside the photos folder"))
    }

    @Test
    func `a hang-up begins a new file, with everything in it, after the old one was moved away`()
        throws
    {
        try program.picture("a.jpg", 1)
        let daemon = program.process(["watch", "--feed", file.path, program.photos.path])
        try daemon.run()
        defer { daemon.terminate() }
        try program.wait { lines(file).contains { $0["type"] as? String == "synced" } }
        let old = program.work.appendingPathComponent("feed.1")
        try FileManager.default.moveItem(at: file, to: old)
        kill(daemon.processIdentifier, SIGHUP)
        try program.wait { lines(file).contains { $0["type"] as? String == "synced" } }
        try program.pictureAtOnce("b.jpg", 2)
        try program.wait { paths(file).contains("b.jpg") }
        #expect(paths(file) == ["a.jpg", "b.jpg"])
        #expect(paths(old) == ["a.jpg"])
    }

    @Test(.enabled(if: Mount.isPossible, "needs to mount"))
    func `a feed on a full disk goes on when there is room, without a gap`() throws {
        let place = program.work.appendingPathComponent("disk")
        let disk = try Mount(place, options: "size=128k")
        for number in 0..<400 { try program.picture("\(number).jpg", number) }
        let full = place.appendingPathComponent("feed.jsonl")
        let log = program.work.appendingPathComponent("log")
        try Data().write(to: log)
        let daemon = program.process(["watch", "--feed", full.path, program.photos.path])
        daemon.standardError = try FileHandle(forWritingTo: log)
        try daemon.run()
        defer { kill(daemon.processIdentifier, SIGKILL) }
        func told(_ words: String) throws -> Int {
            let text = try String(contentsOf: log, encoding: .utf8)
            return text.components(separatedBy: words).count - 1
        }
        let trouble = "the feed \(full.path) cannot be written: No space left on device"
        try program.wait { try told("\(trouble); trying again") == 1 }
        // It is tried again at once, and told no other time.
        kill(daemon.processIdentifier, SIGHUP)
        // The indexer went on meanwhile.
        try program.wait { try program.assets().count == 400 }
        try Mount.run("mount", "-o", "remount,size=4m", disk.path)
        kill(daemon.processIdentifier, SIGHUP)
        try program.wait { lines(full).contains { $0["type"] as? String == "synced" } }
        try program.wait { try told("the feed \(full.path) is written again") == 1 }
        #expect(try told(trouble) == 1)
        #expect(Set(paths(full)).count == 400)
        #expect(paths(full).count == 400)
    }

    @Test
    func `readers of a FIFO come and go while the daemon goes on`() throws {
        try program.picture("a.jpg", 1)
        #expect(mkfifo(file.path, 0o600) == 0)
        let daemon = program.process(["watch", "--feed", file.path, program.photos.path])
        try daemon.run()
        defer { daemon.terminate() }
        func read(until path: String) throws {
            let reader = try FileHandle(forReadingFrom: file)
            defer { try? reader.close() }
            var text = Data()
            try program.wait {
                // It ends again and again until the daemon has it open for good.
                if reader.isReadable(within: 1_000) { text += reader.next() }
                return String(decoding: text, as: UTF8.self).contains("\"path\":\"\(path)\"")
            }
        }
        try read(until: "a.jpg")
        for number in 0..<5 {
            try program.picture("\(number).jpg", 10 + number)
            try program.wait { try program.assets()["\(number).jpg"] != nil }
            // What is in the FIFO stays there though nobody has it open.
            kill(daemon.processIdentifier, SIGHUP)
            try read(until: "\(number).jpg")
        }
    }

    @Test
    func `a folder that was forgotten has no line of its state`() throws {
        try program.picture("a.jpg", 1)
        let more = program.work.appendingPathComponent("more")
        try FileManager.default.createDirectory(at: more, withIntermediateDirectories: true)
        #expect(try program.run("index", program.photos.path).code == 0)
        let token = try program.run("changes").lines.last?["token"] as? String ?? ""
        #expect(try program.run("index", more.path).code == 0)
        func states() throws -> Set<String> {
            let lines = try program.run("changes", "--states", "--since", token).lines
            return Set(
                lines.filter { $0["type"] as? String == "state" }
                    .map { $0["root"] as? String ?? "" }
            )
        }
        #expect(try states().contains(more.path))
        #expect(try program.run("roots", "remove", more.path).code == 0)
        #expect(try states() == [program.photos.path])
    }

    @Test
    func `changes takes the token from its input and ends when its reader leaves`() throws {
        try program.picture("a.jpg", 1)
        try program.run("index", program.photos.path)
        let token = try program.run("changes").lines.last?["token"] as? String ?? ""
        try program.picture("b.jpg", 2)
        try program.run("index")
        for (line, expected) in [("\n", ["a.jpg", "b.jpg"]), ("\(token)\n", ["b.jpg"])] {
            let process = program.process(["changes", "--follow", "--states", "--since", "-"])
            let (input, output) = (Pipe.closedInOthers(), Pipe.closedInOthers())
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            input.fileHandleForWriting.write(Data(line.utf8))
            var text = ""
            while !text.contains("\"path\":\"b.jpg\"") || !text.contains("\"type\":\"synced\"") {
                let more = output.fileHandleForReading.next()
                try #require(!more.isEmpty)
                text += String(decoding: more, as: UTF8.self)
            }
            let found = text.split(separator: "\n").compactMap {
                let object = try? JSONSerialization.jsonObject(with: Data($0.utf8))
                return ((object as? [String: Any])?["asset"] as? [String: Any])?["path"] as? String
            }
            #expect(found == expected)
            #expect(text.hasPrefix("{\"type\":\"library\""))
            // Nothing happens in the library, and yet nobody may be left waiting.
            try output.fileHandleForReading.close()
            process.waitPatiently()
            #expect(process.terminationStatus == 0)
        }
    }
}
