import Foundation
import Testing

/// What `thumbnail` and `index --thumbnails` do when something is in the way.
struct ThumbnailSafetyTests {
    private let program: Program
    private let photo: String
    private let before: Data

    init() throws {
        program = try Program()
        try program.write(ThumbnailTests.tiff(width: 64, height: 32, red: 250), to: "a.tif")
        photo = program.photos.path + "/a.tif"
        before = try Data(contentsOf: URL(fileURLWithPath: photo))
    }

    private func index(_ arguments: String..., helpers: String? = nil, cache: String? = nil) throws
        -> Program.Outcome
    {
        let process = program.process(["index", program.photos.path] + arguments)
        process.environment?["HELIOGRAPH_CACHE"] = cache ?? program.work.path + "/cache"
        if let helpers { process.environment?["HELIOGRAPH_LIBEXEC"] = helpers }
        return try program.outcome(of: process)
    }

    private func thumbnails() throws -> [String: Any]? {
        let process = program.process(["status"])
        process.environment?["HELIOGRAPH_CACHE"] = program.work.path + "/cache"
        return try program.outcome(of: process).lines.first?["thumbnails"] as? [String: Any]
    }

    @Test
    func `a photo that was edited is not shown as it was, though nobody has indexed it since`()
        throws
    {
        #expect(try index().code == 0)
        let shown = { (name: String) in
            let file = program.work.appendingPathComponent(name)
            let made = try ThumbnailTests.thumbnail(program, photo, "--size", "32", "-o", file.path)
            #expect(made.code == 0, "\(made.complaint)")
            return try Data(contentsOf: file)
        }
        let first = try shown("one.jpg")
        #expect(try ThumbnailTests.kept(program).count == 1)
        // In place, as editors of metadata write.
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: photo))
        try file.write(contentsOf: Data(ThumbnailTests.tiff(width: 64, height: 32, red: 90)))
        try file.close()
        #expect(try shown("two.jpg") != first)
        #expect(try ThumbnailTests.kept(program).count == 1)
    }

    @Test(arguments: ["the photo", "a link to it", "another photo", "a contact sheet"])
    func `no photo is written over`(output: String) throws {
        try program.write(ThumbnailTests.tiff(width: 32, height: 32, red: 9), to: "b.tif")
        #expect(try index().code == 0)
        let link = program.work.path + "/link.jpg"
        try FileManager.default.linkItem(atPath: photo, toPath: link)
        let path = program.photos.path
        let arguments =
            switch output {
            case "the photo": [photo, "-o", photo, "--format", "jpeg"]
            case "a link to it": [photo, "-o", link]
            case "another photo": [path + "/b.tif", "-o", photo, "--format", "jpeg"]
            default: ["--contact-sheet", photo, "--format", "jpeg"]
            }
        let found = try program.run(["thumbnail"] + arguments)
        #expect(found.code == 73)
        #expect(found.complaint.contains("is not replaced"), "\(found.complaint)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: photo)) == before)
    }

    @Test
    func `without the imager nothing counts as made, and with it all is made up for`() throws {
        let helpers = program.work.appendingPathComponent("helpers")
        try FileManager.default.createDirectory(at: helpers, withIntermediateDirectories: true)
        for name in ["watcher", "extractor", "film-extractor"] {
            try FileManager.default.createSymbolicLink(
                at: helpers.appendingPathComponent("heliograph-\(name)"),
                withDestinationURL: program.helpers.appendingPathComponent("heliograph-\(name)")
            )
        }
        let imager = helpers.appendingPathComponent("heliograph-imager")
        try Data("#!/bin/sh\nexit 3\n".utf8).write(to: imager)
        chmod(imager.path, 0o755)
        let without = try index("--thumbnails", "32", helpers: helpers.path)
        #expect(without.code == 1)
        #expect(without.complaint.contains("thumbnails are left out"), "\(without.complaint)")
        #expect(try thumbnails()?["upToDate"] as? Bool == false)
        #expect(try thumbnails()?["failed"] as? Int == 0)
        #expect(try index("--thumbnails", "32").code == 0)
        #expect(try thumbnails()?["upToDate"] as? Bool == true)
        #expect(try ThumbnailTests.kept(program).count == 1)
    }

    @Test
    func `a cache that cannot be is told of`() throws {
        let found = try index("--thumbnails", "32", cache: "/proc/nowhere")
        #expect(found.code == 1)
        #expect(found.complaint.contains("thumbnails cannot be kept in /proc/nowhere: "))
    }

    @Test(.enabled(if: Mount.isPossible, "needs to mount"), arguments: [true, false])
    func `a cache that is full is told of, and filled when there is room`(isTiny: Bool) throws {
        let place = program.work.appendingPathComponent("cache")
        let mount = try Mount(place, options: isTiny ? "size=40k" : "size=16m")
        defer { withExtendedLifetime(mount) {} }
        let filler = place.appendingPathComponent("filler")
        if !isTiny {
            let process = program.process([])
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "exec cat /dev/zero >\"$0\" 2>/dev/null", filler.path]
            #expect(try program.outcome(of: process).code != 0)
        }
        let found = try index("--thumbnails", "32")
        #expect(found.code == 1)
        #expect(
            found.complaint.contains("thumbnails cannot be kept in \(place.path): "),
            "\(found.complaint)"
        )
        #expect(try thumbnails()?["upToDate"] as? Bool != true)
        guard !isTiny else { return }
        try FileManager.default.removeItem(at: filler)
        #expect(try index("--thumbnails", "32").code == 0)
        #expect(try thumbnails()?["upToDate"] as? Bool == true)
        #expect(try ThumbnailTests.kept(program).count == 1)
    }

    @Test
    func `which file has no picture is told, and the others have theirs`() throws {
        var damaged = Array(before)
        // Its rows are no JPEG picture.
        let compression = try #require(before.range(of: Data([3, 1, 3, 0, 1, 0, 0, 0, 1])))
        damaged[compression.upperBound - 1] = 7
        try program.write(damaged, to: "cut.tif")
        let found = try index("--thumbnails", "16,32")
        #expect(found.code == 0)
        #expect(found.complaint.contains("no thumbnail of \(program.photos.path)/cut.tif: "))
        #expect(try thumbnails()?["failed"] as? Int == 1)
        #expect(try ThumbnailTests.kept(program).count == 2)
    }

    @Test(arguments: [
        ("thumbnail \"$1\" -o /dev/full", 73, "/dev/full cannot be written: No space left"),
        ("thumbnail \"$1\" -o - >/dev/full", 73, "standard output cannot be written: No space"),
        ("thumbnail \"$1\" -o /", 73, "/ cannot be written: Is a directory"),
        (
            "thumbnail \"$1\" -o /nowhere/x.jpg", 73,
            "/nowhere/x.jpg cannot be written: No such file"
        ),
        ("thumbnail /nowhere.jpg 2>&-", 66, ""), ("thumbnail /nowhere.jpg 2>/dev/full", 66, ""),
    ])
    func `what cannot be written is told in words`(
        command: String,
        code: Int32,
        words: String
    ) throws {
        let process = program.process([])
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "\"$0\" \(command)", program.binary.path, photo]
        let found = try program.outcome(of: process)
        #expect(found.code == code, "\(found.complaint)")
        #expect(words.isEmpty || found.complaint.contains(words), "\(found.complaint)")
        #expect(!found.complaint.contains("NSCocoa"))
    }
}
