import Foundation
import Testing

/// Pictures by the command line, as the imagers make them.
struct ThumbnailTests {
    /// A picture in the format of Netpbm is all its pixels; TIFF likewise, which is decoded.
    static func tiff(width: Int, height: Int, red: UInt8, orientation: UInt16 = 1)
        -> [UInt8]
    {
        let count = width * height * 3
        var bytes: [UInt8] = Array("II*\0".utf8)
        func little(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        bytes += little(8 + count + 6, 4)
        // The upper half is red, the lower blue.
        for row in 0..<height {
            for _ in 0..<width { bytes += row < height / 2 ? [red, 0, 0] : [0, 0, 200] }
        }
        bytes += little(8, 2) + little(8, 2) + little(8, 2)
        let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (256, 3, 1, width), (257, 3, 1, height), (258, 3, 3, 8 + count), (259, 3, 1, 1),
            (262, 3, 1, 2), (273, 4, 1, 8), (274, 3, 1, Int(orientation)), (277, 3, 1, 3),
            (278, 3, 1, height), (279, 4, 1, count),
        ]
        bytes += little(entries.count, 2)
        for entry in entries {
            bytes += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4)
            bytes += little(entry.value, 4)
        }
        return bytes + little(0, 4)
    }

    static func thumbnail(
        _ program: Program,
        _ arguments: String...
    ) throws -> (code: Int32, complaint: String) {
        let process = program.process(["thumbnail"] + arguments)
        process.environment?["HELIOGRAPH_CACHE"] = program.work.path + "/cache"
        let outcome = try program.outcome(of: process)
        return (outcome.code, outcome.complaint)
    }

    /// The width, the height and the first bytes of a PNG file.
    static func size(_ file: URL) throws -> [Int] {
        let bytes = [UInt8](try Data(contentsOf: file))
        try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        return [16, 20].map { offset in
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    @Test(arguments: [
        (["--size", "32"], [32, 16]), (["--size", "full"], [64, 32]),
        (["--size", "16x"], [16, 8]),
        (["--size", "20x20", "--mode", "fill", "--exact"], [20, 20]),
        (["--size", "x8", "--crop", "0,0,0.5,1"], [8, 8]),
        (["--size", "x10", "--crop", "0.7,0,0.3,1"], [6, 10]), (["--size", "16×4"], [8, 4]),
        (["--size", "128"], [64, 32]), (["--size", "128", "--exact"], [128, 64]),
    ])
    func `a picture comes in the size asked for`(arguments: [String], size: [Int]) throws {
        let program = try Program()
        try program.write(Self.tiff(width: 64, height: 32, red: 250), to: "a.tif")
        let file = program.work.appendingPathComponent("out.png")
        let process = program.process(
            ["thumbnail", program.photos.path + "/a.tif", "-o", file.path] + arguments
        )
        let outcome = try program.outcome(of: process)
        #expect(outcome.code == 0, "\(outcome.complaint)")
        #expect(try Self.size(file) == size)
    }

    @Test
    func `an asset is shown right way up, and what was edited never as it was`() throws {
        let program = try Program()
        let photo = program.photos.path + "/a.tif"
        try program.write(Self.tiff(width: 64, height: 32, red: 250, orientation: 6), to: "a.tif")
        #expect(try program.run("index", program.photos.path).code == 0)
        let (first, second) = ("one.png", "two.png")
        let output = { program.work.appendingPathComponent($0) }
        #expect(
            try Self.thumbnail(program, photo, "--size", "32", "-o", output(first).path).code == 0
        )
        #expect(try Self.size(output(first)) == [16, 32])
        try program.write(Self.tiff(width: 64, height: 32, red: 90, orientation: 6), to: "a.tif")
        #expect(try program.run("index").code == 0)
        #expect(
            try Self.thumbnail(program, photo, "--size", "32", "-o", output(second).path).code == 0
        )
        #expect(try Data(contentsOf: output(first)) != Data(contentsOf: output(second)))
    }

    @Test func `a contact sheet names the photos without a picture`() throws {
        let program = try Program()
        try program.write(Self.tiff(width: 64, height: 32, red: 250), to: "a.tif")
        try program.write(Array("no picture".utf8), to: "text.jpg")
        #expect(try program.run("index", program.photos.path).code == 0)
        let sheet = program.work.path + "/sheet.jpg"
        let made = try Self.thumbnail(program, "--contact-sheet", sheet)
        #expect(made.code == 1 && FileManager.default.fileExists(atPath: sheet))
        #expect(made.complaint.contains("no picture of \(program.photos.path)/text.jpg: "))
        #expect(made.complaint.contains("1 of 2 pictures could not be made"))
    }

    @Test
    func `what cannot be shown is told of, and nothing is written`() throws {
        let program = try Program()
        let output = program.work.path + "/x.jpg"
        try program.write(Array("no picture".utf8), to: "text.jpg")
        try program.write(Array("<svg/>".utf8), to: "drawing.svg")
        for (name, code) in [("text.jpg", 1), ("drawing.svg", 1), ("none.jpg", 66)]
            as [(String, Int32)]
        {
            let path = program.photos.path + "/" + name
            let found = try Self.thumbnail(program, path, "-o", output)
            #expect(found.code == code, "\(found.complaint)")
            #expect(found.complaint.contains(name))
            #expect(!FileManager.default.fileExists(atPath: output))
        }
        for wrong in [
            ["a", "--size", "big"], ["a", "-o", "a.tiff"], ["--contact-sheet", "-"],
            ["--contact-sheet", "a.jpg", "-o", "b.jpg"],
            ["a", "--crop", "1,1,1,1"], ["a", "--quality", "0"], [],
        ] {
            let outcome = try program.outcome(of: program.process(["thumbnail"] + wrong))
            #expect(outcome.code == 64, "\(wrong): \(outcome.complaint)")
        }
    }

    @Test
    func `thumbnails are made ahead, and status tells how far`() throws {
        let program = try Program()
        for number in 1...5 {
            try program.write(
                Self.tiff(width: 64, height: 32, red: UInt8(40 * number)),
                to: "\(number).tif"
            )
        }
        let run = { (arguments: [String]) in
            let process = program.process(arguments)
            process.environment?["HELIOGRAPH_CACHE"] = program.work.path + "/cache"
            return try program.outcome(of: process)
        }
        let made = try run(["index", "--thumbnails", "16,32", program.photos.path])
        #expect(made.code == 0, "\(made.complaint)")
        let status = try #require(try run(["status"]).lines.first)
        let told = status["thumbnails"] as? [String: Any]
        #expect(told?["sizes"] as? [Int] == [16, 32])
        #expect(told?["upToDate"] as? Bool == true)
        #expect(told?["assets"] as? Int == 5 && told?["failed"] as? Int == 0)
        #expect(try Self.kept(program).count == 10)
        // A file that came is looked at alone, and one that was moved has its pictures already.
        try program.write(Self.tiff(width: 64, height: 32, red: 7), to: "6.tif")
        try program.move("1.tif", to: "one.tif")
        #expect(try run(["index", "--thumbnails", "16,32"]).code == 0)
        #expect(try Self.kept(program).count == 12)
    }

    /// The files of the cache that are pictures.
    static func kept(_ program: Program) throws -> [String] {
        let cache = program.work.path + "/cache"
        let all = try FileManager.default.subpathsOfDirectory(atPath: cache)
        return all.filter { path in
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(cache)/\(path)"))
            return bytes?.range(of: Data([0xFF, 0xD8, 0xFF])) != nil
        }
    }

    @Test
    func `the desktop's programs have their thumbnails made as the package tells them`() throws {
        let program = try Program()
        try program.write(Self.tiff(width: 640, height: 320, red: 250), to: "-a b.tif")
        let entry = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Packaging/heliograph.thumbnailer")
        let lines = try String(contentsOf: entry, encoding: .utf8).split(separator: "\n")
        let command = try #require(lines.first { $0.hasPrefix("Exec=heliograph ") })
        let file = program.work.appendingPathComponent("thumbnail")
        // They make the file, and know neither a home nor a library.
        try Data().write(to: file)
        let process = program.process(
            command.split(separator: " ").dropFirst().map { word in
                ["%s": "256", "%o": file.path, "%i": program.photos.path + "/-a b.tif"][
                    String(word)
                ] ?? String(word)
            }
        )
        process.environment = ["HELIOGRAPH_LIBEXEC": program.helpers.path]
        let made = try program.outcome(of: process)
        #expect(made.code == 0, "\(made.complaint)")
        #expect(try Self.size(file) == [256, 128])
    }

    @Test
    func `a contact sheet has all assets of an album`() throws {
        let program = try Program()
        for number in 1...3 {
            try program.write(
                Self.tiff(width: 64, height: 32, red: UInt8(60 * number)),
                to: "\(number).tif"
            )
        }
        #expect(try program.run("index", program.photos.path).code == 0)
        let album = try program.run("albums").lines.first { $0["title"] as? String == "photos" }
        let id = try #require(album?["id"] as? String)
        let file = program.work.appendingPathComponent("sheet.png")
        let made = try Self.thumbnail(
            program,
            "--album",
            id,
            "--contact-sheet",
            file.path,
            "--size",
            "32"
        )
        #expect(made.code == 0, "\(made.complaint)")
        #expect(try Self.size(file)[0] > 6 * 32)
    }
}
