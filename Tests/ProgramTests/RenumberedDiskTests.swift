import Foundation
import Testing

/// Disks on which files have other inode numbers each time, and pools that lose a part.
@Suite(.enabled(if: LyingDisk.isPossible, "needs to mount through FUSE"), .serialized)
struct RenumberedDiskTests {
    /// Enough for several groups of files that it is decided about together.
    private static let many = 700

    private func identifiers(_ program: Program) throws -> [String: String] {
        try program.assets().compactMapValues { $0["id"] as? String }
    }

    @Test
    func `a disk that numbers its files anew is the same, and nothing of it is read again`() throws
    {
        let program = try Program()
        let helpers = try FakeHelpers(program)
        try helpers.replace("extractor", by: FakeHelpers.idle(program.work.path))
        let disk = try LyingDisk(program, ["renumber", "two-seconds"])
        for number in 0..<20 { try program.picture("library/\(number % 3)/\(number).jpg", number) }
        let root = program.photos.appendingPathComponent("library").path
        #expect(try program.run("index", root).code == 0)
        let before = try program.run("assets").output
        try disk.remount()
        try program.hold()
        let outcome = try program.run("index")
        #expect(outcome.code == 0, "\(outcome.complaint)")
        #expect(program.idleExtractors().isEmpty)
        #expect(try program.run("assets").output == before)
        let audit = try program.run("audit")
        #expect(audit.code == 0, "\(audit.output)")
    }

    @Test
    func `a directory renamed while nobody looks keeps its photos where numbers change`() throws {
        let program = try Program()
        let disk = try LyingDisk(program, ["renumber"])
        for number in 0..<Self.many { try program.picture("old/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try identifiers(program)
        try disk.remount()
        try disk.renameUnseen("old", "new")
        #expect(try program.run("index").code == 0)
        let after = try identifiers(program)
        #expect(after.count == Self.many)
        #expect(before.allSatisfy { after["new" + $0.key.dropFirst(3)] == $0.value })
    }

    @Test
    func `photos moved to another disk while nobody looks are the same, also those found first`()
        throws
    {
        let program = try Program()
        let mount = try Mount(program.photos.appendingPathComponent("z"))
        for number in 0..<Self.many { try program.picture("z/old/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try identifiers(program)
        try Mount.run("mv", mount.path + "/old", program.photos.path + "/a")
        #expect(try program.run("index").code == 0)
        let after = try identifiers(program)
        #expect(after.count == Self.many)
        #expect(before.allSatisfy { after["a" + $0.key.dropFirst(5)] == $0.value })
    }

    @Test
    func `a disk that is away takes no photo to its copy elsewhere`() throws {
        let program = try Program()
        let disk = program.photos.appendingPathComponent("disk")
        let mount = try Mount(disk)
        try program.picture("disk/a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let before = try identifiers(program)
        try Mount.run("umount", mount.path)
        try program.picture("copy.jpg", 1)
        #expect(try program.run("index").code == 1)
        let after = try identifiers(program)
        #expect(after["disk/a.jpg"] == before["disk/a.jpg"])
        #expect(after["copy.jpg"] != nil && after["copy.jpg"] != before["disk/a.jpg"])
    }
}
