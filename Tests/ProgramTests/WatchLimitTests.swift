import Foundation
import Testing

/// A user namespace, in which the kernel grants as many watches as one likes.
enum UserNamespace {
    /// Starts programs in a user namespace that has so many watches, beside one that holds some of them on directories
    /// that it makes.
    static func starter(_ limit: Int, held: Int = 0, in directory: String = "") -> [String] {
        let hold = """
            import ctypes, os, sys, time
            starter = os.getppid()
            held = ctypes.CDLL(None).inotify_init1(0)
            for number in range(\(held)):
                place = os.path.join(sys.argv[1], f"held-{number}")
                os.mkdir(place)
                assert ctypes.CDLL(None).inotify_add_watch(held, place.encode(), 0x200) > 0
            os.mkdir(os.path.join(sys.argv[1], "held"))
            while os.getppid() == starter:
                time.sleep(0.2)
            """
        let script = """
            echo \(limit) >/proc/sys/user/max_inotify_watches || exit 9
            if [ \(held) -gt 0 ]; then
                python3 -c '\(hold)' '\(directory)' </dev/null >/dev/null 2>&1 &
                while [ ! -d '\(directory)/held' ]; do sleep 0.05; done
            fi
            exec "$0" "$@"
            """
        return ["/usr/bin/unshare", "--user", "--map-root-user", "/bin/sh", "-c", script]
    }

    static let isPossible: Bool = {
        guard let program = try? Program() else { return false }
        program.starter = starter(16)
        return (try? program.run("--version").code) == 0
    }()
}

/// Fewer watches than directories, as the kernel grants them to the programs of a user namespace.
@Suite(.enabled(if: UserNamespace.isPossible, "needs user namespaces"))
struct WatchLimitTests {
    private static let directories = 40
    private static let limit = 16

    /// A folder with a picture in each of its directories, and with clutter that needs no watch.
    private func makeProgram() throws -> Program {
        let program = try Program()
        for number in 0..<Self.directories {
            try program.picture("\(number)/a.jpg", number)
            try program.picture("\(number)/@eaDir/a.jpg", number)
        }
        return program
    }

    private func waitUntilShort(_ feed: Feed) throws -> String {
        let line = try feed.wait { $0["reason"] as? String == "watchLimit" }
        #expect(line["state"] as? String == "degraded")
        return try #require(line["detail"] as? String)
    }

