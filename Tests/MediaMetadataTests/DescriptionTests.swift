import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// What people wrote into files: where it lies, which source is right, and what is not theirs.
struct DescriptionTests {
    @Test(arguments: DescribedFile.all)
    func `titles, captions, keywords and ratings are read where they lie`(_ sample: DescribedFile)
        throws
    {
        let found = try Sample.read(sample.bytes, name: sample.name)
        #expect(found.extended == sample.expected)
        #expect(found.unreadableReason == nil)
        let values = found.evidence.map(\.value)
        let expected = sample.expected ?? ExtendedMetadata()
        #expect(values.contains("title") == (expected.title != nil))
        #expect(values.contains("caption") == (expected.caption != nil))
        #expect(values.contains("keywords") == !expected.keywords.isEmpty)
        #expect(values.contains("rating") == (expected.rating != nil))
    }

    @Test
    func `XMP comes before IPTC and that before Exif, each for what it says`() throws {
        let exif = Sample.exif(
            zero: [
                0x10E: .text("of Exif"), 0x9C9B: .bytes(DescribedFile.utf16("of Exif")),
                0x4746: .short(2),
            ],
            photo: [:]
        )
        let iptc = DescribedFile.photoshop([
            (5, Array("of IPTC".utf8)), (25, Array("of IPTC".utf8)),
        ])
        let packet = Sample.xmp([:], inner: DescribedFile.list("dc:subject", "Bag", ["of XMP"]))
        let all = Sample.jpeg(4, 3, segments: [(0xE1, exif), (0xE1, packet), (0xED, iptc)])
        let found = try Sample.read(all, name: "a.jpg")
        #expect(
            found.extended
                == ExtendedMetadata(
                    title: "of IPTC",
                    caption: "of Exif",
                    keywords: ["of XMP"],
                    rating: 2
                )
        )
        let rules = found.evidence.map { "\($0.value) \($0.rule) \($0.detail)" }
        for rule in [
            "title iptc IPTC 2:05", "caption exif Exif ImageDescription",
            "keywords xmp XMP dc:subject", "rating exif Exif Rating",
        ] { #expect(rules.contains(rule)) }
    }

    @Test(arguments: [
        "OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "DCIM\\100MEDIA\\DJI_0001.JPG", "oznor_soft",
        "KODAK Digital Still Camera", "<Digimax S500 / Kenox S500 / Digimax Cyber 530>", "  ",
        "cof_vivid", "sdr_HDRB", "Exif_JPEG_PICTURE", "default", "Screenshot", "{\"a\":1}", "0000",
        "filter: 0; fileterIntensity: 0.0; filterMask: 0;", "charset=\"Ascii\" binary comment",
        "3f1c9d0e7b2a4f5c8d6e1a2b3c4d5e6f", "My beautiful picture", "\\N", "0.9.142",
        "DCIM\\100GOPRO",
        "0; fileterIntensity: 0.0; filterMask: 0; algolist: 0;", "Created with GIMP",
    ])
    func `what cameras and programs write is nobody's caption`(_ text: String) throws {
        let block = Sample.exif(
            zero: [0x10E: .text(text)],
            photo: [0x9286: DescribedFile.comment(text)]
        )
        let found = try Sample.read(Sample.jpeg(4, 3, segments: [(0xE1, block)]), name: "a.jpg")
        #expect(found.extended == nil)
    }

    @Test(arguments: [
        "Samsung presented a phone", "cofounder", "A picture", "normal", "Hello, world", "1234",
        "jpeg artefacts in the sky", "Bürgermeister", "feedface",
    ])
    func `a person's words stay, however like a camera's`(_ text: String) throws {
        let block = Sample.exif(zero: [0x10E: .text(text)], photo: [:])
        let found = try Sample.read(Sample.jpeg(4, 3, segments: [(0xE1, block)]), name: "a.jpg")
        #expect(found.extended == ExtendedMetadata(caption: text))
    }

    @Test
    func `no text is longer than it may be, and no list`() throws {
        let words = (0..<2_000).map { "\($0) " + String(repeating: "é", count: 300) }
        let long = String(repeating: "日本", count: 40_000)
        let sidecar = DescribedFile.packet(
            DescribedFile.list("dc:subject", "Bag", words)
                + DescribedFile.list("dc:description", "Alt", [long])
                + DescribedFile.list("dc:title", "Alt", ["one\ntwo\u{9}three"])
        )
        let found = try #require(try Sample.read(sidecar, name: "a.xmp").extended)
        #expect(found.keywords.count == AnswerLimits.keywords)
        #expect(found.keywords.allSatisfy { $0.utf8.count <= AnswerLimits.keyword })
        #expect(try #require(found.caption).utf8.count <= AnswerLimits.text)
        #expect(found.caption?.hasPrefix("日本日本") == true)
        #expect(found.title == "one two three")
        let iptc = (0..<3_000).map { (25, Array("word \($0)".utf8)) }
        let file = Sample.jpeg(4, 3, segments: [(0xED, DescribedFile.photoshop(iptc))])
        let many = try Sample.read(file, name: "a.jpg").extended
        #expect(many?.keywords.count == AnswerLimits.keywords)
    }

    @Test
    func `that there are no stars is an answer of sidecars only`() throws {
        let none = ["xmp:Rating": "0"]
        #expect(
            try Sample.read(DescribedFile.packet("", none), name: "a.xmp").extended?.rating == 0
        )
        #expect(try Sample.read(Sample.jpeg(xmp: none), name: "a.jpg").extended == nil)
        let rejected = try Sample.read(
            DescribedFile.packet("", ["xmp:Rating": "-1"]),
            name: "a.xmp"
        )
        #expect(rejected.extended?.rating == 0)
    }

    @Test(arguments: [
        (["xmp:Rating": "4"], true), (["xmp:Rating": "5.0"], true), (["xmp:Rating": "3"], false),
        (["xmp:Rating": "6"], false), (["xmp:Rating": "10"], false), (["xmp:Rating": "99"], false),
        (["xmp:Rating": "inf"], false), (["xmp:Rating": "nan"], false),
        (["xmp:Rating": "-1"], false), (["MicrosoftPhoto:Rating": "75"], true),
        (["MicrosoftPhoto:Rating": "99"], true), (["MicrosoftPhoto:Rating": "50"], false),
        (["MicrosoftPhoto:Rating": "500"], false),
        (["xmp:Rating": "2", "MicrosoftPhoto:Rating": "99"], false), (["xmpDM:pick": "1"], true),
        (["xmpDM:pick": "-1"], false), (["xmp:Rating": "6", "digiKam:PickLabel": "3"], true),
        (["xmp:Label": "Red"], false),
    ])
    func `a sidecar makes a favorite of four or five stars, or by a mark for picked pictures`(
        _ properties: [String: String],
        _ isFavorite: Bool
    ) throws {
        let found = try Sample.read(DescribedFile.packet("", properties), name: "a.xmp")
        #expect(found.traits.contains(.marksFavorite) == isFavorite)
        #expect(found.evidence.contains { $0.value == "favorite" } == isFavorite)
    }
}
