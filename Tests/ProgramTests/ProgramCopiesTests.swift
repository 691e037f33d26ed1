import Foundation
import TestSupport
import Testing

/// Copies of photos that other programs make.
struct ProgramCopiesTests {
    private let program: Program

    init() throws { program = try Program() }

    private static let originals: Set = [
        "P.photoslibrary/originals/0/1.jpg", "Old.photoslibrary/Masters/2014/2.jpg",
        "X.migratedphotolibrary/Masters/3.jpg", "iPhoto Library/Originals/2005/4.jpg",
        "iPhoto Library/Summer/5.jpg", "Y.aplibrary/Masters/6.jpg", "Y.aplibrary/P.approject/7.jpg",
        "resources/8.jpg", "Thumbnails/9.jpg", "PRIVATE/M4ROOT/CLIP/10.jpg",
    ]
    private static let copies: Set = [
        "P.photoslibrary/resources/derivatives/1.jpg", "P.photoslibrary/scopes/x/originals/2.jpg",
        "P.photoslibrary/whatever comes next/3.jpg", "Old.photoslibrary/Thumbnails/4.jpg",
        "Old.photoslibrary/Previews/2014/5.jpg", "X.migratedphotolibrary/Previews/6.jpg",
        "iPhoto Library/Data.noindex/7.jpg", "iPhoto Library/Modified/2005/8.jpg",
        "Y.aplibrary/Previews/9.jpg", "Y.aplibrary/Thumbnails/10.jpg",
        "Lightroom Previews.lrdata/0/11.jpg", "Smart Previews.lrdata/12.dng",
        "appdata_ocx1/preview/13.jpg", "files_trashbin/files/Photos.d1700000000/14.jpg",
        "PRIVATE/M4ROOT/THMBNL/15.jpg", "~snapshot/daily/16.jpg", "@GMT-2024.01.01-00.00.00/17.jpg",
        "#snapshot/18.jpg", "#Recycle/19.jpg", "RECYCLER/S-1-5-21/20.jpg", "Recycled/21.jpg",
        "trashbox/22.jpg", "Network Trash Folder/23.jpg", "Temporary Items/folders.501/24.jpg",
        "@tmp/25.jpg", "@sharebin/26.jpg", "_gsdata_/28.jpg",
        "__MACOSX/29.jpg",
    ]

    @Test func `of libraries of other programs the originals count, until it is turned off`() throws
    {
        for (number, path) in Self.originals.union(Self.copies).sorted().enumerated() {
            try program.picture(path, number)
        }
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(Set(try program.assets().keys) == Self.originals)
        #expect(try program.run("audit").code == 0)

        let restored = [
            "*.photoslibrary", "*.migratedphotolibrary", "*iPhoto Library", "*.aplibrary",
            "*.lrdata", "appdata_*",
            "files_trashbin", "THMBNL", "~snapshot", "@GMT-*", "#snapshot", "#Recycle", "RECYCLER",
            "Recycled", "trashbox", "Network Trash Folder", "Temporary Items", "@tmp", "@sharebin",
            "_gsdata_", "__MACOSX",
        ]
        #expect(try program.run(["index"] + restored.flatMap { ["--ignore", "!\($0)"] }).code == 0)
        #expect(Set(try program.assets().keys) == Self.originals.union(Self.copies))
        #expect(try program.run("audit").code == 0)
        #expect(try program.run("index").code == 0)
        #expect(Set(try program.assets().keys) == Self.originals)
    }

    @Test func `a rule that is turned off has to be one of those that are built in`() throws {
        let outcome = try program.run("index", "--ignore", "!*.photolib", program.photos.path)
        #expect(outcome.code == 64)
        #expect(outcome.complaint.contains("!*.photolib is not one of the built-in rules"))
        #expect(outcome.complaint.contains("*.photoslibrary"))
    }

    @Test func `a library that gets and loses its name while it is watched`() throws {
        try program.picture("New/originals/1.jpg", 1)
        try program.picture("New/resources/sub/2.jpg", 2)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        try program.move("New", to: "New.photoslibrary")
        try program.wait { Set(try program.assets().keys) == ["New.photoslibrary/originals/1.jpg"] }
        try program.picture("New.photoslibrary/resources/sub/3.jpg", 3)
        try program.picture("New.photoslibrary/originals/4.jpg", 4)
        try program.wait { try program.assets().keys.contains("New.photoslibrary/originals/4.jpg") }
        #expect(try program.run("audit").code == 0)
        try program.move("New.photoslibrary", to: "New")
        let all: Set = [
            "originals/1.jpg", "resources/sub/2.jpg", "resources/sub/3.jpg", "originals/4.jpg",
        ]
        try program.wait { Set(try program.assets().keys) == Set(all.map { "New/" + $0 }) }
        #expect(feed.stop() == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test(.enabled(if: Mount.isPossible, "needs to mount"))
    func `read-only snapshots of Btrfs are left out, until that is turned off`() throws {
        let image = program.work.appendingPathComponent("btrfs.img").path
        let disk = program.photos.path
        try Mount.run("truncate", "-s", "128M", image)
        try Mount.run("mkfs.btrfs", "-q", image)
        try Mount.run("mount", "-o", "loop", image, disk)
        defer { try? Mount.run("umount", "-l", disk) }
        try Mount.run("btrfs", "-q", "subvolume", "create", disk + "/2024")
        try program.picture("2024/a/1.jpg", 1)
        try program.picture("2.jpg", 2)
        let feed = try Feed(program, disk)
        try feed.waitUntilSynced()
        try Mount.run("btrfs", "-q", "subvolume", "snapshot", "-r", disk, disk + "/monday")
        try Mount.run(
            "btrfs",
            "-q",
            "subvolume",
            "snapshot",
            "-r",
            disk + "/2024",
            disk + "/tuesday"
        )
        try Mount.run("btrfs", "-q", "subvolume", "snapshot", disk + "/2024", disk + "/writable")
        let expected: Set = ["2.jpg", "2024/a/1.jpg", "writable/a/1.jpg"]
        try program.wait { Set(try program.assets().keys) == expected }
        #expect(feed.stop() == 0)
        #expect(try program.run("index").code == 0)
        #expect(Set(try program.assets().keys) == expected)
        #expect(try program.run("audit").code == 0)
        #expect(try program.run("index", "--ignore", "!snapshots").code == 0)
        #expect(
            Set(try program.assets().keys) == expected.union(["monday/2.jpg", "tuesday/a/1.jpg"])
        )
        #expect(try program.run("audit").code == 0)
    }
}
