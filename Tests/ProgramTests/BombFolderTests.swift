import Foundation
import Synchronization
import TestSupport
import Testing

/// Ordinary photos that come among files made to keep, kill and fill the extractors.
struct BombFolderTests {
    /// What is put into the folder, by name; files that hang for ever and that end their process among them.
    private static func files() -> [(name: String, write: (String) throws -> Void)] {
        let bombs = Effort.part(12, of: Bombs.all)
        var files: [(name: String, write: (String) throws -> Void)] = bombs.map {
            ($0.name, $0.write(to:))
        }
        // One of them hangs.
        let modes =
            ["stops"] + Effort.part(2, of: ["loops", "dies", "allocates", "babbles", "sleeps"])
        for mode in modes {
            // Of those that take all the memory they can get one is enough.
            for number in 0..<(mode == "allocates" ? 1 : Effort.count(1, of: 4)) {
                files.append(("misbehave-\(mode).\(number).jpg", write(1_000 + files.count)))
            }
        }
        let step = files.count
        for number in 0..<100 {
            files.insert(("photo-\(number).jpg", write(number)), at: number * step / 100 + number)
        }
        return files
    }

    private static func write(_ number: Int) -> (String) throws -> Void {
        { path in try Data(Program.jpeg(number)).write(to: URL(fileURLWithPath: path)) }
    }

    /// Mebibytes of a program and its helpers, shared ones counted once.
    private static func memory(_ program: pid_t) -> Int {
        let kibibytes = ([program] + ChildProcesses.of(program)).reduce(0) { sum, process in
            let path = "/proc/\(process)/smaps_rollup"
            let rollup = try? String(contentsOfFile: path, encoding: .utf8)
            let line = rollup?.split(separator: "\n").first { $0.hasPrefix("Pss:") }
            return sum + (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
        }
        return kibibytes >> 10
    }

    @Test
    func `photos among bombs are told at once, each bomb with its reason, in little memory`() throws
    {
        let program = try Program()
        program.environment["HELIOGRAPH_TEST_MISBEHAVIOUR"] = "1"
        let feed = try Feed(program, "--extraction-seconds", "10", program.photos.path)
        try feed.waitUntilSynced()
        let files = Self.files()
        let (work, folder) = (program.work, program.photos)
        let process = feed.process.processIdentifier
        let closed = Mutex<[String: ContinuousClock.Instant]>([:])
        let most = Mutex(0)
        let isTold = Mutex(false)
        let watching = Thread {
            while !isTold.withLock({ $0 }) {
                let memory = Self.memory(process)
                most.withLock { $0 = max($0, memory) }
                usleep(250_000)
            }
        }
        watching.start()
        let writing = Thread {
            for (name, write) in Self.files() {
                let staged = work.appendingPathComponent(name).path
                do { try write(staged) } catch { Issue.record("\(name): \(error)") }
                closed.withLock { $0[name] = .now }
                rename(staged, folder.appendingPathComponent(name).path)
            }
        }
        writing.start()

        var told: [String: [String: Any]] = [:]
        var order: [String] = []
        var latest = Duration.zero
        // A sidecar is no asset, and nothing else has a name that is looked at.
        let silent = files.filter { file in
            ["xmp", "aae"].contains { file.name.hasSuffix("." + $0) }
        }
        while told.count < files.count - silent.count {
            let line = try feed.wait { $0["asset"] != nil }
            let now = ContinuousClock.now
            guard let asset = line["asset"] as? [String: Any], let path = asset["path"] as? String
            else { continue }
            if told[path] == nil { order.append(path) }
            told[path] = asset
            if path.hasPrefix("photo-"), let time = closed.withLock({ $0[path] }) {
                latest = max(latest, time.duration(to: now))
            }
        }
        isTold.withLock { $0 = true }
        let memory = most.withLock { $0 }
        print(
            "bombs: \(files.count - 100) among 100 photos: the last photo told after \(latest), \(memory) MiB"
        )
        #expect(memory <= 300)
        let hanging = order.firstIndex { $0.contains("loops") || $0.contains("stops") }
        let last = order.lastIndex { $0.hasPrefix("photo-") }
        #expect(try #require(last) < #require(hanging))
        for (path, asset) in told {
            let reason = asset["unreadableReason"] as? String
            #expect((reason != nil) == (asset["readable"] as? Bool == false), "\(path)")
            if path.hasPrefix("photo-") { #expect(reason == nil, "\(path): \(reason ?? "")") }
            if path.hasPrefix("misbehave"), !path.contains("sleeps") {
                #expect(reason != nil, "\(path)")
            }
        }
        #expect(try program.run("audit").code == 0)
        #expect(feed.stop() == 0)
    }
}
