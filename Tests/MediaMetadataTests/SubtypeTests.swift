import MediaMetadata
import PhotoModel
import TestSupport
import Testing

struct SubtypeTests {
    typealias Case = (name: String, bytes: [UInt8], subtypes: MediaSubtypes, traits: AssetTraits)

    /// A picture that says how it was projected, and no more of a panorama.
    private static func sphere(_ width: Int, _ height: Int) -> [UInt8] {
        let xmp = Sample.xmp(["GPano:ProjectionType": "equirectangular"], inner: "")
        return Sample.jpeg(width, height, segments: [(0xE1, xmp)])
    }

    static let pictures: [Case] = [
        ("hdr.jpg", Sample.apple(customRendered: 2), .photoHDR, []),
        ("hdr.jpg", Sample.apple(customRendered: 3), .photoHDR, []),
        ("plain original.jpg", Sample.apple(customRendered: 4), [], []),
        ("portrait.jpg", Sample.apple(customRendered: 7), .photoDepthEffect, []),
        ("portrait.jpg", Sample.apple(customRendered: 8), .photoDepthEffect, []),
        ("portrait.jpg", Sample.apple(customRendered: 9), .photoDepthEffect, []),
        ("someone else's.jpg", Sample.apple(customRendered: 8, make: "Google"), [], []),
        ("depth.jpg", Sample.jpeg(xmp: ["GDepth:Format": "RangeInverse"]), .photoDepthEffect, []),
        (
            "a.PORTRAIT-01.COVER.jpg",
            Sample.jpeg(xmp: ["GCamera:SpecialTypeID": "x.PORTRAIT_TYPE"]), .photoDepthEffect, []
        ),
        (
            "a.PORTRAIT-02.ORIGINAL.jpg",
            Sample.jpeg(xmp: ["GCamera:SpecialTypeID": "x.PORTRAIT_TYPE"]), [], []
        ),
        ("flat.jpg", Sample.jpeg(xmp: ["GPano:UsePanoramaViewer": "False"]), [], []),
        ("small sphere.jpg", sphere(1_000, 1_000), [], []),
        ("sphere.jpg", sphere(1_001, 1_000), .photoPanorama, []),
        ("wide sphere.jpg", sphere(2_001, 500), .photoPanorama, []),
        ("ultra.jpg", Sample.jpeg(xmp: ["hdrgm:Version": "1.0"]), [], .gainMap),
        (
            "container.jpg",
            Sample.jpeg(
                xmp: [:],
                inner: """
                    <Container:Directory><rdf:Seq><rdf:li rdf:parseType='Resource'>
                    <Container:Item Item:Mime='image/jpeg' Item:Semantic='Primary'/></rdf:li>
                    <rdf:li rdf:parseType='Resource'><Container:Item Item:Mime='image/jpeg'
                    Item:Semantic='GainMap' Item:Length='9'/></rdf:li></rdf:Seq></Container:Directory>
                    """
            ), [], .gainMap
        ),
        ("motion.jpg", Sample.jpeg(xmp: ["GCamera:MotionPhoto": "1"]), [], .motionPhoto),
        ("MVIMG_1.jpg", Sample.jpeg(xmp: ["GCamera:MicroVideo": "1"]), [], .motionPhoto),
        ("still.jpg", Sample.jpeg(xmp: ["GCamera:MotionPhoto": "0"]), [], []),
        ("PXL_1.NIGHT.jpg", Sample.jpeg(4, 3), [], .nightMode),
        ("PXL_1.LONG_EXPOSURE-01.COVER.jpg", Sample.jpeg(4, 3), [], .longExposure),
        ("one.gif", Sample.gif(frames: 1), [], []),
        ("two.gif", Sample.gif(frames: 2), .photoAnimation, []),
        ("cut.gif", Array(Sample.gif(frames: 2).prefix(40)), [], []),
        ("one.png", Sample.png([("acTL", [0, 0, 0, 1, 0, 0, 0, 0])]), [], []),
        (
            "packed.png",
            Sample.png([("zTXt", Sample.packed("Software", Array("gnome-screenshot".utf8)))]),
            .photoScreenshot, []
        ),
        (
            "profile.png",
            Sample.png([("tEXt", Sample.profile("exif", Sample.exifBlock(customRendered: 6)))]),
            .photoPanorama, []
        ),
        (
            "packedProfile.png",
            Sample.png([
                (
                    "zTXt",
                    Sample.packed(
                        "Raw profile type xmp",
                        Array(
                            Sample.profile(
                                "xmp",
                                Sample.xmpPacket(["GPano:FullPanoWidthPixels": "9"])
                            )
                            .drop { $0 != 0 }.dropFirst()
                        )
                    )
                )
            ]),
            .photoPanorama, []
        ),
        ("two.png", Sample.png([("acTL", [0, 0, 0, 2, 0, 0, 0, 0])]), .photoAnimation, []),
    ]

