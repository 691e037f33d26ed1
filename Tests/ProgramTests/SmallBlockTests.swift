import Foundation
import Testing

/// A catalogue on a disk whose blocks are smaller than a page of memory, as ext4 makes them below 512 MB.
///
/// SQLite's shared memory has holes there, and who writes to one on a full disk gets SIGBUS.
@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .serialized, .patient)
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
    func `a full disk of small blocks is said to be full by all, and used again when there is room`(
        rest: off_t
    ) throws {
        defer { unmount() }
        try #require(try program.run("index", program.photos.path).code == 0)
        try fill(except: rest)
        for arguments in [["index", program.photos.path], ["assets"], ["status"]] {
            let outcome = try program.run(arguments)
            #expect(outcome.code == EX_IOERR, "\(arguments): \(outcome.complaint)")
            #expect(outcome.complaint.contains("the disk is full"))
        }
        unlink(filler)
        try #require(try program.run("index", program.photos.path).code == 0)
        #expect(try program.assets().count == 1)
    }
}
