import Foundation
import Testing

/// A folder that gets another path by `roots move`.
struct RootMoveTests {
    private let program: Program
    private let elsewhere: URL

    init() throws {
        program = try Program()
        elsewhere = program.work.appendingPathComponent("2019 elsewhere")
        for number in 0..<4 { try program.picture("a/\(number).jpg", number) }
        try program.picture("top.jpg", 9)
        try program.picture("a/b/deep.jpg", 10)
        #expect(try program.run("index", program.photos.path).code == 0)
        let photo = "\(program.photos.path)/a/1.jpg"
        #expect(try program.run("edit", photo, "--favorite", "--rating", "4").code == 0)
    }

    private func shell(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        try process.run()
        process.waitPatiently()
        try #require(process.terminationStatus == 0)
    }

    private func albums() throws -> [String: String] {
        Dictionary(
            try program.run("albums").lines.filter { $0["path"] as? String != nil }.map {
                ("\($0["kind"] ?? "") \($0["path"] ?? "")", "\($0["id"] ?? "")")
            },
            uniquingKeysWith: { $0 + $1 }
        )
    }

    @Test(arguments: [["mv"], ["cp", "-a"]])
    func `everything keeps its identifier, and the feed says that it was moved`(
        by command: [String]
    ) throws {
        let (assets, folders) = (try program.assets(), try albums())
        let token = try #require(try program.run("changes").lines.last?["token"] as? String)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command + [program.photos.path, elsewhere.path]
        try process.run()
        process.waitPatiently()
        let isMoved = command == ["mv"]
        let listed = try program.run("roots").lines.first
        #expect(listed?["exists"] as? Bool == !isMoved)
        #expect((listed?["state"] as? String == "offline") == isMoved)
        let move = try program.run("roots", "move", program.photos.path, elsewhere.path)
        #expect(move.code == 0, "\(move.complaint)")
        #expect(move.lines.first?["found"] as? Int == 6)
        #expect(try program.run("roots").lines.first?["exists"] as? Bool == true)
        #expect(try program.run("index").code == 0)
        let after = try program.assets()
        #expect(after.count == 6)
        for (path, asset) in assets {
            for key in ["id", "favorite", "rating"] {
                #expect("\(after[path]?[key] ?? "")" == "\(asset[key] ?? "")", "\(path) \(key)")
            }
            #expect(after[path]?["root"] as? String == elsewhere.path)
        }
        #expect(try albums() == folders)
        let lines = try program.run("changes", "--since", token).lines
            .filter { $0["type"] as? String == "asset" }
        #expect(lines.count == 6)
        for line in lines {
            #expect(line["change"] as? String == "moved")
            #expect(line["contentChanged"] as? Bool != true)
            #expect(line["previousRoot"] as? String == program.photos.path)
            let asset = line["asset"] as? [String: Any]
            #expect(line["previousPath"] as? String == asset?["path"] as? String)
        }
        #expect(try program.run("audit").code == 0)
        #expect(try program.run("index").code == 0)
        #expect(try program.assets().count == 6)
    }

    @Test func `a folder that goes there and back is where it was`() throws {
        let before = try program.assets().mapValues { $0["id"] as? String }
        for (old, new) in [(program.photos, elsewhere), (elsewhere, program.photos)] {
            try FileManager.default.moveItem(at: old, to: new)
            #expect(try program.run("roots", "move", old.path, new.path).code == 0)
        }
        #expect(try program.run("index").code == 0)
        #expect(try program.assets().mapValues { $0["id"] as? String } == before)
        #expect(try program.run("roots").lines.count == 1)
        #expect(try program.run("audit").code == 0)
    }

    @Test func `what lies in the trash comes back to the new path`() throws {
        let photo = "\(program.photos.path)/a/2.jpg"
        let id = try #require(try program.assets()["a/2.jpg"]?["id"] as? String)
        #expect(try program.run("trash", photo).code == 0)
        try FileManager.default.moveItem(at: program.photos, to: elsewhere)
        #expect(try program.run("roots", "move", program.photos.path, elsewhere.path).code == 0)
        #expect(try program.run("restore", id).code == 0)
        #expect(FileManager.default.fileExists(atPath: "\(elsewhere.path)/a/2.jpg"))
        #expect(try program.run("index").code == 0)
        #expect(try program.assets()["a/2.jpg"]?["id"] as? String == id)
    }

    @Test func `files that are missing are named, and nothing is done`() throws {
        try shell("cp", "-a", program.photos.path, elsewhere.path)
        try FileManager.default.removeItem(at: elsewhere.appendingPathComponent("a/b"))
        let refusal = try program.run("roots", "move", program.photos.path, elsewhere.path)
        #expect(refusal.code == 66)
        #expect(refusal.complaint.contains("1 of 6 files are not in"), "\(refusal.complaint)")
        #expect(refusal.complaint.contains("a/b/deep.jpg"))
        #expect(
            try program.run("roots").lines.map { $0["root"] as? String } == [program.photos.path]
        )
        let move = try program.run(
            "roots",
            "move",
            program.photos.path,
            elsewhere.path,
            "--incomplete"
        )
        #expect(move.code == 0)
        #expect(try program.run("index").code == 0)
        #expect(try program.assets().count == 5)
    }

    @Test func `a path is refused that is no folder, or belongs to another one`() throws {
        let other = program.work.appendingPathComponent("other")
        let inner = other.appendingPathComponent("inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        #expect(try program.run("index", other.path).code == 0)
        for (path, reason) in [
            ("/nowhere", "cannot be used"), ("\(other.path)", "is another folder of the library"),
            (other.path, "roots remove \(program.photos.path) --catalogue \(program.catalogue)"),
            ("\(inner.path)", "lies in"),
        ] {
            let refusal = try program.run("roots", "move", program.photos.path, path)
            #expect(refusal.code != 0 && refusal.complaint.contains(reason), "\(refusal.complaint)")
        }
        let stranger = try program.run("roots", "move", "/nowhere", other.path)
        #expect(stranger.code != 0)
        #expect(stranger.complaint.contains("is not a folder of the library"))
    }

    @Test func `a folder that was forgotten is named by what the feed says of it`() throws {
        let token = try #require(try program.run("changes").lines.last?["token"] as? String)
        #expect(try program.run("roots", "remove", program.photos.path).code == 0)
        let other = program.work.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        #expect(try program.run("index", other.path).code == 0)
        let removed = try program.run("changes", "--since", token).lines
            .compactMap { $0["asset"] as? [String: Any] }
        #expect(removed.count == 6)
        #expect(removed.allSatisfy { $0["root"] as? String == program.photos.path })
    }
}