    static let films: [Case] = [
        ("a.mov", Sample.film(samples: 300), [], []),
        ("sixty.mov", Sample.film(samples: 600), [], []),
        ("slow.mov", Sample.film(samples: 2_400), .videoHighFrameRate, []),
        (
            "PXL.mp4",
            Sample.film(samples: 300, keys: [("com.android.capture.fps", Sample.float(240))]),
            .videoHighFrameRate, []
        ),
        (
            "PXL.mp4",
            Sample.film(samples: 300, keys: [("com.android.capture.fps", Sample.float(30))]), [], []
        ),
        (
            "lapse.mov",
            Sample.film(
                samples: 300,
                trackKeys: [("com.apple.photos.captureMode", Sample.text("Time-lapse"))]
            ), .videoTimelapse, []
        ),
        (
            "a.mov",
            Sample.film(
                samples: 300,
                keys: [("com.apple.quicktime.author", Sample.text("ReplayKitRecording"))]
            ), .videoScreenRecording, []
        ),
        (
            "a.mp4",
            Sample.film(
                samples: 300,
                userData: Sample.box("auth", [0, 0, 0, 0, 0, 0] + Array("ReplayKitRecording".utf8))
            ), .videoScreenRecording, []
        ),
        ("screen-20230401-101112.mp4", Sample.film(samples: 300), .videoScreenRecording, []),
        ("screen-door.mp4", Sample.film(samples: 300), [], []),
        ("Screenshot of a film.mov", Sample.film(samples: 300), [], []),
        (
            "cinema.mov",
            Sample.film(
                samples: 300,
                trackKeys: [
                    ("com.apple.quicktime.cinematic-video.rendering", Sample.text("x"))
                ]
            ), .videoCinematic, []
        ),
    ]

    @Test(arguments: pictures + films)
    func `each mark gives its subtype or trait, with evidence, and nothing else`(
        _ sample: Case
    ) throws {
        let metadata = try Sample.read(sample.bytes, name: sample.name)
        #expect(metadata.subtypes == sample.subtypes, "\(sample.name)")
        #expect(metadata.traits == sample.traits, "\(sample.name)")
        let derived =
            sample.subtypes.rawValue.nonzeroBitCount + sample.traits.rawValue.nonzeroBitCount
        #expect(metadata.evidence.count { $0.value != "creationDate" } == derived)
    }

    @Test
    func `extended XMP counts when the main packet names it`() throws {
        let identifier = "0123456789ABCDEF0123456789ABCDEF"
        let whole = Array(Sample.xmp(["GDepth:Format": "RangeLinear"]).dropFirst(29))
        let pieces = [0..<100, 100..<whole.count].map { range -> (UInt8, [UInt8]) in
            let head = Array("http://ns.adobe.com/xmp/extension/\u{0}\(identifier)".utf8)
            let numbers = Sample.bigEndian(whole.count, 4) + Sample.bigEndian(range.lowerBound, 4)
            return (0xE1, head + numbers + whole[range])
        }
        let note = "xmlns:xmpNote='http://ns.adobe.com/xmp/note/' xmpNote:HasExtendedXMP"
        for (named, expected) in [(identifier, MediaSubtypes.photoDepthEffect), ("other", [])] {
            let main = (UInt8(0xE1), Sample.xmp([note: named]))
            let bytes = Sample.jpeg(4, 3, segments: [main] + pieces.reversed())
            #expect(try Sample.read(bytes, name: "a.jpg").subtypes == expected)
        }
    }
}

struct HostileNumberTests {
    /// What fuzzing found, or would have: numbers whose sums and products are no numbers any more.
    static let samples: [(name: String, bytes: [UInt8])] = [
        (
            "sides.tif",
            Array("MM\u{0}*".utf8) + Sample.bigEndian(8, 4) + Sample.bigEndian(2, 2)
                + [0x01, 0, 0, 4, 0, 0, 0, 1] + Sample.bigEndian(0xFFFF_FFFF, 4)
                + [0x01, 1, 0, 4, 0, 0, 0, 1] + Sample.bigEndian(0xFFFF_FFFF, 4) + [0, 0, 0, 0]
        ),
        (
            "locations.heic",
            Sample.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
                + Sample.box(
                    "meta",
                    [0, 0, 0, 0]
                        + Sample.box(
                            "iloc",
                            [0, 0, 0, 0, 0x88, 0x80, 0, 1, 0, 1, 0, 0]
                                + [UInt8](repeating: 0x7F, count: 8) + [0, 1]
                                + [UInt8](repeating: 0x7F, count: 16)
                        )
                )
        ),
        (
            "clock.mov",
            Sample.box(
                "moov",
                Sample.box(
                    "mvhd",
                    [1, 0, 0, 0] + Sample.bigEndian(1 << 59, 8) + Sample.bigEndian(0, 8)
                        + Sample.bigEndian(1, 4) + Sample.bigEndian(1 << 59, 8)
                )
            )
        ),
        ("letters.jpg", iptc(day: "2\u{FFFD}\u{FFFD}3", time: "120000")),
        ("letters.jpg", iptc(day: "20\r\n0701", time: "\r\n\r\n\r\n")),
        ("size.png", Sample.png([("IHDR", [UInt8](repeating: 0xFF, count: 8))])),
        (
            "chunk.png",
            Array(Sample.png([]).prefix(33)) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("eXIf".utf8)
        ),
    ]

    private static func iptc(day: String, time: String) -> [UInt8] {
        let records = [(UInt8(0x37), day), (0x3C, time)].flatMap { kind, text -> [UInt8] in
            [0x1C, 2, kind] + Sample.bigEndian(text.utf8.count, 2) + Array(text.utf8)
        }
        let block =
            Array("Photoshop 3.0\u{0}8BIM".utf8) + [4, 4, 0, 0]
            + Sample.bigEndian(records.count, 4) + records
        return Sample.jpeg(40, 30, segments: [(0xED, block)])
    }

    @Test(arguments: samples)
    func `numbers that no picture has are survived`(_ sample: (name: String, bytes: [UInt8])) throws
    {
        let metadata = try Sample.read(sample.bytes, name: sample.name)
        #expect(metadata.width < 1 << 30)
        #expect(metadata.height < 1 << 30)
    }
}
