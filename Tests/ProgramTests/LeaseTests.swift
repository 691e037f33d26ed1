import Foundation
import TestSupport
import Testing

/// Files that another program holds by a lease, as file servers do for their clients.
struct LeaseTests {
    /// A process that has a write lease on a file until it is told to let go.
    private final class Holder {
        private let process = Process()
        private let input = Pipe.closedInOthers()
        private let output = Pipe.closedInOthers()

        init(_ path: URL) throws {
            let script = """
                import fcntl, signal, sys
                signal.signal(signal.SIGIO, signal.SIG_IGN)
                held = open(sys.argv[1], "r+b")
                fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_WRLCK)
                print("held", flush=True)
                sys.stdin.read()
                """
            process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            process.arguments = ["-c", script, path.path]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            #expect(!output.fileHandleForReading.next().isEmpty)
        }

        func letGo() throws {
            try input.fileHandleForWriting.close()
            process.waitPatiently()
        }
    }

    /// Makes a picture beside the folder that is held, and moves it in.
    private static func moveIn(_ name: String, _ number: Int, _ program: Program) throws -> Holder {
        let made = program.photos.appendingPathComponent(name)
        let staged = program.work.appendingPathComponent("staged-\(name)")
        try Data(Program.jpeg(number)).write(to: staged)
        let holder = try Holder(staged)
        #expect(rename(staged.path, made.path) == 0)
        return holder
    }

    private static func asset(_ line: [String: Any]) throws -> [String: Any] {
        try #require(line["asset"] as? [String: Any])
    }

    @Test
    func
        `a new file that is held is told as it is, others do not wait, and it is read when let go`()
        throws
    {
        let program = try Program()
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let holder = try Self.moveIn("held.jpg", 1, program)
        try program.picture("other.jpg", 2)
        _ = try feed.asset("other.jpg", "inserted")
        let told = try Self.asset(feed.asset("held.jpg", "inserted"))
        let reason = told["unreadableReason"] as? String
        #expect(reason?.contains("another program holds it") == true, "\(told)")
        try holder.letGo()
        let read = try Self.asset(feed.asset("held.jpg", "changed"))
        #expect(read["readable"] as? Bool == true, "\(read)")
        #expect(try program.run("audit").code == 0)
        #expect(feed.stop() == 0)
    }

    @Test
    func `a known file that is held stays as it was known until it is let go`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let before = try program.run("assets").lines.first?["creationDate"] as? String
        let holder = try Self.moveIn("a.jpg", 2, program)
        try program.picture("other.jpg", 3)
        _ = try feed.asset("other.jpg", "inserted")
        let meanwhile = try program.run("assets", "--where", "filename == 'a.jpg'").lines.first
        #expect(meanwhile?["readable"] as? Bool == true)
        #expect(meanwhile?["creationDate"] as? String == before)
        try holder.letGo()
        let after = try Self.asset(feed.asset("a.jpg", "changed"))
        #expect(after["readable"] as? Bool == true)
        #expect(after["creationDate"] as? String != before)
        #expect(feed.stop() == 0)
    }
}
