import Foundation
import Testing

/// Helpers that end at the worst moment.
struct RestartTests {
    /// Stands between the watcher and the indexer.
    ///
    /// The first one passes everything on. The second one gives two directories each other's number, moves the
    /// directory of the picture away just before it tells of the picture, and kills the extractors just
    /// after.
    private static func proxy(_ work: String) -> String {
        """
        #!/usr/bin/python3
        import os, signal, struct, subprocess, sys, time
        work = "\(work)"
        is_second = os.path.exists(work + "/started")
        open(work + "/started", "w").close()
        watcher = subprocess.Popen(["\(FakeHelpers.real("watcher").path)"], stdout=subprocess.PIPE)
        out = sys.stdout.buffer
        places = {2: [5], 4: [1, 5], 5: [1, 5], 6: [1], 7: [1], 8: [1], 9: [1], 10: [1]}
        while True:
            head = watcher.stdout.read(4)
            if len(head) < 4:
                break
            frame = bytearray(watcher.stdout.read(struct.unpack("<I", head)[0]))
            for place in places.get(frame[0], []) if is_second else []:
                number, = struct.unpack_from("<I", frame, place)
                struct.pack_into("<I", frame, place, {2: 3, 3: 2}.get(number, number))
            is_picture = frame[0] == 8 and frame.endswith(b"x.jpg")
            if is_second and is_picture and os.path.exists(work + "/photos/a"):
                os.rename(work + "/photos/a", work + "/photos/c")
                out.write(head + frame)
                out.flush()
                os.remove(work + "/hold")
                for process in os.listdir(work + "/idle"):
                    try:
                        os.kill(int(process), signal.SIGKILL)
                    except ProcessLookupError:
                        pass
                # The indexer looks for the picture where it was, meanwhile.
                time.sleep(1)
                continue
            out.write(head + frame)
            out.flush()
            if frame[0] == 11:
                open(work + "/told", "w").close()
        """
    }

    @Test
    func `a file in the hands of a dead extractor is not looked for by a dead watcher's number`()
        throws
    {
        let program = try Program()
        let helpers = try FakeHelpers(program)
        try helpers.replace("watcher", by: Self.proxy(program.work.path))
        try helpers.replace("extractor", by: FakeHelpers.idle(program.work.path))
        try program.hold()
        try program.picture("a/x.jpg", 1)
        try program.picture("b/y.jpg", 2)
        let feed = try Feed(program, "--extraction-seconds", "1000", program.photos.path)
        let told = program.work.appendingPathComponent("told").path
        try program.wait { FileManager.default.fileExists(atPath: told) }
        for watcher in feed.helpers("watcher") { kill(watcher, SIGKILL) }
        try feed.waitUntilSynced()
        #expect(try program.assets().keys.sorted() == ["b/y.jpg", "c/x.jpg"])
        #expect(try program.run("audit").code == 0)
        #expect(feed.stop() == 0)
    }

    @Test
    func `files that went with their folder hold up nothing when their extractors die`() throws {
        let program = try Program()
        let helpers = try FakeHelpers(program)
        try helpers.replace("extractor", by: FakeHelpers.idle(program.work.path))
        try program.picture("first.jpg", 2_000)
        // Until they are killed they are given all the time that many files take.
        let feed = try Feed(program, "--extraction-seconds", "1000", program.photos.path)
        try feed.waitUntilSynced()
        try program.hold()
        let extractors = feed.helpers("extractor")
        for extractor in extractors { kill(extractor, SIGKILL) }
        // A file that is handed to one before its end is noticed would be tried by itself, apart from the others.
        try program.wait { extractors.allSatisfy { kill($0, 0) != 0 } }
        for number in 0..<512 { try program.picture("many/\(number).jpg", number) }
        // A file that is listed while it is written waits twice.
        try program.wait {
            try program.run("status").lines.first?["backlog"] as? Int ?? 0 >= 512
        }
        try program.remove("many")
        try program.letGo()
        for extractor in feed.helpers("sleep") { kill(extractor, SIGKILL) }
        try program.picture("elsewhere/new.jpg", 1_000)
        let start = ContinuousClock.now
        _ = try feed.asset("elsewhere/new.jpg", "inserted")
        print("restart: told after \(start.duration(to: .now))")
        #expect(try program.assets().keys.sorted() == ["elsewhere/new.jpg", "first.jpg"])
        #expect(feed.stop() == 0)
    }

    @Test
    func `a photo that comes while files of the first index hang is told, and so are the others`()
        throws
    {
        let program = try Program()
        for number in 0..<12 { try program.picture("bad/misbehave-stops.\(number).jpg", number) }
        try program.picture("good/old.jpg", 1_000)
        program.environment["HELIOGRAPH_TEST_MISBEHAVIOUR"] = "1"
        let feed = try Feed(program, "--extraction-seconds", "1000", program.photos.path)
        _ = try feed.asset("good/old.jpg", "inserted")
        try program.picture("good/new.jpg", 1_001)
        _ = try feed.asset("good/new.jpg", "inserted")
        #expect(feed.stop() == 0)
    }

    @Test
    func `files that end their extractor are given up, and nothing waits for them`() throws {
        let program = try Program()
        for number in 0..<3 { try program.picture("bad/misbehave-stops.\(number).jpg", number) }
        program.environment["HELIOGRAPH_TEST_MISBEHAVIOUR"] = "1"
        let feed = try Feed(program, "--extraction-seconds", "1", program.photos.path)
        try program.picture("good/new.jpg", 1_000)
        _ = try feed.asset("good/new.jpg", "inserted")
        try program.wait { try program.assets().count == 4 }
        #expect(feed.stop() == 0)
    }
}
