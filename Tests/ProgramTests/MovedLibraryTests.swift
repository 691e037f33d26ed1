import Foundation
import Testing

/// A library's folder that moves to another path, as the README says.
struct MovedLibraryTests {
    private let program: Program
    private let album: String
    private let before: [String: [String: Any]]

    /// A library with a favorite, stars and an album.
    init() throws {
        program = try Program()
        for number in 0..<4 { try program.picture("a/\(number).jpg", number) }
        try program.picture("a/again.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let photo = "\(program.photos.path)/a/1.jpg"
        #expect(try program.run("edit", photo, "--favorite", "--rating", "4").code == 0)
        album = try program.run("album", "create", "Best").lines.first?["id"] as? String ?? ""
        #expect(try program.run("album", "add", album, photo).code == 0)
        before = try program.assets()
    }

    private var elsewhere: URL { program.work.appendingPathComponent("elsewhere") }

    private func expectAllThere() throws {
        let after = try program.assets()
        #expect(after.count == 5)
        for (path, asset) in before {
            for key in ["id", "favorite", "rating", "creationDate"] {
                #expect("\(after[path]?[key] ?? "")" == "\(asset[key] ?? "")", "\(path) \(key)")
            }
            #expect(after[path]?["root"] as? String == elsewhere.path)
        }
        let members = try program.run("assets", "--album", album).lines
        #expect(members.compactMap { $0["path"] as? String } == ["a/1.jpg"])
        #expect(try program.run("audit").code == 0)
    }

    @Test(arguments: [["mv"], ["cp", "-a"]])
    func `photos keep all that was said of them when their folder moves to another path`(
        by command: [String]
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command + [program.photos.path, elsewhere.path]
        try process.run()
        process.waitPatiently()
        #expect(process.terminationStatus == 0)
        #expect(try program.run("roots", "remove", program.photos.path).code == 0)
        #expect(try program.run("index", elsewhere.path).code == 0)
        try expectAllThere()
    }

    @Test
    func `photos keep all that was said of them on another machine`() throws {
        let backup = program.work.appendingPathComponent("backup.sqlite").path
        #expect(try program.run("backup", backup).code == 0)
        try FileManager.default.moveItem(at: program.photos, to: elsewhere)
        let state = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
        for name in try FileManager.default.contentsOfDirectory(atPath: state.path)
        where name.hasPrefix("catalogue.sqlite") {
            try FileManager.default.removeItem(at: state.appendingPathComponent(name))
        }
        let restored = try program.run("restore-catalogue", backup)
        #expect(restored.code == 0)
        #expect(restored.complaint.contains("roots move \(program.photos.path) NEW"))
        #expect(try program.run("roots", "remove", program.photos.path).code == 0)
        #expect(try program.run("index", elsewhere.path).code == 0)
        try expectAllThere()
    }

    @Test(arguments: [false, true])
    func `photos of a folder that is forgotten go on as copies that were indexed before`(
        isGone: Bool
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["cp", "-a", program.photos.path, elsewhere.path]
        try process.run()
        process.waitPatiently()
        // Something was done to this copy: it stays the photo that it is.
        let touched = "a/0.jpg"
        #expect(try program.run("index", elsewhere.path).code == 0)
        let copy = elsewhere.appendingPathComponent(touched).path
        #expect(try program.run("edit", copy, "--rating", "2").code == 0)
        if isGone { try FileManager.default.removeItem(at: program.photos) }
        let removal = try program.run("roots", "remove", program.photos.path)
        #expect(removal.code == 0)
        #expect(removal.lines.first?["moved"] as? Int == 4)
        #expect(removal.lines.first?["removed"] as? Int == 1)
        #expect(try program.run("index").code == 0)
        let after = try program.assets()
        #expect(after.count == 5)
        #expect(after[touched]?["rating"] as? Int == 2)
        for (path, asset) in before where path != touched {
            #expect(after[path]?["id"] as? String == asset["id"] as? String, "\(path)")
            #expect("\(after[path]?["rating"] ?? "")" == "\(asset["rating"] ?? "")")
        }
        let members = try program.run("assets", "--album", album).lines
        #expect(members.compactMap { $0["path"] as? String } == ["a/1.jpg"])
        #expect(try program.run("audit").code == 0)
    }

    @Test
    func `a folder is not forgotten with what lies in the trash unless that is said`() throws {
        let photo = "\(program.photos.path)/a/1.jpg"
        #expect(try program.run("trash", photo).code == 0)
        let refusal = try program.run("roots", "remove", program.photos.path)
        #expect(refusal.code == 1)
        #expect(refusal.complaint.contains("1 file from"))
        #expect(try program.run("restore", photo).code == 0)
        #expect(try program.run("trash", photo).code == 0)
        #expect(try program.run("roots", "remove", program.photos.path, "--forget-trash").code == 0)
        #expect(try program.run("roots").lines.isEmpty)
    }
}
