import Foundation
import PhotoModel
import Testing

/// Media files in formats that are not read are not left out without a word.
struct UnsupportedFileTests {
    @Test
    func `what is counted is not indexed, and the other way round`() {
        let unsupported = Set(MediaFileName.unsupported)
        #expect(unsupported.count == MediaFileName.unsupported.count)
        #expect(unsupported.isDisjoint(with: MediaFileName.extensions))
        #expect(unsupported.allSatisfy { (1...8).contains($0.utf8.count) && $0 == $0.lowercased() })
    }

    @Test
    func `index, status and audit count them by extension, and explain says why`() throws {
        let program = try Program()
        func outcome(_ arguments: String...) throws -> (
            unsupported: [String: Int]?, complaint: String
        ) {
            let outcome = try program.run(arguments)
            #expect(outcome.code == 0)
            return (outcome.lines.first?["unsupported"] as? [String: Int], outcome.complaint)
        }
        try program.picture("a.jpg", 1)
        #expect(try outcome("index", program.photos.path).unsupported == [:])
        #expect(try outcome("status").unsupported == [:])
        #expect(try outcome("audit").complaint == "")
        for path in [
            "old/a.flv", "old/B.FLV", "M.FLV", "c.rm", "d.tga", "notes.txt", ".hidden.flv",
        ] {
            try program.write(Array("no format that is read".utf8), to: path)
        }
        #expect(symlink("c.rm", program.photos.path + "/link.rm") == 0)
        #expect(mkfifo(program.photos.path + "/pipe.tga", 0o600) == 0)
        let expected = ["flv": 3, "rm": 1, "tga": 1]
        #expect(try outcome("index").unsupported == expected)
        #expect(try outcome("status").unsupported == expected)
        let words =
            "5 files are not indexed because their formats are not supported: 3 .flv, 1 .rm, 1 .tga"
        #expect(try outcome("audit").complaint.contains(words))
        #expect(try program.assets().count == 1)
        // Whoever knows them can ignore them.
        let config = program.work.appendingPathComponent("heliograph.toml")
        try Data("ignore = [\"*.flv\", \"old\"]\n".utf8).write(to: config)
        #expect(
            try outcome("index", "--config", config.path).unsupported == ["rm": 1, "tga": 1]
        )
        try FileManager.default.removeItem(at: program.photos.appendingPathComponent("c.rm"))
        try FileManager.default.removeItem(at: program.photos.appendingPathComponent("d.tga"))
        #expect(try outcome("index", "--config", config.path).unsupported == [:])

        let photos = program.photos.path
        for (name, reason) in [
            ("old/a.flv", "a file that ends in .flv is not indexed"),
            ("notes.txt", "a file that ends in .txt is not indexed"),
            (".hidden.flv", "a name like this one is ignored"),
        ] {
            let refused = try program.run("explain", "\(photos)/\(name)").lines.first?["refused"]
            let reasons = (refused as? [[String: String]])?.filter { $0["value"] == "indexed" }
            #expect(reasons?.map { $0["detail"] } == [reason])
        }
        let plain = try program.run("explain", "\(photos)/a.jpg").output
        #expect(!plain.contains("not indexed"))
    }

    @Test
    func `one that comes and goes is counted at the next check`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        func wait(for expected: [String: Int]) throws {
            kill(feed.process.processIdentifier, SIGHUP)
            try program.wait {
                let status = try program.run("status").lines.first
                return status?["unsupported"] as? [String: Int] == expected
            }
        }
        try program.write([1], to: "b.rmvb")
        try wait(for: ["rmvb": 1])
        try program.move("b.rmvb", to: "c.3gp")
        try wait(for: [:])
        #expect(feed.stop() == 0)
    }
}