    @Test
    func `directories without a watch are told of with the cure, and followed all the same`() throws
    {
        let program = try makeProgram()
        program.starter = UserNamespace.starter(Self.limit)
        let feed = try Feed(program, "--poll-seconds", "1", program.photos.path)
        let detail = try waitUntilShort(feed)
        #expect(detail.contains("41 directories need a watch, 12 have one, the system allows 16"))
        #expect(detail.contains("sudo sysctl user.max_inotify_watches=82"))
        let status = try #require(try program.run("status").lines.first)
        let watches = status["watches"] as? [String: Int]
        #expect(watches == ["used": 12, "needed": Self.directories + 1, "limit": Self.limit])
        let root = (status["roots"] as? [[String: Any]])?.first
        #expect(root?["state"] as? String == "degraded" && root?["detail"] as? String == detail)

        let doctor = try program.run("doctor")
        #expect(doctor.code == 1)
        let finding = doctor.lines.first { $0["check"] as? String == "watches" }
        #expect(finding?["state"] as? String == "problem")
        let cure = finding?["cure"] as? String
        #expect(cure?.hasPrefix("echo user.max_inotify_watches=82 |") == true, "\(doctor.output)")

        for number in 0..<Self.directories { try program.picture("\(number)/b.jpg", 100 + number) }
        try program.wait { try program.assets().count == 2 * Self.directories }
        for number in 0..<Self.directories { try program.picture("\(number)/a.jpg", 200 + number) }
        kill(feed.process.processIdentifier, SIGHUP)
        var changed: Set<String> = []
        while changed.count < Self.directories {
            let line = try feed.wait { $0["change"] as? String == "changed" }
            changed.insert((line["asset"] as? [String: Any])?["path"] as? String ?? "")
        }
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    /// Lets photos of the first half of the directories and of the second exchange their places.
    ///
    /// - Returns: The identifiers that are to be at each path from then on.
    private func exchangePlaces(_ program: Program) throws -> [String: String?] {
        let before = try program.assets().mapValues { $0["id"] as? String }
        var expected = before
        for number in 0..<Self.directories / 2 {
            let (one, other) = ("\(number)/a.jpg", "\(number + Self.directories / 2)/a.jpg")
            (expected[one], expected[other]) = (before[other], before[one])
        }
        let script = """
            import ctypes, sys
            exchange = ctypes.CDLL(None).renameat2
            for number in range(\(Self.directories / 2)):
                one, other = f"{number}/a.jpg", f"{number + \(Self.directories / 2)}/a.jpg"
                assert exchange(-100, one.encode(), -100, other.encode(), 2) == 0
            """
        let place = program.photos.path
        try Mount.run("env", "-C", place, "python3", "-c", script)
        return expected
    }

    @Test
    func `photos that exchange their places keep what they are, though half is looked at by timer`()
        throws
    {
        let program = try makeProgram()
        program.starter = UserNamespace.starter(Self.limit)
        let feed = try Feed(program, "--poll-seconds", "4", program.photos.path)
        _ = try waitUntilShort(feed)
        try feed.waitUntilSynced()
        program.starter = []
        let expected = try exchangePlaces(program)
        try program.wait { try program.assets().mapValues { $0["id"] as? String } == expected }
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func
        `photos that exchange their places keep what they are, though the other half is away when one is seen`()
        throws
    {
        let program = try makeProgram()
        program.starter = UserNamespace.starter(Self.limit)
        let other = program.work.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        let feed = try Feed(program, "--poll-seconds", "600", program.photos.path, other.path)
        _ = try waitUntilShort(feed)
        try feed.waitUntilSynced()
        program.starter = []
        let expected = try exchangePlaces(program)
        _ = try feed.wait { $0["change"] as? String == "changed" }
        let away = program.work.appendingPathComponent("away")
        try FileManager.default.moveItem(at: program.photos, to: away)
        _ = try feed.wait { $0["state"] as? String == "offline" }
        // The indexer has been quiet after each of them.
        for number in 0..<3 {
            let path = other.appendingPathComponent("\(number).jpg")
            try Data(Program.jpeg(1_000 + number)).write(to: path)
            try program.wait { try program.assets()["\(number).jpg"] != nil }
        }
        try FileManager.default.moveItem(at: away, to: program.photos)
        try program.wait {
            let now = try program.assets().mapValues { $0["id"] as? String }
            return expected.allSatisfy { now[$0.key] == $0.value }
        }
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `when the kernel refuses a watch before the limit the rest is followed all the same`()
        throws
    {
        let program = try makeProgram()
        program.starter = UserNamespace.starter(Self.limit, held: 8, in: program.work.path)
        let feed = try Feed(program, "--poll-seconds", "1", program.photos.path)
        let detail = try waitUntilShort(feed)
        let used = try #require(detail.firstMatch(of: /watch, (\d+) have one/)?.1)
        #expect((1..<9).contains(try #require(Int(used))))
        for number in 0..<Self.directories { try program.picture("\(number)/b.jpg", 100 + number) }
        program.starter = []
        try program.wait { try program.assets().count == 2 * Self.directories }

        // Where the limit is raised, the next walk takes the watches.
        let raise = "echo 1000 >/proc/sys/user/max_inotify_watches"
        let process = "\(feed.process.processIdentifier)"
        try Mount.run("nsenter", "--preserve-credentials", "-U", "-t", process, "sh", "-c", raise)
        kill(feed.process.processIdentifier, SIGHUP)
        _ = try feed.wait { $0["state"] as? String == "online" }
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }
    @Test
    func `without an instance of inotify all is looked at by timer, until one is free`() throws {
        let program = try makeProgram()
        let setting = "/proc/sys/user/max_inotify_instances"
        program.starter = [
            "/usr/bin/unshare", "--user", "--map-root-user", "/bin/sh", "-c",
            "echo 0 >\(setting) || exit 9; exec \"$0\" \"$@\"",
        ]
        let index = try program.run("index", program.photos.path)
        let warnings = index.complaint.split(separator: "\n").filter { $0.contains(" warning ") }
        #expect(index.code == 0 && warnings.count == 1, "\(index.complaint)")
        #expect(index.complaint.contains("sudo sysctl user.max_inotify_instances=1024"))
        #expect(try program.assets().count == Self.directories)
        let feed = try Feed(program, "--poll-seconds", "1", program.photos.path)
        let detail = try waitUntilShort(feed)
        #expect(detail.contains("no directory is watched"))
        program.starter = []
        try program.picture("3/b.jpg", 100)
        _ = try feed.asset("3/b.jpg", "inserted")

        let process = "\(feed.process.processIdentifier)"
        let raise = "echo 9 >\(setting)"
        try Mount.run("nsenter", "--preserve-credentials", "-U", "-t", process, "sh", "-c", raise)
        _ = try feed.wait { $0["state"] as? String == "online" }
        try program.picture("4/b.jpg", 101)
        _ = try feed.asset("4/b.jpg", "inserted")
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }
}
