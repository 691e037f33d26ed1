import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// What makers of phones write into the pictures of a burst.
struct BurstMarkTests {
    private static let uuid = "7B1C5A1E-0F3C-4B7C-9D57-0D4B6B0B5F11"

    private static func google(_ attributes: [String: String]) -> [UInt8] {
        Sample.jpeg(xmp: attributes)
    }

    @Test
    func `Apple's maker note names the burst, and no other maker's does`() throws {
        let note = Sample.appleNote([(0x0B, Self.uuid)])
        for (make, isBurst) in [("Apple", true), ("Other", false)] {
            let block = Sample.exif(zero: [0x10F: .text(make)], photo: [0x927C: .bytes(note)])
            let read = try Sample.read(
                Sample.jpeg(4, 3, segments: [(0xE1, block)]),
                name: "IMG_1.jpg"
            )
            let mark = BurstMark(identifier: Self.uuid, basis: .apple, isPrimary: false)
            #expect(read.burst == (isBurst ? mark : nil))
            #expect(read.evidence.contains { $0.rule == "appleBurstUUID" } == isBurst)
        }
    }

    @Test
    func `Google's packet names the burst and which picture stands for it`() throws {
        for (primary, name, isPrimary) in [
            (nil, "00001IMG_00001_BURST20230701123045123.jpg", false), ("1", "a.jpg", true),
            ("0", "a.jpg", false),
            (nil, "00000IMG_00000_BURST20230701123045123_COVER.jpg", true),
        ] as [(String?, String, Bool)] {
            var attributes = ["GCamera:BurstID": "b-1"]
            if let primary { attributes["GCamera:BurstPrimary"] = primary }
            let read = try Sample.read(Sample.jpeg(xmp: attributes), name: name)
            #expect(
                read.burst
                    == BurstMark(identifier: "b-1", basis: .googleCamera, isPrimary: isPrimary)
            )
        }
    }

    @Test
    func `pictures of one camera and one second are no burst`() throws {
        for fraction in ["0", "1", "999"] {
            let exif = Sample.exif(
                zero: [0x10F: .text("Canon"), 0x110: .text("EOS R5")],
                photo: [0x9003: .text("2023:07:01 12:30:45"), 0x9291: .text(fraction)]
            )
            let read = try Sample.read(
                Sample.jpeg(4, 3, segments: [(0xE1, exif)]),
                name: "IMG_000\(fraction).JPG"
            )
            #expect(read.burst == nil)
        }
    }

    @Test(arguments: [nil, "Apple", "Canon"])
    func `Apple's note says which Live Photo it is, also where the make is gone`(
        _ make: String?
    ) throws {
        let note = Sample.appleNote([(0x11, Self.uuid)])
        let exif = Sample.exif(
            zero: make.map { [0x10F: .text($0)] } ?? [:],
            photo: [0x927C: .bytes(note)]
        )
        let picture = Sample.jpeg(400, 300, segments: [(0xE1, exif)])
        let found = try Sample.read(picture, name: "a.jpg").contentIdentifier
        #expect(found == (make == "Canon" ? nil : Self.uuid))
    }
}

/// Names of which only the numbers say that they are of a burst, as Samsung writes them.
struct BareBurstNameTests {
    @Test(arguments: [
        ("samsung", "2023:12:08 10:16:05", true), ("SAMSUNG", "2023:12:08 10:16:06", true),
        ("Samsung Techwin", "2023-12-08T10:16:05", true), ("Canon", "2023:12:08 10:16:05", false),
        ("NIKON CORPORATION", "2023:12:08 10:16:05", false),
        ("samsung", "2011:12:08 10:16:05", false), ("samsung", "2023:12:09 10:16:05", false),
        ("samsung", "", true), ("", "2023:12:08 10:16:05", true), ("", "", true),
        ("Apple", "", false),
    ])
    func `what the file says of its camera and its day comes first`(
        _ make: String,
        _ date: String,
        _ isBurst: Bool
    ) throws {
        let exif = Sample.exif(
            zero: make.isEmpty ? [:] : [0x10F: .text(make)],
            photo: date.isEmpty ? [0xA001: .short(1)] : [0x9003: .text(date)]
        )
        let file = Sample.jpeg(8, 8, segments: [(0xE1, exif)])
        func burst(_ name: String) throws -> String? {
            try Sample.read(file, name: name).burst?.identifier
        }
        #expect(try burst("20231208_101605_001.jpg") == (isBurst ? "20231208_101605" : nil))
        // A name that says what it is needs no camera.
        #expect(try burst("IMG_20231208_101605_BURST001.jpg") == "IMG_20231208_101605")
    }
}
