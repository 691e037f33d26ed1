import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// Formats of cameras and programs of the last thirty years that few write today.
struct OldFormatTests {
    @Test(arguments: ["soun", "vide", "meta", "pict"])
    func `a file with sound only is no film`(_ handler: String) throws {
        let entry = Sample.entry("mp4a")
        let bytes = Sample.film(handler: handler, entry: entry, chunks: [[1]])
        let found = try Sample.read(bytes, name: "a.mp4")
        let isSound = handler == "soun"
        #expect((found.mediaType == .video) != isSound)
        #expect((found.unreadableReason == "the file has sound only") == isSound)
    }

    private static let exif = SampleTIFF.segment(
        [0x10F: .text("Maker"), 0x110: .text("Model")],
        photo: [0x9003: .text("2003:04:05 06:07:08")]
    )
    private static let date = "2003-04-05T06:07:08.000"

    private static func expect(
        _ bytes: [UInt8],
        _ name: String,
        _ format: MediaFormat,
        _ size: (Int, Int)
    ) throws {
        let found = try Sample.read(bytes, name: name)
        #expect(found.format == format && found.unreadableReason == nil, "\(name)")
        #expect((found.width, found.height) == size, "\(name)")
        #expect(found.date.map { "\($0)" } == date && found.cameraModel == "Model", "\(name)")
    }

    @Test(arguments: [
        "a.kdc", "a.dcr", "a.erf", "a.3fr", "a.fff", "a.iiq", "a.mef", "a.mos", "a.ori", "a.ORF",
    ])
    func `a RAW file built like a TIFF file is known by its ending`(_ name: String) throws {
        let fields: [Int: SampleTIFF.Field] = [
            0x100: .long(40), 0x101: .long(30), 0x110: .text("Model"),
            0x8769: .directory([0x9003: .text("2003:04:05 06:07:08")]),
        ]
        try Self.expect(SampleTIFF.block(fields), name, .tiffRaw, (40, 30))
        let found = try Sample.read(SampleTIFF.block(fields), name: name)
        #expect(found.traits.contains(.raw))
    }

    @Test
    func `Olympus' RAW files have three beginnings`() throws {
        let fields: [Int: SampleTIFF.Field] = [0x100: .long(40), 0x101: .long(30)]
        for (magic, isBigEndian) in [(0x4F52, false), (0x5352, false), (0x4F52, true)] {
            let bytes = SampleTIFF.block(fields, isBigEndian: isBigEndian, magic: magic)
            let found = try Sample.read(bytes, name: "a.orf")
            #expect(found.format == .tiffRaw && found.width == 40)
        }
    }

    @Test
    func `Minolta's RAW files have a TIFF file among their blocks`() throws {
        let tiff = SampleTIFF.block([
            0x100: .long(40), 0x101: .long(30), 0x110: .text("Model"),
            0x8769: .directory([0x9003: .text("2003:04:05 06:07:08")]),
        ])
        func block(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
            Array("\0\(type)".utf8) + Sample.bigEndian(bytes.count, 4) + bytes
        }
        let blocks = block("PRD", [UInt8](repeating: 7, count: 24)) + block("TTW", tiff)
        try Self.expect(block("MRM", blocks), "a.mrw", .mrw, (40, 30))
        let cut = try Sample.read(Array(block("MRM", blocks).prefix(40)), name: "a.mrw")
        #expect(cut.unreadableReason?.contains("damaged") == true)
    }

    @Test(arguments: [0, 90, 180, 270])
    func `Sigma's RAW files have a JPEG with the Exif, and say how they are turned`(
        _ turned: Int
    ) throws {
        let jpeg = Sample.jpeg(20, 10, segments: [(0xE1, Self.exif)])
        let head =
            Array("FOVb".utf8) + [UInt8](repeating: 0, count: 24) + Sample.little(40, 4)
            + Sample.little(30, 4) + Sample.little(turned, 4)
        let section =
            Array("SECi".utf8) + Sample.little(0, 4) + Sample.little(2, 4) + Sample.little(18, 4)
            + [UInt8](repeating: 0, count: 12) + jpeg
        let entry =
            Sample.little(head.count, 4) + Sample.little(section.count, 4) + Array("IMA2".utf8)
        let directory = Array("SECd".utf8) + Sample.little(0, 4) + Sample.little(1, 4) + entry
        let bytes = head + section + directory + Sample.little(head.count + section.count, 4)
        try Self.expect(bytes, "a.x3f", .x3f, turned % 180 == 0 ? (40, 30) : (30, 40))
    }

