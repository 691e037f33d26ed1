import Imaging
import Renditions
import TestSupport
import Testing

/// The small pictures in files, and the previews of RAW files.
struct EmbeddedTests {
    /// An Exif segment with a thumbnail in its second directory.
    static func exif(_ thumbnail: [UInt8], orientation: Int) -> [UInt8] {
        let entry = { (tag: Int, type: Int, value: [UInt8]) in
            Sample.bigEndian(tag, 2) + Sample.bigEndian(type, 2) + Sample.bigEndian(1, 4) + value
        }
        return Array("Exif\u{0}\u{0}MM\u{0}*".utf8) + Sample.bigEndian(8, 4)
            + Sample.bigEndian(1, 2)
            + entry(0x112, 3, Sample.bigEndian(orientation, 2) + [0, 0])
            + Sample.bigEndian(26, 4) + Sample.bigEndian(2, 2)
            + entry(0x201, 4, Sample.bigEndian(56, 4))
            + entry(0x202, 4, Sample.bigEndian(thumbnail.count, 4)) + Sample.bigEndian(0, 4)
            + thumbnail
    }

    static func jpeg(_ file: [UInt8], thumbnail: [UInt8], orientation: Int = 1) -> [UInt8] {
        let block = exif(thumbnail, orientation: orientation)
        let segment = [0xFF, 0xE1] + Sample.bigEndian(block.count + 2, 2) + block
        return file.prefix(2) + segment + file.dropFirst(2)
    }

    @Test(arguments: 1...8)
    func `the thumbnail of a photo is turned as the photo is`(_ orientation: Int) throws {
        let studio = Studio()
        let file = Self.jpeg(
            try studio.file(Drawing(320, 240) { _, _ in .black }, .jpeg(quality: 80)),
            thumbnail: try studio.file(.quarters(160, 120), .jpeg(quality: 90)),
            orientation: orientation
        )
        let picture = try studio.picture(file) { $0.subject = .embedded }
        #expect((picture.width, picture.height) == (orientation >= 5 ? (120, 160) : (160, 120)))
        #expect(picture.quarters == TurningTests.shown[orientation])
    }

    @Test
    func `a thumbnail loses the bars that the photo does not have`() throws {
        let studio = Studio()
        let barred = Drawing(160, 120) { x, y in
            (15..<105).contains(y) ? (x < 80 ? .red : .green) : .black
        }
        let file = Self.jpeg(
            try studio.file(Drawing(640, 360) { _, _ in .black }, .jpeg(quality: 80)),
            thumbnail: try studio.file(barred, .jpeg(quality: 95)),
            orientation: 6
        )
        let picture = try studio.picture(file) { $0.subject = .embedded }
        #expect((picture.width, picture.height) == (90, 160))
        #expect(picture.quarters == "RR/GG")
        let corner = try #require(picture.pixels?.prefix(4))
        #expect(Colour(near: corner) == .red)
    }

    @Test
    func `a photo without a thumbnail says so`() throws {
        let studio = Studio()
        let file = try studio.file(.quarters(64, 48), .jpeg(quality: 80))
        #expect(studio.reason(file) { $0.subject = .embedded } == "there is no small picture in it")
        let png = try studio.file(.quarters(64, 48), .png)
        #expect(studio.reason(png) { $0.subject = .embedded } == "there is no small picture in it")
    }

    /// A DNG with a preview of the sensor's size in a directory of its own, turned.
    static func dng(_ preview: [UInt8], orientation: Int) -> [UInt8] {
        let at = 8 + 2 + 3 * 12 + 4
        let entry = { (tag: Int, type: Int, value: [UInt8]) in
            Sample.bigEndian(tag, 2) + Sample.bigEndian(type, 2) + Sample.bigEndian(1, 4) + value
        }
        return Array("MM\u{0}*".utf8) + Sample.bigEndian(8, 4) + Sample.bigEndian(3, 2)
            + entry(0x112, 3, Sample.bigEndian(orientation, 2) + [0, 0])
            + entry(0x14A, 4, Sample.bigEndian(at, 4))
            + entry(0xC612, 4, [1, 4, 0, 0]) + Sample.bigEndian(0, 4)
            + Sample.bigEndian(3, 2) + entry(0x103, 3, [0, 7, 0, 0])
            + entry(0x111, 4, Sample.bigEndian(at + 42, 4))
            + entry(0x117, 4, Sample.bigEndian(preview.count, 4)) + Sample.bigEndian(0, 4)
            + preview
    }

    @Test
    func `of a RAW file its preview is shown, turned as the file says`() throws {
        let studio = Studio()
        let preview = try studio.file(.quarters(800, 600), .jpeg(quality: 90))
        let file = Self.dng(preview, orientation: 8)
        let picture = try studio.picture(file, name: "a.dng") { ($0.width, $0.height) = (60, 80) }
        #expect((picture.width, picture.height) == (60, 80))
        #expect((picture.sourceWidth, picture.sourceHeight) == (600, 800))
        #expect(picture.quarters == "GW/RB")
    }

    @Test
    func `a preview that no directory leads to is found`() throws {
        let studio = Studio()
        let preview = try studio.file(.quarters(800, 600), .jpeg(quality: 90))
        let head = SampleTIFF.block([0x112: .short(1)], isBigEndian: false)
        let rest = [UInt8](repeating: 7, count: 70_000)
        let picture = try studio.picture(head + rest + preview + rest, name: "a.srw")
        #expect(picture.quarters == "RG/BW")
        #expect(
            studio.reason(head + rest, name: "a.nef")
                == "the RAW file has no preview that is in JPEG"
        )
    }

    @Test
    func `a Panasonic RAW file shows its preview`() throws {
        let studio = Studio()
        let preview = try studio.file(.quarters(800, 600), .jpeg(quality: 90))
        let panasonic = Sample.panasonic([0x112: .short(3)], jpeg: preview)
        #expect(try studio.picture(panasonic, name: "a.rw2").quarters == "WB/GR")
    }
}
