import Foundation
import TestSupport
import Testing

/// A program in the place of the extractor that answers what no extractor would, or nothing.
struct HostileExtractorTests {
    /// What the program does with each request, in Python; see `script`.
    static let modes: [String: String] = [
        "duration that is no number": "answer(t, duration=float('nan'))",
        "endless duration": "answer(t, duration=float('inf'))",
        "negative duration": "answer(t, duration=-1.0)",
        "film that overflows": "answer(t, film=(2**63 - 1, 2**63 - 1))",
        "film before the file": "answer(t, film=(-5, 10))",
        "date beyond all years": "answer(t, date=(2**63 - 1, 0, 1))",
        "date before all years": "answer(t, date=(-2**62, 0, 1))",
        "offset of years": "answer(t, date=(0, 32767, 1))",
        "clock of another planet": "answer(t, date=(0, 0, 1), clock=32767)",
        "clock without a date": "answer(t, clock=60)",
        "unknown source of a date": "answer(t, date=(0, 0, 200))",
        "latitude beyond the pole": "answer(t, place=(91.0, 0.0, 0.0))",
        "endless longitude": "answer(t, place=(1.0, float('inf'), 0.0))",
        "altitude beyond": "answer(t, place=(1.0, 1.0, 1e300))",
        "more stars than five": "answer(t, texts=b'\\1\\xff\\xff\\xff\\xff\\6\\0\\0')",
        "more keywords than any": "answer(t, texts=b'\\1\\xff\\xff\\xff\\xff\\1\\xff\\xff')",
        "a keyword of two lines":
            "answer(t, texts=b'\\1\\xff\\xff\\xff\\xff\\1\\1\\0\\3\\0a\\nb')",
        "unknown format": "answer(t, format=250)",
        "unknown media type": "answer(t, type=99)",
        "text that is not UTF-8": "answer(t, make=b'\\xff\\xfe\\x80')",
        "text longer than the packet": "answer(t, raw=struct.pack('<H', 65000))",
        "length that is not its own": "answer(t, length=7)",
        "ticket of nobody": "answer(t + 1000)",
        "the same answer twice": "answer(t); answer(t)",
        "a second report": "report(); answer(t)",
        "reports without end": "[report() for _ in iter(int, 1)]",
        "answers without end": "[answer(t) for _ in iter(int, 1)]",
        "babble": "s.send(os.urandom(60000))",
        "an empty packet": "s.send(b'')",
        "half an answer": "s.send(struct.pack('<QI', t, 500))",
        "partial, for another to read": "answer(t, partial=1)",
        "its end": "os._exit(0)",
        "a signal": "os.kill(os.getpid(), 11)",
        "a report now and then": "[(report(), time.sleep(0.2)) for _ in iter(int, 1)]",
        "silence": "time.sleep(100000)",
        "its socket closed": "s.close(); os.close(0); time.sleep(100000)",
        "a stop": "os.kill(os.getpid(), 19)",
    ]

    /// Takes requests as an extractor does and acts; `t` is the ticket of a file.
    static func script(_ action: String) -> String {
        """
        #!/usr/bin/python3
        import array, os, socket, struct, sys, time
        s = socket.socket(fileno=os.dup(0))
        def report():
            s.send(struct.pack("<QH", 2**64 - 1, 0))
        def answer(t, format=1, type=1, duration=0.0, film=(-1, 0), date=(-2**63, -2**15, 0), clock=-2**15, make=None,
                   place=(float("nan"),) * 3, partial=0, length=None, raw=None, texts=b"\\0"):
            none = struct.pack("<H", 65535)
            body = struct.pack("<BBIIIIBdQBqhhBddd", format, type, 0, 0, 4, 3, 1, duration, 1, partial, *date[:2], clock, date[2], *place)
            body += none if make is None else struct.pack("<H", len(make)) + make
            body += none * 4 + struct.pack("<BB", 0, 0) + none + texts + struct.pack("<qqBB", *film, 0, 0)
            body = body if raw is None else body[:63] + raw
            s.send(struct.pack("<QI", t, len(body) if length is None else length) + body)
        report()
        while True:
            packet, ancillary, flags, _ = s.recvmsg(1 << 17, 4096)
            if not packet:
                break
            for _, _, data in ancillary:
                for descriptor in array.array("i", data[:len(data) // 4 * 4]):
                    os.close(descriptor)
            while packet:
                t, _, _, length = struct.unpack_from("<QQqH", packet)
                packet = packet[26 + length:]
                \(action)
        """
    }

    private static func library(_ action: String) throws -> Program {
        let program = try Program()
        let helpers = try FakeHelpers(program)
        for name in ["extractor", "film-extractor"] {
            try helpers.replace(name, by: script(action))
        }
        for number in 0..<3 { try program.picture("\(number).jpg", number) }
        return program
    }

    @Test(arguments: Effort.part(6, of: modes.keys.sorted()))
    func `an extractor that answers what cannot be, or nothing, costs its files`(mode: String)
        throws
    {
        let program = try Self.library(Self.modes[mode] ?? "")
        let indexed = try program.run("index", "--extraction-seconds", "1", program.photos.path)
        #expect(indexed.code == 0, "\(indexed.complaint)")
        let assets = try program.run("assets").lines
        #expect(assets.count == 3)
        // To these the first answer is one like any other.
        let isAnswered = ["the same answer twice", "answers without end"].contains(mode)
        for asset in assets where !isAnswered {
            let reason = asset["unreadableReason"] as? String
            #expect(asset["readable"] as? Bool == false, "\(asset)")
            #expect(reason?.contains("reading its metadata") == true, "\(reason ?? "")")
        }
        for command in [["albums"], ["status"], ["changes", "--since", "start"], ["audit"]] {
            let result = try program.run(command)
            #expect(result.code == 0 || command[0] == "changes", "\(command): \(result.complaint)")
            #expect(result.code < 128, "\(command): \(result.complaint)")
        }
    }