    @Test(arguments: [true, false])
    func `BigTIFF has offsets of eight bytes`(_ isBigEndian: Bool) throws {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            isBigEndian ? Sample.bigEndian(value, count) : Sample.little(value, count)
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            let head: [UInt8] = number(tag, 2) + number(type, 2) + number(count, 8)
            return head + value + [UInt8](repeating: 0, count: 8 - value.count)
        }
        func directory(_ entries: [[UInt8]]) -> [UInt8] {
            number(entries.count, 8) + entries.flatMap { $0 } + number(0, 8)
        }
        let second = 16 + 8 + 4 * 20 + 8
        let texts = second + 8 + 20 + 8
        var bytes = Array((isBigEndian ? "MM" : "II").utf8) + number(43, 2)
        bytes += number(8, 2) + number(0, 2) + number(16, 8)
        bytes += directory([
            entry(0x100, 3, 1, number(40, 2)), entry(0x101, 16, 1, number(30, 8)),
            entry(0x110, 2, 6, Array("Model\0".utf8)), entry(0x8769, 18, 1, number(second, 8)),
        ])
        bytes += directory([entry(0x9003, 2, 20, number(texts, 8))])
        bytes += Array("2003:04:05 06:07:08\0".utf8)
        try Self.expect(bytes, "a.tif", .tiff, (40, 30))
        for count in stride(from: 16, to: bytes.count, by: 7) {
            _ = try Sample.read(Array(bytes.prefix(count)), name: "a.tif")
        }
    }

    @Test
    func `a document of Photoshop has Exif, XMP and IPTC among its resources`() throws {
        func resource(_ kind: Int, _ bytes: [UInt8]) -> [UInt8] {
            Array("8BIM".utf8) + Sample.bigEndian(kind, 2) + [3, 0x61, 0x62, 0x63]
                + Sample.bigEndian(bytes.count, 4) + bytes + (bytes.count % 2 == 1 ? [0] : [])
        }
        func document(_ version: Int, _ resources: [UInt8]) -> [UInt8] {
            Array("8BPS".utf8) + Sample.bigEndian(version, 2) + [UInt8](repeating: 0, count: 6)
                + Sample.bigEndian(3, 2) + Sample.bigEndian(30, 4) + Sample.bigEndian(40, 4)
                + Sample.bigEndian(8, 2) + Sample.bigEndian(3, 2) + Sample.bigEndian(5, 4)
                + [1, 2, 3, 4, 5] + Sample.bigEndian(resources.count, 4) + resources
        }
        let block = Array(Self.exif.dropFirst(6))
        let other = resource(0x03ED, [1, 2, 3])
        let full = document(1, other + resource(0x0422, block))
        try Self.expect(full, "a.psd", .photoshop, (40, 30))
        try Self.expect(document(2, resource(0x0422, block) + other), "a.psb", .photoshop, (40, 30))
        let packet = Sample.xmpPacket(["exif:DateTimeOriginal": "2003-04-05T06:07:08"])
        let described = try Sample.read(document(1, resource(0x0424, packet)), name: "a.psd")
        #expect(described.date.map { "\($0)" } == Self.date)
        let day = [0x1C, 2, 0x37, 0, 8] + Array("20030405".utf8)
        let dated = try Sample.read(document(1, resource(0x0404, day)), name: "a.psd")
        #expect(dated.date.map { "\($0)" } == "2003-04-05T00:00:00.000")
    }

    @Test
    func `JPEG 2000 has Exif and XMP in boxes of their own`() throws {
        let header = Sample.box(
            "jp2h",
            Sample.box(
                "ihdr",
                Sample.bigEndian(30, 4) + Sample.bigEndian(40, 4) + [0, 3, 7, 7, 0, 0]
            )
        )
        let start = Sample.box("jP  ", [13, 10, 0x87, 10]) + Sample.box("ftyp", Array("jp2 ".utf8))
        let exif = Sample.box("uuid", Array("JpgTiffExif->JP2".utf8) + Self.exif.dropFirst(6))
        try Self.expect(start + header + exif, "a.jp2", .jpeg2000, (40, 30))
    }

    @Test(arguments: ["pnot", "skip", "free", "uuid", "wide", "mdat", "moov"])
    func `films of cameras before 2010 begin with a preview, or with room`(_ type: String) throws {
        let film = Array(Sample.film(samples: 30).dropFirst(16))
        let first = type == "moov" ? [] : Sample.box(type, [UInt8](repeating: 0, count: 12))
        let found = try Sample.read(first + film, name: "a.mov")
        #expect(found.format == .quickTime && found.unreadableReason == nil)
        #expect(found.width == 640 && found.duration == 10)
    }

    @Test(arguments: [
        ([0, 0, 1, 0xBA], MediaFormat.mpeg), ([0, 0, 1, 0xB3], .mpeg),
        ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .asf),
    ])
    func `films of MPEG and Windows are known by their beginnings`(
        _ beginning: [UInt8],
        _ format: MediaFormat
    ) throws {
        let found = try Sample.read(beginning + [UInt8](repeating: 0, count: 60), name: "a.vob")
        #expect(found.format == format && found.mediaType == .video && found.isPartial)
    }

    @Test(arguments: [
        "mpo", "insp", "psd", "psb", "jp2", "mrw", "kdc", "dcr", "erf", "3fr", "fff", "iiq", "mef",
        "mos", "ori", "rwl", "insv", "lrv", "360", "3gpp", "3g2", "mpg", "mpeg", "mod", "tod",
        "vob",
        "ts", "m2t", "wmv", "asf", "MPG", "MOD",
    ])
    func `files with the endings of old cameras are indexed`(_ ending: String) {
        #expect(MediaFileName(Array("MOV00001.\(ending)".utf8)).isMedia)
    }
}
