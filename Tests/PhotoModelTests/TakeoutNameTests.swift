import PhotoModel
import TestSupport
import Testing

/// Names as Google Takeout gave them, most from reports of those who read them.
struct TakeoutNameTests {
    private static let pairs = [
        ("PXL_20211013_220651983.jpg.json", "PXL_20211013_220651983.jpg", true),
        ("PXL_20211013_220651983.jpg.json", "PXL_20211013_220651958.jpg", false),
        ("PXL_20220405_090123740.PORTRAIT.jpg.json", "PXL_20220405_090123740.PORTRAIT.jpg", true),
        (
            "PXL_20220405_090123740.PORTRAIT.jpg.json",
            "PXL_20220405_090123740.PORTRAIT-modifié.jpg", true
        ),
        (
            "PXL_20220405_090123740.PORTRAIT.jpg.json",
            "PXL_20220405_090123741.PORTRAIT-modifié.jpg", false
        ),
        ("DSC_0100.JPG.json", "DSC_0100.JPG", true),
        ("DSC_0101.JPG(1).json", "DSC_0101(1).JPG", true),
        ("DSC_0102.JPG(2).json", "DSC_0102(1).JPG", false),
        ("DSC_0103.JPG(1).json", "DSC_0103.JPG", false),
        ("DSC_0104.JPG.json", "DSC_0104(1).JPG", false),
        ("IMG_2710.HEIC(1).json", "IMG_2710(1).HEIC", true),
        ("PXL_20231118_035751175.MP.jpg.json", "PXL_20231118_035751175.MP.jpg", true),
        (
            "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGIN.json",
            "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA.jpg", true
        ),
        (
            "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jp.json",
            "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jpg", true
        ),
        (
            "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋.json",
            "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋😛.jpg", true
        ),
        (
            "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json",
            "Backyard_ceremony_wedding_photography_xxxxxxx_m(494).jpg", true
        ),
        (
            "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json",
            "Backyard_ceremony_wedding_photography_xxxxxxx_m(185).jpg", false
        ),
        (
            "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json",
            "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.jpg", true
        ),
        ("PXL_20210102_221126856.MP~2.jpg.json", "PXL_20210102_221126856.MP~2.jpg", true),
        (
            "13039_327707840323_537645323_9470255_27214_n.j(1).json",
            "13039_327707840323_537645323_9470255_27214_n(1).jpg", true
        ),
        (
            "13039_327707840323_537645323_9470255_27214_n.j.json",
            "13039_327707840323_537645323_9470255_27214_n.jpg", true
        ),
        ("IMG_1234.JPG.supplemental-metadata.json", "IMG_1234.JPG", true),
        ("IMG_1234.JPG.supplemental-metadata(1).json", "IMG_1234(1).JPG", true),
        ("IMG_1234.JPG.supplemental-metadata(1).json", "IMG_1234.JPG", false),
        ("IMG_1234.JPG.supplemental-metadata.json", "IMG_1234(1).JPG", false),
        ("IMG_1234.JPG.supplemental-metadata.json", "IMG_1234.MP4", false),
        ("IMG_1234.JPG.supplemental-metadata.json", "IMG_12345.JPG", false),
        ("IMG_20210704_094147.jpg.supplemental-metadata.json", "IMG_20210704_094147.jpg", true),
        (
            "IMG_20210704_094147.jpg.supplemental-metadata(1).json", "IMG_20210704_094147(1).jpg",
            true
        ),
        ("PXL_20230809_203449253.jpg.supplemental-metada.json", "PXL_20230809_203449253.jpg", true),
        (
            "Screenshot_20240101-101112_Chrome.jpg.supplemen.json",
            "Screenshot_20240101-101112_Chrome.jpg", true
        ),
        (
            "123456789123456789123456789_DSCN0098.JPG.s.json",
            "123456789123456789123456789_DSCN0098.JPG", true
        ),
        (
            "123456789123456789123456789_DSCN0098.JPG..json",
            "123456789123456789123456789_DSCN0098.JPG", true
        ),
        ("img(18).jpg.supple(18).json", "img(18).jpg", true),
        ("DSC(1).jpg.json", "DSC(1).jpg", true),
        ("Peanut Butter Balls.supplemental-metadata.json", "Peanut Butter Balls.jpg", true),
        ("2234089303984509579.supplemental-metadata.json", "2234089303984509579.jpg", true),
        ("2234089303984509579.supplemental-metadata.json", "2234089303984509579-edited.jpg", true),
        ("Peanut Butter Balls.supplemental-metadata(1).json", "Peanut Butter Balls(1).jpg", true),
        (
            "edgd11YZbf3ad-bf if3fjcj.-3b 0bc_g3di2eeidcjZ(5).json",
            "edgd11YZbf3ad-bf if3fjcj.-3b 0bc_g3di2eeidcjZ😀b(5).HEIC", true
        ),
        ("IMG_1234.JPG.json", "IMG_1234-edited.JPG", true),
        ("IMG_1234.JPG(1).json", "IMG_1234-edited(1).JPG", true),
        ("IMG_1234.JPG.json", "IMG_1234-edited(1).JPG", false),
        ("IMG_1234.JPG.json", "IMG_1234-bearbeitet.JPG", true),
        ("IMG_1234.JPG.json", "IMG_1234-other.JPG", false),
        ("IMG_1234.JPG.json", "-edited.JPG", false),
        ("metadata.json", "metadata.jpg", false), ("IMG_1234.json", "IMG_1234.JPG", false),
        ("a.b.json", "a.b", false),
    ]

