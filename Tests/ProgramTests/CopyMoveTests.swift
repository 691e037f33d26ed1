import Foundation
import TestSupport
import Testing

/// Photos that are moved by copying and deleting on one disk.
struct CopyMoveTests {
    private let program: Program

    init() throws {
        program = try Program()
        for number in 0..<6 { try program.picture("inbox/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        for number in 0..<3 { try edit("inbox/\(number).jpg") }
    }

    private func edit(_ path: String) throws {
        #expect(try program.run("edit", program.photos.path + "/" + path, "--favorite").code == 0)
    }

    private func shell(_ script: String) throws {
        try Mount.run("env", "-C", program.photos.path, "sh", "-ec", script)
    }

    private func identifiers() throws -> [String: String] {
        try program.assets().compactMapValues { $0["id"] as? String }
    }

    private func favorites() throws -> Set<String> {
        Set(try program.assets().filter { $0.value["favorite"] as? Bool == true }.keys)
    }

    static let ways = [
        "mkdir done; cp -a inbox/*.jpg done; rm -r inbox",
        "mkdir done; install -p -m 600 inbox/*.jpg done; rm -r inbox",
        "mkdir done; tar -C inbox -c . | tar -C done -x; rm -r inbox",
        "mkdir done; for f in inbox/*; do cp -p $f $f.part; mv $f.part done/${f#*/}; rm $f; done",
        "mkdir done; for f in inbox/*; do dd if=$f of=done/${f#*/}; touch -r $f done/${f#*/}; rm $f; done",
    ]

    /// Each with the indexer running or stopped.
    @Test(arguments: Effort.part(2, of: ways))
    func `a photo that is moved by copying is the same`(_ way: String) throws {
        let before = try identifiers()
        let isFollowed = Effort.seed % 2 == 0
        let feed = isFollowed ? try Feed(program) : nil
        try feed?.waitUntilSynced()
        try shell(way)
        if !isFollowed { #expect(try program.run("index").code == 0) }
        let expected = Dictionary(
            uniqueKeysWithValues: before.map { ("done/" + $0.key.dropFirst(6), $0.value) }
        )
        try program.wait { try identifiers() == expected }
        #expect(try favorites() == ["done/0.jpg", "done/1.jpg", "done/2.jpg"])
        if let feed { #expect(feed.stop() == 0) }
        #expect(try program.run("audit").code == 0)
    }

    @Test(.enabled(if: Mount.isPossible, "needs to mount"))
    func `a folder that is moved from one mount of a disk to another is the same`() throws {
        let before = try identifiers()
        try shell("mkdir done ../a ../b")
        let script = "mount --bind . ../a; mount --bind done ../b; mv ../a/inbox ../b/"
        try shell("unshare -m sh -ec '\(script)'")
        #expect(try program.run("index").code == 0)
        #expect(try identifiers() == before.reduce(into: [:]) { $0["done/" + $1.key] = $1.value })
        #expect(try favorites().count == 3)
    }

    @Test func `edits between copying and deleting go on, and those of a copy stay with it`() throws
    {
        try shell("cp -a inbox done")
        #expect(try program.run("index").code == 0)
        let copies = try identifiers()
        for path in ["inbox/4.jpg", "done/5.jpg"] { try edit(path) }
        try shell("rm -r inbox")
        #expect(try program.run("index").code == 0)
        let after = try identifiers()
        #expect(after.count == 6)
        for number in 0..<5 {
            #expect(after["done/\(number).jpg"] == copies["inbox/\(number).jpg"])
        }
        #expect(after["done/5.jpg"] == copies["done/5.jpg"])
        #expect(try favorites() == Set([0, 1, 2, 4, 5].map { "done/\($0).jpg" }))
    }

    @Test func `of three copies one goes on, whichever are deleted first`() throws {
        try shell("cp -a inbox one; cp -a inbox two; cp -a inbox three")
        #expect(try program.run("index").code == 0)
        try shell("rm one/0.jpg two/1.jpg inbox/2.jpg")
        #expect(try program.run("index").code == 0)
        try shell("rm -r inbox two")
        #expect(try program.run("index").code == 0)
        var favorites = try favorites()
        #expect(favorites.remove("three/0.jpg") != nil)
        #expect(Set(favorites.map { $0.suffix(5) }) == ["1.jpg", "2.jpg"] && favorites.count == 2)
        try shell("rm -r one")
        #expect(try program.run("index").code == 0)
        #expect(try self.favorites() == ["three/0.jpg", "three/1.jpg", "three/2.jpg"])
    }

    @Test func `a photo that is moved twice before anybody looks is the original`() throws {
        try shell("cp -a inbox one")
        #expect(try program.run("index").code == 0)
        let before = try identifiers()
        try shell("rm -r inbox; cp -a one two; rm -r one")
        #expect(try program.run("index").code == 0)
        let after = try identifiers()
        for number in 0..<6 { #expect(after["two/\(number).jpg"] == before["inbox/\(number).jpg"]) }
        #expect(try favorites().count == 3)
    }

    @Test func `a copy of a photo is not an equal one that was deleted before`() throws {
        try shell("cp -a inbox/0.jpg inbox/twin.jpg")
        #expect(try program.run("index").code == 0)
        try shell("rm inbox/twin.jpg")
        #expect(try program.run("index").code == 0)
        let before = try identifiers()
        try shell("mkdir done; cp -a inbox/0.jpg done/twin.jpg")
        #expect(try program.run("index").code == 0)
        try shell("rm inbox/0.jpg")
        #expect(try program.run("index").code == 0)
        #expect(try identifiers()["done/twin.jpg"] == before["inbox/0.jpg"])
        #expect(try favorites().contains("done/twin.jpg"))
    }

    @Test func `of two equal photos that were there before neither takes anything from the other`()
        throws
    {
        try shell("cp -a inbox/0.jpg inbox/5.jpg; cp -p inbox/0.jpg equal.jpg")
        let fresh = try Program()
        try Mount.run("cp", "-a", program.photos.path + "/.", fresh.photos.path)
        #expect(try fresh.run("index", fresh.photos.path).code == 0)
        let before = try fresh.assets().mapValues { $0["id"] as? String }
        let photo = fresh.photos.path + "/inbox/0.jpg"
        #expect(try fresh.run("edit", photo, "--favorite").code == 0)
        try fresh.remove("inbox/0.jpg")
        #expect(try fresh.run("index").code == 0)
        let after = try fresh.assets()
        #expect(after.count == 6)
        for (path, asset) in after {
            #expect(asset["id"] as? String == before[path] && asset["favorite"] as? Bool == false)
        }
    }
}
