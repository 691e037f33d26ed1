import Foundation
import Testing

/// Photos whose copies on another disk are seen before they are deleted, as `mv` does with a folder.
@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .serialized)
struct CarriedTests {
    private let program: Program
    private let disk: Disk

    init() throws {
        program = try Program()
        disk = try Disk(program.photos.appendingPathComponent("disk"), in: program.work)
        for number in 0..<20 { try program.picture("trip/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    private func identifiers() throws -> [String: String] {
        try program.assets().compactMapValues { $0["id"] as? String }
    }

    private func favorites() throws -> Set<String> {
        Set(
            try program.run("assets", "--where", "isFavorite == YES").lines
                .compactMap { $0["path"] as? String }
        )
    }

    /// Copies the folder, and has the copies seen.
    private func copy() throws {
        try Mount.run("cp", "-a", program.photos.path + "/trip", disk.path + "/trip")
        #expect(try program.run("index").code == 0)
        #expect(try identifiers().count == 40)
    }

    private func deleteOriginals() throws {
        try program.remove("trip")
        #expect(try program.run("index").code == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test func `a folder that is copied and then deleted is the same on the other disk`() throws {
        let before = try identifiers()
        for number in 0..<5 {
            #expect(
                try program.run("edit", "--favorite", program.photos.path + "/trip/\(number).jpg")
                    .code == 0
            )
        }
        try copy()
        let token = try #require(program.run("status").lines.first?["token"] as? String)
        try deleteOriginals()
        let after = try identifiers()
        #expect(after.count == 20)
        #expect(before.allSatisfy { after["disk/" + $0.key] == $0.value })
        #expect(try favorites() == Set((0..<5).map { "disk/trip/\($0).jpg" }))
        let told = try program.run("changes", "--since", token).lines.filter {
            $0["type"] as? String == "asset"
        }
        #expect(told.filter { $0["change"] as? String == "moved" }.count == 20)
        #expect(told.filter { $0["change"] as? String == "removed" }.count == 20)
    }

    @Test func `a copy is not taken for a twin of its original that was deleted before`() throws {
        try program.picture("trip/twin.jpg", 1)
        #expect(try program.run("index").code == 0)
        for (name, stars) in [("1", "3"), ("twin", "5")] {
            let photo = program.photos.path + "/trip/\(name).jpg"
            #expect(try program.run("edit", photo, "--rating", stars).code == 0)
        }
        let before = try identifiers()
        try program.remove("trip/twin.jpg")
        #expect(try program.run("index").code == 0)
        try copy()
        try deleteOriginals()
        let after = try program.assets()["disk/trip/1.jpg"]
        #expect(after?["id"] as? String == before["trip/1.jpg"])
        #expect(after?["rating"] as? Int == 3)
    }

    @Test func `a copy that somebody did something to, or that is older, stays what it is`() throws
    {
        try copy()
        let copies = try identifiers()
        #expect(
            try program.run("edit", "--favorite", disk.path + "/trip/1.jpg").code == 0
        )
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
            ofItemAtPath: disk.path + "/trip/2.jpg"
        )
        #expect(try program.run("index").code == 0)
        try deleteOriginals()
        let after = try identifiers()
        for number in 1...2 {
            #expect(after["disk/trip/\(number).jpg"] == copies["disk/trip/\(number).jpg"])
        }
        #expect(after["disk/trip/3.jpg"] == copies["trip/3.jpg"])
        #expect(try favorites() == ["disk/trip/1.jpg"])
    }

    @Test func `a photo goes on as its copy also where the disk of that is away`() throws {
        let before = try identifiers()
        #expect(
            try program.run("edit", "--favorite", program.photos.path + "/trip/1.jpg").code == 0
        )
        try copy()
        try deleteOriginals(of: before)
        #expect(try identifiers() == carried(before))
        #expect(try program.run("audit").code == 0)
        #expect(try favorites() == ["disk/trip/1.jpg"])
    }

    @Test func `a photo goes when the disk that is away comes back without its copy`()
        throws
    {
        let before = try identifiers()
        try copy()
        try FileManager.default.removeItem(atPath: disk.path + "/trip/1.jpg")
        try deleteOriginals(of: before)
        #expect(try identifiers() == carried(before).filter { $0.key != "disk/trip/1.jpg" })
        #expect(try program.run("audit").code == 0)
    }

    @Test func `of two alike the one that was moved to another disk is no copy of the other`()
        throws
    {
        let photo = program.photos.path + "/trip/1.jpg"
        try Mount.run("cp", "-p", photo, program.photos.path + "/trip/twin.jpg")
        #expect(try program.run("index").code == 0)
        let before = try identifiers()
        try Mount.run("mv", program.photos.path + "/trip/twin.jpg", disk.path + "/twin.jpg")
        #expect(try program.run("index").code == 0)
        #expect(try identifiers()["disk/twin.jpg"] == before["trip/twin.jpg"])
        try disk.detach()
        try program.remove("trip/1.jpg")
        #expect(try program.run("index").code == 1)
        #expect(try identifiers()["disk/twin.jpg"] == before["trip/twin.jpg"])
        try disk.attach()
        #expect(try program.run("index").code == 0)
        #expect(try identifiers()["disk/twin.jpg"] == before["trip/twin.jpg"])
        #expect(try identifiers().count == 20)
    }

    /// Deletes the originals while the disk of the copies is away, and has that back.
    private func deleteOriginals(of before: [String: String]) throws {
        try disk.detach()
        #expect(try program.run("index").code == 1)
        try program.remove("trip")
        #expect(try program.run("index").code == 1)
        #expect(try identifiers() == carried(before))
        try disk.attach()
        #expect(try program.run("index").code == 0)
    }

    private func carried(_ identifiers: [String: String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: identifiers.map { ("disk/" + $0.key, $0.value) })
    }
}

/// A disk that can be away for a while.
private final class Disk {
    let path: String
    private let held: Mount

    init(_ place: URL, in work: URL) throws {
        path = place.path
        held = try Mount(work.appendingPathComponent("held"))
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try attach()
    }

    deinit { try? Mount.run("umount", "-l", path) }

    func attach() throws { try Mount.run("mount", "--bind", held.path, path) }

    func detach() throws { try Mount.run("umount", path) }
}
