import Foundation
import TestSupport
import Testing

/// What lies in the folder is the owner's: it is looked at, and never written to.
struct OriginalsTests {
    /// A file as it lies there.
    private struct Lying: Equatable, CustomStringConvertible {
        let bytes: Data
        let mode: mode_t
        let owner: [UInt32]
        let inode: UInt
        let modified: [Int]
        /// Anything done to a file shows in it, and so does its own renaming.
        let changed: [Int]

        init(_ path: String) throws {
            var found = stat()
            guard lstat(path, &found) == 0 else { throw CocoaError(.fileNoSuchFile) }
            (mode, inode, owner) = (found.st_mode, found.st_ino, [found.st_uid, found.st_gid])
            modified = [found.st_mtim.tv_sec, found.st_mtim.tv_nsec]
            changed = [found.st_ctim.tv_sec, found.st_ctim.tv_nsec]
            bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        }

        var description: String { "\(bytes.count) bytes, \(mode), \(modified), \(changed)" }
    }

    private static func files(_ program: Program) throws -> [String: Lying] {
        var all: [String: Lying] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: program.photos.path) {
            let full = "\(program.photos.path)/\(path)"
            var found = stat()
            guard lstat(full, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { continue }
            all[path] = try Lying(full)
        }
        return all
    }

    private static let sidecar = """
        <?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF
        xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description
        xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='2' xmlns:darktable='http://darktable.sf.net/'
        darktable:history_end='7'/></rdf:RDF></x:xmpmeta><?xpacket end='w'?>
        """
    private static let adjustments = """
        <plist version='1.0'><dict><key>adjustmentFormatIdentifier</key>
        <string>com.apple.photo</string></dict></plist>
        """

    /// A folder as phones, cameras and editors leave it: pairs, edits and sidecars, some of them write-protected.
    private static func fill(_ program: Program) throws {
        let files: [(String, [UInt8])] = [
            (
                "trip/IMG_1.HEIC",
                Sample.heif([.undecodable(400, 300), .exif(Sample.exifBlock(customRendered: 2))])
            ),
            ("trip/IMG_1.MOV", Sample.liveFilm("one")), ("trip/IMG_1.AAE", Array(adjustments.utf8)),
            ("trip/IMG_2.jpg", Sample.liveStill("two")), ("trip/IMG_2.mov", Sample.liveFilm("two")),
            ("trip/IMG_2.jpg.xmp", Array(sidecar.utf8)),
            ("trip/IMG_2.AAE", Array(adjustments.utf8)),
            ("trip/IMG_E2.jpg", Program.jpeg(2)), ("raw/P1.RW2", Sample.panasonic()),
            ("raw/P1.JPG", Program.jpeg(3)), ("raw/P1.xmp", Array(sidecar.utf8)),
            ("raw/notes.txt", Array("not a photo".utf8)), ("plain/a.jpg", Program.jpeg(4)),
            ("plain/b.tif", ThumbnailTests.tiff(width: 64, height: 32, red: 9)),
            ("plain/MVIMG_3.jpg", Sample.jpeg(xmp: ["GCamera:MotionPhoto": "1"])),
        ]
        for (number, (path, bytes)) in files.enumerated() {
            try program.write(bytes, to: path)
            let full = "\(program.photos.path)/\(path)"
            chmod(full, number % 3 == 0 ? 0o444 : 0o640)
            var times = [
                timespec(tv_sec: 1_600_000_000 + number, tv_nsec: 123_456_789),
                timespec(tv_sec: 1_600_000_000 + number, tv_nsec: 987_654_321),
            ]
            utimensat(AT_FDCWD, full, &times, 0)
        }
    }

    /// What changes the catalogue, and no file.
    private static func edit(_ program: Program, _ folder: String, raw: String) throws {
        let paths = ["\(folder)/IMG_2.jpg", "\(folder)/IMG_1.HEIC", raw, "plain/b.tif"]
            .map { "\(program.photos.path)/\($0)" }
        let edits = ["--favorite", "--rating", "5", "--date", "2001-02-03T04:05:06Z"]
        for path in paths {
            let edited = try program.run(["edit", path, "--location", "41.9,12.5,20"] + edits)
            #expect(edited.code == 0, "\(edited.complaint)")
        }
        let album = try program.run("album", "create", "Best").lines.first?["id"] as? String
        #expect(try program.run(["album", "add", try #require(album)] + paths).code == 0)
        let sheet = "\(program.work.path)/sheet.jpg"
        try program.run("thumbnail", "--album", album ?? "", "--contact-sheet", sheet)
        #expect(FileManager.default.fileExists(atPath: sheet))
        #expect(try program.run("edit", paths[0], "--no-favorite", "--rating", "file").code == 0)
    }

    private static func expectUntouched(
        _ program: Program,
        _ before: [String: Lying],
        _ renamed: [String: String] = [:],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let after = try files(program)
        #expect(after.keys.sorted() == before.keys.map { renamed[$0] ?? $0 }.sorted())
        for (path, file) in before {
            let (now, name) = (after[renamed[path] ?? path], renamed[path] ?? path)
            #expect(now?.bytes == file.bytes, "\(name)", sourceLocation: location)
            #expect(now?.modified == file.modified, "\(name)", sourceLocation: location)
            #expect(
                now?.mode == file.mode && now?.owner == file.owner,
                "\(name)",
                sourceLocation: location
            )
            if renamed[path] == nil { #expect(now == file, "\(name)", sourceLocation: location) }
        }
    }

    @Test
    func `nothing that is indexed, watched, edited, shown or moved by its owner is touched`() throws
    {
        let program = try Program()
        program.environment["HELIOGRAPH_CACHE"] = "\(program.work.path)/cache"
        try Self.fill(program)
        let before = try Self.files(program)
        #expect(try program.run("index", "--thumbnails", "64", program.photos.path).code == 0)
        try Self.expectUntouched(program, before)
        #expect(try program.assets().count > 5)

        let since = try program.token()
        let feed = try Feed(program, "--since", since, "--thumbnails", "64")
        try feed.waitUntilSynced()
        try Self.edit(program, "trip", raw: "raw/P1.JPG")
        // The owner moves a folder, then a pair of another, file by file.
        try program.move("trip", to: "plain/journey")
        _ = try feed.asset("plain/journey/IMG_2.jpg", "moved")
        for name in ["P1.RW2", "P1.JPG", "P1.xmp"] {
            try program.move("raw/\(name)", to: "raw/Q\(name.dropFirst())")
        }
        _ = try feed.asset("raw/Q1.JPG", "moved")
        try Self.edit(program, "plain/journey", raw: "raw/Q1.JPG")
        kill(feed.process.processIdentifier, SIGHUP)
        try feed.waitUntilSynced()
        #expect(feed.stop() == 0)
        #expect(try program.run("index", "--rescan", "1h").code == 0)
        #expect(try program.run("audit").code == 0)
        var renamed = ["P1.RW2", "P1.JPG", "P1.xmp"].reduce(into: [:]) {
            $0["raw/\($1)"] = "raw/Q\($1.dropFirst())"
        }
        for path in before.keys where path.hasPrefix("trip/") {
            renamed[path] = "plain/journey/\(path.dropFirst(5))"
        }
        try Self.expectUntouched(program, before, renamed)
    }
}
