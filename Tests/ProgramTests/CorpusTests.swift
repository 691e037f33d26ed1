import Foundation
import TestSupport
import Testing

/// Real files with known truth, kept beside the project; tests that use them skip where they are not.
enum Corpus {
    static let shared = Program.package.deletingLastPathComponent().appendingPathComponent("shared")
    static let folder = shared.appendingPathComponent("corpus")

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static var hasExifTool: Bool {
        isThere && FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool")
    }

    /// What a Python program writes to its standard output.
    static func python(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = arguments
        let pipe = Pipe.closedInOthers()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readPatiently()
        process.waitPatiently()
        return String(decoding: output, as: UTF8.self)
    }
}

@Suite(.enabled(if: Corpus.isThere, "needs the corpus of real files"))
struct CorpusTests {
    @Test
    func `every readable picture of the corpus is indexed, and nothing that is none`() throws {
        let program = try Program()
        #expect(try program.run("index", Corpus.folder.path).code == 0)
        let index = program.work.appendingPathComponent("index.jsonl")
        try Data(try program.run("assets").output.utf8).write(to: index)
        let report = try Corpus.python(
            Corpus.shared.appendingPathComponent("tools/compare-index").path,
            Corpus.folder.appendingPathComponent("manifest.json").path,
            index.path
        )
        let rows = report.split(separator: "\n").map(String.init)
        #expect(rows.contains { $0.contains("254 of 254 readable ones indexed; 0 indexed") })
        // Of each percentage: what it is of, and how much it has to be.
        for row in rows where row.contains("%") {
            let least = row.hasPrefix("location") ? 99.5 : 100
            let shares = row.split(separator: " ").enumerated().compactMap { index, word in
                word == "%" ? Double(row.split(separator: " ")[index - 1]) : nil
            }
            #expect(!shares.isEmpty && shares.allSatisfy { $0 >= least }, "\(row)")
        }
        #expect(rows.count { $0.contains("%") } >= 3)
        #expect(rows.filter { $0.hasPrefix("photo") || $0.hasPrefix("video") }.count >= 10)
        #expect(rows.contains { $0.hasPrefix("photos wrongly in one  0 of") })
        #expect(try program.run("audit").code == 0)
    }
}

/// Where another program says something else about a file, and why it may.
@Suite(.enabled(if: Corpus.hasExifTool, "needs the corpus of real files and exiftool"))
struct ExifToolTests {
    /// What differs, by file.
    static let explained: [String: (kinds: Set<String>, why: String)] = [
        "Xiaomi/buggy_panorama.jpg": (["place"], "a latitude of 213 degrees is none"),
        "cameras/Samsung GT-I9000 (Galaxy S).jpg": (["place"], "0/0 is no place"),
        "films/isom-avc1.mp4": (["place"], "0/0 is no place"),
        "web/tiff-photo-1.tiff": (["place"], "0/0 is no place"),
        "misc/zero-gps.jpg": (["place"], "0/0 is no place"),
        "vision/spatial_photo.heic": (["place"], "0/0 is no place"),
        "cameras/Nikon D5000.jpg": (["place"], "the Exif place is empty, XMP has one"),
        "cameras/et-ExtendedXMP.jpg": (
            ["date", "title"], "date and title are those of an embedded document"
        ),
        "cameras/olympus-d320l.jpg": (["date"], "a date in the maker's PictureInfo text"),
        "downloads/density_plot.png": (["date"], "PNG Creation Time, a tag not asked for"),
        "web/Issue 473 (Java).webp": (
            ["place", "camera", "date"], "exiftool does not read this file's Exif block"
        ),
        "web/colors-animated-8bpc.avif": (["date"], "the date is when the track was encoded"),
        "sidecars/gif-xmp-sidecar-1.gif": (
            ["date", "title", "caption", "keywords", "rating"], "they are the sidecar's"
        ),
        "films/Jellyfish.mov": (["keywords"], "the list of keywords is empty"),
        "misc/modify-date-only.jpg": (["date"], "DateTime, for lack of another date"),
        "Motorola/xmp depth map.jpg": (["date"], "DateTime, for lack of another date"),
        "misc/samsung-sc-02b.jpg": (["date"], "DateTime, for lack of another date"),
        "misc/gopro_hd2.jpg": (["caption"], "the camera wrote the name of its directory"),
    ]

    @Test
    func `every disagreement with exiftool is one that was looked into`() throws {
        let report = try Corpus.python(
            Program.package.appendingPathComponent("contrib/compare/exiftool").path,
            Corpus.folder.path,
            "--binary",
            Program.products.appendingPathComponent("heliograph").path
        )
        let lines = report.split(separator: "\n").map(String.init)
        #expect(lines.last?.contains("files compared") == true, "\(report)")
        for line in lines.dropLast() {
            let fields = line.components(separatedBy: ": ")
            #expect(Self.explained[fields[0]]?.kinds.contains(fields[1]) == true, "\(line)")
        }
    }
}
