import Foundation
import Testing

/// Edits that leave size and time of modification as they were, as `exiftool -P` and editors of scans do, and changes
/// that are none of the content.
struct SilentEditTests {
    private let program: Program
    private var photo: String { "\(program.photos.path)/a.tif" }

    init() throws {
        program = try Program()
        program.environment["HELIOGRAPH_CACHE"] = "\(program.work.path)/cache"
        let picture = ThumbnailTests.tiff(width: 200, height: 200, red: 250)
        try #require(picture.count > 100_000)
        try program.write(picture, to: "a.tif")
        var times = [timespec](repeating: timespec(tv_sec: 1_600_000_000, tv_nsec: 5), count: 2)
        #expect(utimensat(AT_FDCWD, photo, &times, 0) == 0)
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    /// Writes over a third of the picture, and sets its time of modification back.
    private func edit(at offset: UInt64) throws {
        var before = stat()
        #expect(stat(photo, &before) == 0)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: photo))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data(repeating: 255, count: 40_000))
        try file.close()
        var times = [before.st_atim, before.st_mtim]
        #expect(utimensat(AT_FDCWD, photo, &times, 0) == 0)
        var after = stat()
        #expect(stat(photo, &after) == 0)
        #expect(after.st_mtim.tv_sec == before.st_mtim.tv_sec && after.st_size == before.st_size)
    }

    private func shown() throws -> Data {
        let file = program.work.appendingPathComponent("\(UUID().uuidString).png")
        let made = try program.run("thumbnail", photo, "--size", "64", "-o", file.path)
        #expect(made.code == 0, "\(made.complaint)")
        let kept = program.work.appendingPathComponent("\(UUID().uuidString).jpg")
        #expect(try program.run("thumbnail", photo, "--size", "64", "-o", kept.path).code == 0)
        return try Data(contentsOf: kept)
    }

    private func token() throws -> String {
        try #require(try program.run("status").lines.first?["token"] as? String)
    }

    /// Whether each change of an asset since a token says that its content is another.
    private func changes(since token: String) throws -> [Bool] {
        try program.run("changes", "--since", token).lines
            .filter { $0["type"] as? String == "asset" }
            .compactMap { $0["contentChanged"] as? Bool }
    }

    @Test
    func `an edit while nobody looks is told, and the picture shown is the new one`() throws {
        let first = try shown()
        let token = try token()
        try edit(at: 1_000)
        let unindexed = try shown()
        #expect(unindexed != first)
        #expect(try ThumbnailTests.kept(program).count == 1)
        #expect(try program.run("index").code == 0)
        #expect(try changes(since: token) == [true])
        #expect(try shown() == unindexed)
        #expect(try ThumbnailTests.kept(program).count == 2)
        #expect(try shown() == unindexed)
        #expect(try program.run("index").code == 0)
        #expect(try changes(since: token) == [true])
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `an edit while the folder is watched is told, and the picture shown is the new one`()
        throws
    {
        let first = try shown()
        let feed = try Feed(program)
        try feed.waitUntilSynced()
        try edit(at: 1_000)
        let line = try feed.wait {
            // It may be looked at before its time is set back, and once more after that.
            let asset = $0["asset"] as? [String: Any]
            return $0["change"] as? String == "changed"
                && (asset?["modificationDate"] as? String)?.hasPrefix("2020-09-13T12:26:40") == true
        }
        #expect(line["contentChanged"] as? Bool == true)
        #expect(try shown() != first)
        #expect(feed.stop() == 0)
        #expect(try shown() != first)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `what is no edit of a file is none of its content`() throws {
        let first = try shown()
        let token = try token()
        let link = "\(program.work.path)/link"
        let steps: [() throws -> Void] = [
            { #expect(chmod(self.photo, 0o600) == 0) }, { #expect(chmod(self.photo, 0o600) == 0) },
            { #expect(chown(self.photo, getuid(), getgid()) == 0) },
            {
                var found = stat()
                #expect(stat(self.photo, &found) == 0)
                var times = [timespec(tv_sec: 1, tv_nsec: 0), found.st_mtim]
                #expect(utimensat(AT_FDCWD, self.photo, &times, 0) == 0)
            },
            {
                // Not every file system keeps them.
                let script = "import os, sys; os.setxattr(sys.argv[1], 'user.rating', b'5')"
                try? Mount.run("python3", "-c", script, self.photo)
            },
            { #expect(geteuid() != 0 || chown(self.photo, 4_000, 4_001) == 0) },
            { #expect(Glibc.link(self.photo, link) == 0) }, { #expect(unlink(link) == 0) },
            { try self.program.move("a.tif", to: "b.tif") },
            { try self.program.move("b.tif", to: "a.tif") },
        ]
        for step in steps {
            try step()
            #expect(try program.run("index").code == 0)
        }
        #expect(try changes(since: token).allSatisfy { !$0 })
        #expect(try ThumbnailTests.kept(program).count == 1)
        #expect(try shown() == first)
        #expect(try ThumbnailTests.kept(program).count == 1)
    }
    /// The picture has no date, so that it is dated by its file.
    @Test
    func `a later time of the same file makes no picture later, and an earlier one does`() throws {
        func date(_ seconds: Int, _ name: String) throws -> String? {
            var times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
            #expect(utimensat(AT_FDCWD, program.photos.path + "/" + name, &times, 0) == 0)
            #expect(try program.run("index").code == 0)
            #expect(try program.run("audit").code == 0)
            let asset = try program.assets()[name]
            #expect(asset?["creationDateSource"] as? String == "mtime")
            return (asset?["creationDate"] as? String).map { String($0.prefix(10)) }
        }
        try program.picture("small.jpg", 1)
        for name in ["a.tif", "small.jpg"] {
            #expect(try date(1_600_000_000, name) == "2020-09-13")
            #expect(try date(1_700_000_000, name) == "2020-09-13")
            #expect(try date(1_500_000_000, name) == "2017-07-14")
        }
        // Another picture is as late as its file.
        try program.picture("small.jpg", 2)
        #expect(try date(1_700_000_000, "small.jpg") == "2023-11-14")
    }
}
