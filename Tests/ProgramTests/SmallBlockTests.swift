import Foundation
import Testing

/// A catalogue on a disk whose blocks are smaller than a page of memory, as ext4 makes them below 512 MB.
///
/// SQLite's shared memory has holes there, and who writes to one on a full disk gets SIGBUS.
@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .serialized)
struct SmallBlockTests {
    private let program: Program
    private let place: URL

    init() throws {
        program = try Program()
        place = program.work.appendingPathComponent("state")
        let image = program.work.appendingPathComponent("state.ext4").path
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Mount.run("truncate", "-s", "16M", image)
        try Mount.run("mkfs.ext4", "-q", "-b", "1024", image)
        try Mount.run("mount", "-o", "loop", image, place.path)
        try program.picture("a.jpg", 1)
    }

    private func unmount() { try? Mount.run("umount", "-l", place.path) }

    private var filler: String { place.appendingPathComponent("filler").path }

    /// Fills the disk but for so many bytes.
    private func fill(except rest: off_t) throws {
        let file = open(filler, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let block = [UInt8](repeating: 1, count: 1_024)
        while write(file, block, block.count) > 0 {}
        try #require(fsync(file) == 0)
        var found = stat()
        try #require(fstat(file, &found) == 0)
        try #require(ftruncate(file, found.st_size - rest) == 0 && fsync(file) == 0)
    }

    @Test(arguments: [0, 20 << 10, 40 << 10])
    func
        `a full disk of small blocks is read by all, written by nobody, and used again when there is room`(
            rest: off_t
        ) throws
    {
        defer { unmount() }
        try #require(try program.run("index", program.photos.path).code == 0)
        try fill(except: rest)
        for arguments in [["index", program.photos.path], ["edit", photo, "--favorite"]] {
            let outcome = try program.run(arguments)
            #expect(outcome.code == EX_IOERR, "\(arguments): \(outcome.complaint)")
            #expect(outcome.complaint.contains("the disk is full"))
        }
        try expectReadable()
        unlink(program.catalogue + "-shm")
        for arguments in [["assets"], ["status"], ["trash", photo]] {
            let outcome = try program.run(arguments)
            #expect(outcome.code == EX_IOERR, "\(arguments): \(outcome.complaint)")
            #expect(outcome.complaint.contains("the disk is full, and to read the catalogue"))
        }
        unlink(filler)
        try #require(try program.run("index", program.photos.path).code == 0)
        #expect(try program.assets().count == 1)
    }

    private var photo: String { program.photos.appendingPathComponent("a.jpg").path }

    /// What only reads tells what the catalogue holds.
    private func expectReadable() throws {
        #expect(try program.assets().keys.sorted() == ["a.jpg"])
        #expect(try program.run("status").lines.first?["assets"] as? Int == 1)
        let roots = try program.run("roots").lines.map { $0["root"] as? String }
        #expect(roots == [program.photos.path])
    }

    @Test
    func `a catalogue is read while watch waits for room, what is only in its log too`() throws {
        defer { unmount() }
        try #require(try program.run("index", program.photos.path).code == 0)
        let feed = try Feed(program)
        try feed.waitUntilSynced()
        try #require(try program.run("edit", photo, "--favorite").code == 0)
        // Nobody is left to put the log into the catalogue.
        kill(feed.process.processIdentifier, SIGKILL)
        feed.process.waitPatiently()
        unlink(place.appendingPathComponent("catalogue.sqlite-reserve").path)
        try fill(except: 0)
        let log = program.work.appendingPathComponent("log")
        try Data().write(to: log)
        let again = try Feed(program, log: log)
        try program.wait { try String(contentsOf: log, encoding: .utf8).contains("pausing until") }
        try expectReadable()
        #expect(try program.assets()["a.jpg"]?["favorite"] as? Bool == true)
        unlink(filler)
        try again.waitUntilSynced()
        #expect(again.stop() == 0)
        #expect(try program.assets()["a.jpg"]?["favorite"] as? Bool == true)
    }
}
