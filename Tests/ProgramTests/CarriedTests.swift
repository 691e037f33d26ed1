import Foundation
import Testing

/// Photos whose copies on another disk are seen before they are deleted, as `mv` does with a folder.
@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .serialized, .patient)
struct CarriedTests {
    private let program: Program
    private let mount: Mount

    init() throws {
        program = try Program()
        mount = try Mount(program.photos.appendingPathComponent("disk"))
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
        try Mount.run("cp", "-a", program.photos.path + "/trip", mount.path + "/trip")
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

    @Test func `a copy that somebody did something to, or that is older, stays what it is`() throws
    {
        try copy()
        let copies = try identifiers()
        #expect(
            try program.run("edit", "--favorite", mount.path + "/trip/1.jpg").code == 0
        )
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
            ofItemAtPath: mount.path + "/trip/2.jpg"
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

    @Test func `a copy whose disk is away takes nothing over`() throws {
        let before = try identifiers()
        try copy()
        let copies = try identifiers()
        try Mount.run("umount", mount.path)
        #expect(try program.run("index").code == 1)
        try program.remove("trip")
        #expect(try program.run("index").code == 1)
        let after = try identifiers()
        #expect(after.count == 20)
        #expect(after.allSatisfy { copies[$0.key] == $0.value && before[$0.key] == nil })
    }
}