    @Test
    func `a file is about the photo that Takeout named it after`() throws {
        for (json, photo, isAbout) in Self.pairs {
            let name = try #require(TakeoutName(Array(json.utf8)), "\(json)")
            #expect(name.isAbout(Array(photo.utf8)) == isAbout, "\(json), \(photo)")
        }
    }

    /// Whether the two are found from each other as a directory's files are, by names and what they begin with.
    private func find(_ json: String, _ photo: String) -> (fromFile: Bool, fromPhoto: Bool) {
        let (json, photo) = (Array(json.utf8), Array(photo.utf8))
        let isTogether = MediaFileName(json).stem == MediaFileName(photo).stem
        let candidates = TakeoutName(json)?.candidates ?? .init()
        let fromFile =
            candidates.names.contains(photo)
            || candidates.stems.contains(MediaFileName(photo).stem)
            || candidates.beginning.map { photo.starts(with: $0) } ?? false
        return (
            fromFile: isTogether || fromFile,
            fromPhoto: isTogether || TakeoutName.sidecars(of: photo).contains(json)
        )
    }

    @Test
    func `each of the two leads to the other`() {
        for (json, photo, isAbout) in Self.pairs where isAbout {
            let found = find(json, photo)
            #expect(found.fromFile, "\(json), \(photo)")
            #expect(found.fromPhoto, "\(json), \(photo)")
        }
    }

    /// Takeout as it was described by those who saw many: the first 46 units of the name, the number at the end.
    @Test
    func `whatever Takeout makes of a name is about it and of no other`() throws {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        let letters = Array("abcdefghij _-é😀.XYZ0123")
        for _ in 0..<2_000 {
            let count = Int.random(in: 1...60, using: &random)
            var stem = String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
            while stem.last == "." || stem.first == "." { stem = "a\(stem)b" }
            let ending = [".jpg", ".JPG", ".HEIC", ".mp4"].randomElement(using: &random) ?? ".jpg"
            let number =
                Bool.random(using: &random) ? "(\(Int.random(in: 1...99, using: &random)))" : ""
            let mark = Bool.random(using: &random) ? ".supplemental-metadata" : ""
            var base = stem + ending + mark
            while base.utf16.count > 46 { base = String(String(base.unicodeScalars.dropLast())) }
            let (json, photo) = (base + number + ".json", stem + number + ending)
            let name = try #require(TakeoutName(Array(json.utf8)))
            let about = name.isAbout(Array(photo.utf8))
            #expect(about, "\(json), \(photo), seed \(seed)")
            #expect(find(json, photo) == (true, true), "\(json), \(photo), seed \(seed)")
            #expect(!name.isAbout(Array("x\(photo)".utf8)), "\(json), x\(photo), seed \(seed)")
            #expect(!name.isAbout(Array("\(stem)(100)\(ending)".utf8)), "\(json), seed \(seed)")
        }
    }
}