    @Test
    func `the answer that is expected is taken`() throws {
        let program = try Self.library("answer(t, duration=2.5, date=(0, 0, 1), make=b'Maker')")
        #expect(try program.run("index", program.photos.path).code == 0)
        let assets = try program.run("assets").lines
        #expect(assets.allSatisfy { $0["readable"] as? Bool == true })
        #expect(assets.allSatisfy { $0["cameraMake"] as? String == "Maker" })
    }

    @Test
    func `a file that gets another name while it is read by itself is not forgotten`() throws {
        let program = try Program()
        let work = program.work.path
        // The first process dies of its file; while the next reads it, it is linked where nobody watches.
        let action = [
            "os.path.exists('\(work)/died') or (open('\(work)/died', 'w').close(), os._exit(1))",
            "os.path.exists('\(work)/b') or os.link('\(work)/photos/a.jpg', '\(work)/b')",
            "answer(t)",
        ].joined(separator: "; ")
        try FakeHelpers(program).replace("extractor", by: Self.script(action))
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(try program.assets().keys.sorted() == ["a.jpg"])
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a film beyond the end of its file is none`() throws {
        let program = try Self.library("answer(t, film=(100, 2**50))")
        #expect(try program.run("index", program.photos.path).code == 0)
        let assets = try program.run("assets").lines
        #expect(assets.count == 3)
        for asset in assets {
            #expect(asset["readable"] as? Bool == true)
            #expect((asset["resources"] as? [Any])?.count == 1, "\(asset)")
        }
    }

    @Test(arguments: [
        "time.sleep(100000)", "[report() for _ in iter(int, 1)]", "os.kill(os.getpid(), 19)",
        "s.close(); os.close(0); time.sleep(100000)", "[answer(t) for _ in iter(int, 1)]",
        "s.send(os.urandom(60000))", "os._exit(0)",
    ])
    func `a program told to end does so whatever its extractors do`(action: String) throws {
        let program = try Self.library(action)
        let feed = try Feed(program, "--extraction-seconds", "1000", program.photos.path)
        try program.wait { !feed.helpers("extractor").isEmpty }
        #expect(feed.stop() == 0)
    }

    @Test(arguments: ["stopped", "frozen"])
    func `an idle extractor that cannot end keeps nothing from ending`(state: String) throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let extractors = feed.helpers("extractor")
        try #require(!extractors.isEmpty)
        let group = "/sys/fs/cgroup/freezer/heliograph-\(UUID().uuidString)"
        defer {
            try? Data("THAWED".utf8).write(to: URL(fileURLWithPath: group + "/freezer.state"))
            for extractor in extractors { kill(extractor, SIGKILL) }
            rmdir(group)
        }
        if state == "stopped" {
            for extractor in extractors { kill(extractor, SIGSTOP) }
        } else {
            guard mkdir(group, 0o755) == 0 else {
                try Test.cancel("there is no freezer on this system")
            }
            for extractor in extractors {
                try Self.write("\(extractor)", group + "/cgroup.procs")
            }
            try Self.write("FROZEN", group + "/freezer.state")
        }
        #expect(feed.stop() == 0)
    }

    /// Writes to a file of the kernel.
    private static func write(_ text: String, _ path: String) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    @Test
    func `an extractor at work has what it needs and no more`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        program.environment["SECRET_OF_THE_USER"] = "1"
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let extractor = try #require(feed.helpers("extractor").first)
        if getuid() != 0 { try Test.cancel("only root may look at a process without dumps") }
        let text = { (name: String) in
            try String(
                decoding: Data(contentsOf: URL(fileURLWithPath: "/proc/\(extractor)/\(name)")),
                as: UTF8.self
            )
        }
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(extractor)/fd")
        #expect(open.sorted() == ["0", "1", "2"])
        for number in ["1", "2"] {
            let target = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/\(extractor)/fd/\(number)"
            )
            #expect(target == "/dev/null")
        }
        #expect(try !text("environ").contains("SECRET_OF_THE_USER"))
        let status = try text("status")
        let field = { (name: String) in
            status.split(separator: "\n").first { $0.hasPrefix(name + ":") }.map {
                $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            }
        }
        #expect(field("SigBlk") == "0000000000000000")
        #expect(field("NoNewPrivs") == "1")
        #expect(field("Seccomp") == "2")
        let limits = try text("limits").split(separator: "\n").map { line in
            line.split(whereSeparator: { $0 == " " })
        }
        let limit = { (name: String) -> Substring? in
            let words = name.split(separator: " ")
            return limits.first { $0.starts(with: words) }.map { $0[words.count + 1] }
        }
        #expect(limit("Max cpu time") == "3600")
        #expect(limit("Max file size") == "0")
        #expect(limit("Max core file size") == "0")
        #expect(limit("Max open files") == "128")
        let memory = limit("Max address space").flatMap { Int($0) } ?? .max
        #expect(memory < 1 << 30)
        #expect(feed.stop() == 0)
    }
}
