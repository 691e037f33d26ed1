import Foundation
import TestSupport
import Testing

/// Where a catalogue may lie, and who else may have it.
struct CataloguePlaceTests {
    @Test(
        .enabled(if: Preload.otherDisk != nil, "needs clang"),
        arguments: [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x00C3_6400, 0xEF53]
    )
    func `a catalogue on a file system of another machine is refused, and none is made`(
        type: Int
    ) throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        program.environment["LD_PRELOAD"] = Preload.otherDisk
        program.environment["OTHER_DISK"] = "\(type)"
        let state = "\(program.work.path)/state"
        for command in [["index"], ["watch", "--once"]] {
            let outcome = try program.run(command + [program.photos.path])
            // ext4 is a disk of this machine.
            guard type != 0xEF53 else { return #expect(outcome.code == 0) }
            #expect(outcome.code == 73)
            #expect(outcome.complaint.contains("would lie on a network file system"))
            #expect(outcome.complaint.contains("name a local file with --catalogue"))
            let beside = try? FileManager.default.contentsOfDirectory(atPath: state)
            #expect((beside ?? []).filter { $0.hasSuffix(".sqlite") || $0.hasSuffix("-wal") } == [])
        }
    }

    /// A program that holds a catalogue for itself until its input ends.
    private final class Holder {
        private let process = Process()
        private let input = Pipe.closedInOthers()

        init(_ catalogue: String) throws {
            let script = """
                import sqlite3, sys
                held = sqlite3.connect(sys.argv[1], isolation_level=None)
                held.execute("BEGIN EXCLUSIVE")
                print("held", flush=True)
                sys.stdin.read()
                held.execute("ROLLBACK")
                """
            let output = Pipe.closedInOthers()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            process.arguments = ["-c", script, catalogue]
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

    @Test
    func `who has the catalogue for himself holds up writers, not readers, and loses nothing`()
        throws
    {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let holder = try Holder(program.catalogue)
        let edit = program.process(["edit", "\(program.photos.path)/a.jpg", "--favorite"])
        (edit.standardOutput, edit.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try edit.run()
        for number in 0..<20 { try program.picture("b/\(number).jpg", 10 + number) }
        for _ in 0..<5 { #expect(try program.run("assets").lines.count == 1) }
        #expect(edit.isRunning && feed.process.isRunning)
        try holder.letGo()
        edit.waitPatiently()
        #expect(edit.terminationStatus == 0)
        try program.wait { try program.run("assets").lines.count == 21 }
        #expect(try program.assets()["a.jpg"]?["favorite"] as? Bool == true)
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `one that goes away with its disk is not begun anew by a service that restarts`() throws {
        let program = try Program()
        try program.picture("1.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let state = program.work.appendingPathComponent("state")
        let away = program.work.appendingPathComponent("away")
        try FileManager.default.moveItem(at: state, to: away)
        try program.picture("2.jpg", 2)
        while feed.next() != nil {}
        feed.process.waitPatiently()
        // No service is restarted after this.
        #expect(feed.process.terminationStatus == 66)
        #expect(!FileManager.default.fileExists(atPath: state.path))
        try FileManager.default.moveItem(at: away, to: state)
        #expect(try program.run("index").code == 0)
        #expect(try program.assets().count == 2)
    }
}
