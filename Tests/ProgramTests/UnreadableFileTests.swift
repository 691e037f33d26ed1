import Foundation
import Testing

/// Files that the indexer's user may not read, or no longer, or now.
@Suite(
    .enabled(if: MountTests.others != nil, "needs to become another user"),
    .serialized
)
struct UnreadableFileTests {
    private let program: Program
    private let user: String

    init() throws {
        program = try Program()
        user = "\(try #require(MountTests.others))"
        for number in 1...3 { try program.picture("a/\(number).jpg", number) }
        try Mount.run("chown", "-R", user, program.work.path)
        program.starter = ["/usr/bin/setpriv", "--reuid=\(user)", "--clear-groups"]
    }

    private func path(_ name: String) -> String {
        program.photos.appendingPathComponent(name).path
    }

    /// What is known of a file, but for where it lies.
    private func known(_ name: String) throws -> NSDictionary {
        var asset = try #require(try program.assets()[name])
        for key in ["path", "albumId", "resources"] { asset[key] = nil }
        return asset as NSDictionary
    }

    @Test func `a photo that may no longer be read stays what it was, moved or not`() throws {
        try program.picture("b/4.jpg", 4)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        #expect(try program.run("edit", path("a/1.jpg"), "--favorite").code == 0)
        let before = (try known("a/1.jpg"), try known("a/2.jpg"))
        for name in ["a/1.jpg", "a/2.jpg"] { try Mount.run("chmod", "000", path(name)) }
        try program.move("a/2.jpg", to: "b/moved.jpg")
        _ = try feed.asset("b/moved.jpg", "moved")
        #expect(try known("a/1.jpg") == before.0)
        #expect(try known("b/moved.jpg") == before.1)
        #expect(feed.stop() == 0)
        #expect(!feed.lines.contains { $0["contentChanged"] as? Bool == true })
        for isReadable in [false, true] {
            #expect(try program.run("index").code == 0)
            let words = "and 1 more cannot be opened (Permission denied); what was known of them"
            let doctor = try program.run("doctor").output
            #expect(doctor.contains(words) != isReadable, "\(doctor)")
            #expect(doctor.contains("chmod u+r ") != isReadable, "\(doctor)")
            #expect(try known("a/1.jpg") == before.0)
            #expect(try known("b/moved.jpg") == before.1)
            #expect(try program.run("audit").code == 0)
            try Mount.run("chmod", "644", path("a/1.jpg"), path("b/moved.jpg"))
        }
    }

    @Test func `one that could not be read is tried at each start`() throws {
        try Mount.run("chown", "root:4242", path("a/1.jpg"))
        try Mount.run("chmod", "640", path("a/1.jpg"))
        #expect(try program.run("index", program.photos.path).code == 0)
        let identifier = try known("a/1.jpg")["id"] as? String
        #expect(try program.run("status").lines.first?["unreadable"] as? Int == 1)
        let unreadable = try program.run("assets", "--where", "readable == NO")
        #expect(unreadable.lines.count == 1)
        let doctor = try program.run("doctor")
        #expect(doctor.code == 1)
        let words = "a/1.jpg cannot be opened (Permission denied); nothing is known of it yet"
        #expect(doctor.output.contains(words), "\(doctor.output)")
        program.starter = ["/usr/bin/setpriv", "--reuid=\(user)", "--groups=4242"]
        #expect(try program.run("index").code == 0)
        #expect(try program.run("status").lines.first?["unreadable"] as? Int == 0)
        #expect(try known("a/1.jpg")["id"] as? String == identifier)
        #expect(try known("a/1.jpg")["mediaType"] as? String == "image")
    }

    @Test func `a directory is read as soon as it may be`() throws {
        try Mount.run("chmod", "000", path("a"))
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        #expect(try program.assets().isEmpty)
        try Mount.run("chmod", "755", path("a"))
        // A directory names its files in any order.
        var missing: Set = ["a/1.jpg", "a/2.jpg", "a/3.jpg"]
        _ = try feed.wait { line in
            guard line["change"] as? String == "inserted" else { return false }
            missing.remove((line["asset"] as? [String: Any])?["path"] as? String ?? "")
            return missing.isEmpty
        }
        try program.picture("a/4.jpg", 4)
        _ = try feed.asset("a/4.jpg", "inserted")
        #expect(feed.stop() == 0)
        let errors = try program.run("status").lines.first?["errors"] as? [Any]
        #expect(errors?.isEmpty == true)
    }
}
