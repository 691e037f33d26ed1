import Foundation
import Testing

/// Links and mounts by which a directory is at several paths, and what is only a link.
@Suite(.serialized)
struct OddTreeTests {
    @Test
    func `symbolic links are neither followed nor photos`() throws {
        let program = try Program()
        try program.picture("a/1.jpg", 1)
        try program.picture("b/2.jpg", 2)
        let outside = program.work.appendingPathComponent("outside")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        try Data(Program.jpeg(3)).write(to: outside.appendingPathComponent("3.jpg"))
        let links = [
            "a/link.jpg": "1.jpg", "b/up": "..", "b/a": "../a", "outside": outside.path,
            "dangling.jpg": "nowhere.jpg", "loop.jpg": "loop.jpg",
            "3.jpg": outside.appendingPathComponent("3.jpg").path,
        ]
        func link() throws {
            for (path, target) in links {
                try FileManager.default.createSymbolicLink(
                    atPath: program.photos.appendingPathComponent(path).path,
                    withDestinationPath: target
                )
            }
        }
        try link()
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        #expect(try program.assets().keys.sorted() == ["a/1.jpg", "b/2.jpg"])
        // Nor those that come while it is watched.
        for path in links.keys { try program.remove(path) }
        try link()
        try program.picture("last.jpg", 4)
        _ = try feed.asset("last.jpg", "inserted")
        #expect(try program.assets().keys.sorted() == ["a/1.jpg", "b/2.jpg", "last.jpg"])
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test(.enabled(if: Mount.isPossible, "needs to mount"), arguments: ["b", ""])
    func `a directory at two paths is at one of them, and stays there`(_ source: String) throws {
        let program = try Program()
        try program.picture("a/1.jpg", 1)
        try program.picture("b/c/2.jpg", 2)
        let place = program.photos.appendingPathComponent("bound")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        #expect(try program.run("index", program.photos.path).code == 0)
        let identifiers = try program.assets().values.compactMap { $0["id"] as? String }.sorted()
        let from = program.photos.appendingPathComponent(source).path
        try Mount.run("mount", "--bind", from, place.path)
        defer { try? Mount.run("umount", "-l", place.path) }
        let since = try program.token()
        let feed = try Feed(program, "--since", since, "--rescan", "1s", program.photos.path)
        try feed.waitUntilSynced()
        let settled = try program.run("assets").output
        for _ in 0..<4 { try feed.waitUntilSynced() }
        #expect(try program.run("assets").output == settled)
        #expect(feed.stop() == 0)
        let known = try program.assets()
        #expect(known.values.compactMap { $0["id"] as? String }.sorted() == identifiers)
        let audit = try program.run("audit")
        #expect(audit.code == 0, "\(audit.output)")
        // What is at neither is still told.
        try program.picture("a/3.jpg", 3)
        #expect(try program.run("audit").code == 1)
    }
}

/// Files that are written in ways of their own.
struct SlowFileTests {
    private func open(_ program: Program, _ name: String) throws -> FileHandle {
        let url = program.photos.appendingPathComponent(name)
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        return try FileHandle(forWritingTo: url)
    }

    /// Waits until a photo is whole and readable; it is the same all the time.
    private func waitUntilWhole(_ name: String, _ feed: Feed, _ program: Program) throws {
        try program.wait {
            let asset = try program.assets()[name]
            return asset?["pixelWidth"] as? Int == 40 && asset?["readable"] as? Bool == true
        }
        #expect(feed.stop() == 0)
        let lines = feed.lines.filter {
            ($0["asset"] as? [String: Any])?["path"] as? String == name
        }
        #expect(
            Set(lines.compactMap { ($0["asset"] as? [String: Any])?["id"] as? String }).count == 1
        )
        #expect(!feed.lines.contains { $0["change"] as? String == "removed" })
        #expect(try program.run("audit").code == 0)
    }

    private func start() throws -> (Program, Feed) {
        let program = try Program()
        try program.picture("first.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        return (program, feed)
    }

    private let bytes = Data(Program.jpeg(2))

    @Test(arguments: [false, true])
    func `a file that is held open half-written is whole in the end`(_ closesBetween: Bool) throws {
        let (program, feed) = try start()
        var handle = try open(program, "slow.jpg")
        try handle.write(contentsOf: bytes.prefix(20))
        if closesBetween { try handle.close() }
        // It is known before it is whole.
        _ = try feed.asset("slow.jpg", "inserted")
        if closesBetween { handle = try open(program, "slow.jpg") }
        try handle.seekToEnd()
        try handle.write(contentsOf: bytes.dropFirst(20))
        try handle.close()
        try waitUntilWhole("slow.jpg", feed, program)
    }

    @Test
    func `a file whose room was made before, and whose time is set back, is whole in the end`()
        throws
    {
        let (program, feed) = try start()
        let handle = try open(program, "slow.jpg")
        #expect(posix_fallocate(handle.fileDescriptor, 0, 100_000) == 0)
        _ = try feed.asset("slow.jpg", "inserted")
        try handle.write(contentsOf: bytes)
        var times = [timespec(), timespec()]
        for index in times.indices { times[index].tv_sec = 1_000_000_000 }
        #expect(futimens(handle.fileDescriptor, &times) == 0)
        try handle.close()
        try waitUntilWhole("slow.jpg", feed, program)
    }

    @Test
    func `names as long as they can be, and files far larger than the disk`() throws {
        let (program, feed) = try start()
        let names = [
            String(repeating: "n", count: 251) + ".jpg",
            String(repeating: "\u{E9}", count: 125) + "x.jpg",
        ]
        for (number, name) in names.enumerated() { try program.picture(name, number + 10) }
        var film: [UInt8] = [0, 0, 0, 20] + Array("ftypqt  ".utf8) + [0, 0, 0, 0]
        film += Array("qt  ".utf8) + [0, 0, 0, 1] + Array("mdat".utf8)
        let size = UInt64(8) << 40
        film += withUnsafeBytes(of: (size - 20).bigEndian, Array.init)
        for (name, head) in [("film.mov", film), ("large.jpg", Program.jpeg(20))] {
            let handle = try open(program, name)
            try handle.write(contentsOf: Data(head))
            // Not every file system has so large files.
            _ = ftruncate(handle.fileDescriptor, off_t(size))
            try handle.close()
        }
        try program.wait { try program.assets().count == 5 }
        #expect(try names.allSatisfy { try program.assets()[$0]?["readable"] as? Bool == true })
        #expect(try program.assets()["large.jpg"]?["pixelWidth"] as? Int == 40)
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `what a phone is still writing is no photo, and its trash loses nothing of one`() throws {
        let (program, feed) = try start()
        try program.picture(".pending-1700000000-x.jpg", 3)
        try program.move(".pending-1700000000-x.jpg", to: "x.jpg")
        let id = (try feed.asset("x.jpg", "inserted")["asset"] as? [String: Any])?["id"] as? String
        let path = program.photos.appendingPathComponent("x.jpg").path
        #expect(try program.run("edit", path, "--favorite").code == 0)
        try program.move("x.jpg", to: ".trashed-1700000000-x.jpg")
        _ = try feed.wait { $0["change"] as? String == "removed" }
        try program.move(".trashed-1700000000-x.jpg", to: "x.jpg")
        let back = try feed.asset("x.jpg", "inserted")["asset"] as? [String: Any]
        #expect(back?["id"] as? String == id && back?["favorite"] as? Bool == true)
        #expect(feed.stop() == 0)
    }
}
