import Foundation
import Testing

/// Photos on a disk that nobody can write to.
@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .serialized)
struct ReadOnlyDiskTests {
    private static let sidecar = """
        <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF
        xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description
        xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='2'/></rdf:RDF></x:xmpmeta>
        """

    private func expectEdited(_ program: Program, _ album: String) throws {
        let asset = try #require(try program.assets()["a.jpg"])
        #expect(asset["favorite"] as? Bool == true && asset["latitude"] as? Double == 41.9)
        #expect(asset["creationDate"] as? String == "2001-02-03T04:05:06.000Z")
        let starred = try program.run("assets", "--where", "rating == 5").lines
        #expect(starred.map { $0["path"] as? String } == ["a.jpg"])
        let members = try program.run("assets", "--album", album).lines
        #expect(members.map { $0["path"] as? String } == ["a.jpg"])
    }

    @Test(arguments: [false, true])
    func `what is said of photos that cannot be written to stays said`(isWatched: Bool) throws {
        let program = try Program()
        let mount = try Mount(program.photos)
        defer { withExtendedLifetime(mount) {} }
        try program.picture("a.jpg", 1)
        try program.picture("b.jpg", 2)
        try program.write(Array(Self.sidecar.utf8), to: "a.jpg.xmp")
        #expect(try program.run("index", program.photos.path).code == 0)
        try Mount.run("mount", "-o", "remount,ro", mount.path)
        let feed = isWatched ? try Feed(program) : nil
        try feed?.waitUntilSynced()
        let path = "\(mount.path)/a.jpg"
        let edited = try program.run([
            "edit", path, "--favorite", "--rating", "5", "--date", "2001-02-03T04:05:06Z",
            "--location", "41.9,12.5",
        ])
        #expect(edited.code == 0, "\(edited.complaint)")
        let album = try program.run("album", "create", "Best").lines.first?["id"] as? String
        #expect(try program.run("album", "add", album ?? "", path).code == 0)
        _ = try feed?.asset("a.jpg", "changed")
        if let feed { #expect(feed.stop() == 0) }
        #expect(try program.run("index").code == 0)
        try expectEdited(program, album ?? "")

        try Mount.run("mount", "-o", "remount,rw", mount.path)
        #expect(try program.run("index").code == 0)
        try expectEdited(program, album ?? "")
        let names = try FileManager.default.contentsOfDirectory(atPath: mount.path)
        #expect(names.sorted() == ["a.jpg", "a.jpg.xmp", "b.jpg"])
        let sidecar = try Data(contentsOf: URL(fileURLWithPath: "\(path).xmp"))
        #expect(sidecar == Data(Self.sidecar.utf8))
        #expect(try program.run("audit").code == 0)
    }

    /// Expects of all that writes, and of `doctor`, to say that the disk is read-only; returns the photo tried.
    private func expectReadOnly(_ program: Program, cure: String) throws -> String {
        let photo = program.photos.appendingPathComponent("a.jpg").path
        for command in [["index"], ["watch"], ["edit", photo, "--favorite"]] {
            let refused = try program.run(command)
            #expect(refused.code == 74, "\(command)")
            #expect(refused.complaint.contains("\(program.catalogue) is read-only"), "\(command)")
            #expect(refused.complaint.contains(cure), "\(command): \(refused.complaint)")
        }
        try expectOneProblem(program)
        return photo
    }

    /// Expects one problem of `doctor`, that of the disk, and no cure that would have to write there.
    private func expectOneProblem(_ program: Program) throws {
        let lines = try program.run("doctor").lines
        let found = lines.filter { $0["state"] as? String == "problem" }
        #expect(found.count == 1, "\(found)")
        #expect((found.first?["detail"] as? String)?.contains("is read-only, so nothing") == true)
        let cures = lines.compactMap { $0["cure"] as? String }
        for line in ["heliograph watch", "heliograph index"] {
            #expect(!cures.contains { $0.contains(line) }, "\(cures)")
        }
    }

    @Test func `a disk that is read-only before there is a catalogue is one problem`() throws {
        let program = try Program()
        let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
        let mount = try Mount(state, options: "size=4m,ro")
        defer { withExtendedLifetime(mount) {} }
        try expectOneProblem(program)
    }

    @Test func `a catalogue on a disk that has become read-only is said to be on one`() throws {
        let program = try Program()
        let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
        let mount = try Mount(state)
        defer { withExtendedLifetime(mount) {} }
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        try Mount.run("mount", "-o", "remount,ro", mount.path)
        let photo = try expectReadOnly(program, cure: "mount -o remount,rw \(mount.path)")
        #expect(try program.assets().count == 1)
        try Mount.run("mount", "-o", "remount,rw", mount.path)
        #expect(try program.run("edit", photo, "--favorite").code == 0)
    }

    @Test func `a disk to which the kernel writes no more after an error is said to be read-only`()
        throws
    {
        let program = try Program()
        let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        let image = program.work.appendingPathComponent("ext4.img").path
        try Mount.run("truncate", "-s", "64M", image)
        try Mount.run("mkfs.ext4", "-q", image)
        try Mount.run("mount", "-o", "loop", image, state.path)
        defer { try? Mount.run("umount", "-l", state.path) }
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        try Mount.run("mount", "-o", "remount,abort", state.path)
        _ = try expectReadOnly(program, cure: "umount \(state.path)")
    }
}
