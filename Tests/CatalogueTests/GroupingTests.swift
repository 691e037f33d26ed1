import PhotoModel
import TestSupport
import Testing

@testable import Catalogue

/// Files of one directory, each with a Live Photo's number or none, and what belongs to what.
struct Together: Sendable, CustomTestStringConvertible {
    let what: String
    let files: [(name: String, mark: Int)]
    /// `part > whole` for each file that is part of another.
    let parts: [String]

    init(_ what: String, _ files: [(String, Int)], _ parts: [String]) {
        (self.what, self.files, self.parts) = (what, files, parts)
    }

    var testDescription: String { what }
}

struct GroupingTests {
    static let cases = [
        Together("a still and its film", [("a.heic", 1), ("a.mov", 1)], ["a.mov > a.heic"]),
        Together(
            "names that differ, identifiers that do not",
            [("IMG_1.heic", 1), ("IMG_1_HEVC.mov", 1)],
            ["IMG_1_HEVC.mov > IMG_1.heic"]
        ),
        Together("other identifiers under one name", [("a.heic", 1), ("a.mov", 2)], []),
        Together(
            "a film that lost its identifier",
            [("a.heic", 1), ("a.mov", 0)],
            ["a.mov > a.heic"]
        ),
        Together(
            "a still that lost its identifier",
            [("a.jpg", 0), ("a.mov", 1)],
            ["a.mov > a.jpg"]
        ),
        Together("a name alone", [("a.jpg", 0), ("a.mov", 0)], []),
        Together(
            "a copy of the still beside the pair",
            [("a copy.heic", 1), ("a.heic", 1), ("a.mov", 1)],
            ["a.mov > a.heic"]
        ),
        Together(
            "two pairs of one identifier",
            [("a.heic", 1), ("a.mov", 1), ("b.heic", 1), ("b.mov", 1)],
            ["a.mov > a.heic", "b.mov > b.heic"]
        ),
        Together(
            "a film that Takeout says nothing about, beside a photo that it does",
            [("a.jpg", 0), ("a.mov", 0), ("a.jpg.json", 0)],
            ["a.jpg.json > a.jpg", "a.mov > a.jpg"]
        ),
        Together(
            "the same with numbers",
            [("a(10).jpg", 0), ("a(10).mov", 0), ("a.jpg.supplemental-metadata(10).json", 0)],
            ["a(10).mov > a(10).jpg", "a.jpg.supplemental-metadata(10).json > a(10).jpg"]
        ),
        Together(
            "a film and a photo that Takeout says something about",
            [
                ("a.jpg", 0), ("a.jpg.json", 0), ("a.mov", 0),
                ("a.mov.supplemental-metadata.json", 0),
            ],
            ["a.jpg.json > a.jpg", "a.mov.supplemental-metadata.json > a.mov"]
        ),
        Together(
            "a film that Takeout says something about, beside another photo",
            [("a.jpg", 0), ("a.mov", 0), ("a.mov.json", 0), ("b.jpg.json", 0)],
            ["a.mov.json > a.mov"]
        ),
        Together(
            "Takeout's files with endings in another case",
            [("a.jpg", 0), ("a.JPG.json", 0), ("b(1).jpg", 0), ("b.JPG(1).json", 0)],
            ["a.JPG.json > a.jpg", "b.JPG(1).json > b(1).jpg"]
        ),
        Together(
            "a sidecar of a picture whose name goes on behind a dot",
            [("PXL_1.MP.jpg", 0), ("PXL_1.MP.xmp", 0)],
            ["PXL_1.MP.xmp > PXL_1.MP.jpg"]
        ),
        Together(
            "names that are no Pixel's",
            [("x.jpg", 0), ("x.MP.jpg", 0), ("x.xmp", 0), ("x.nef", 0)],
            ["x.nef > x.jpg", "x.xmp > x.jpg"]
        ),
        Together(
            "two photos whose endings differ in case",
            [("a.JPG", 0), ("a.JPG.json", 0), ("a.jpg", 0), ("a.jpg.json", 0)],
            ["a.JPG.json > a.JPG", "a.jpg.json > a.jpg"]
        ),
        Together("RAW beside JPEG", [("a.jpg", 0), ("a.nef", 0)], ["a.nef > a.jpg"]),
        Together("RAW of another name", [("a.jpg", 0), ("b.nef", 0)], []),
        Together(
            "a Pixel's RAW",
            [("PXL_1.RAW-01.COVER.jpg", 0), ("PXL_1.RAW-02.ORIGINAL.nef", 0)],
            ["PXL_1.RAW-02.ORIGINAL.nef > PXL_1.RAW-01.COVER.jpg"]
        ),
        Together(
            "other numbered names are no RAW",
            [("PXL_1.PORTRAIT-01.COVER.jpg", 0), ("PXL_1.PORTRAIT-02.ORIGINAL.nef", 0)],
            []
        ),
        Together("a sidecar of a file", [("a.jpg", 0), ("a.jpg.xmp", 0)], ["a.jpg.xmp > a.jpg"]),
        Together("a sidecar in capitals", [("a.JPG", 0), ("a.jpg.XMP", 0)], ["a.jpg.XMP > a.JPG"]),
        Together("a sidecar of a stem", [("a.jpg", 0), ("a.xmp", 0)], ["a.xmp > a.jpg"]),
        Together(
            "a sidecar of a file that is not there",
            [("a.heic", 0), ("a.jpg.xmp", 0)],
            []
        ),
        Together(
            "sidecars of a RAW file that is part of a picture",
            [("a.jpg", 0), ("a.nef", 0), ("a.nef.xmp", 0), ("a.xmp", 0)],
            ["a.nef > a.jpg", "a.nef.xmp > a.jpg", "a.xmp > a.jpg"]
        ),
        Together("a sidecar of a film", [("a.mov", 0), ("a.xmp", 0)], ["a.xmp > a.mov"]),
        Together(
            "dots in a name",
            [("a.2023.jpg", 0), ("a.2023.xmp", 0)],
            ["a.2023.xmp > a.2023.jpg"]
        ),
        Together("adjustments", [("IMG_1.heic", 1), ("IMG_1.aae", 0)], ["IMG_1.aae > IMG_1.heic"]),
        Together(
            "adjustments of the original",
            [("IMG_1.heic", 1), ("IMG_E1.heic", 0), ("IMG_O1.aae", 0)],
            ["IMG_O1.aae > IMG_1.heic"]
        ),
        Together("adjustments alone", [("IMG_2.jpg", 0), ("IMG_1.aae", 0)], []),
        Together(
            "everything",
            [("a.heic", 1), ("a.mov", 1), ("a.nef", 0), ("a.xmp", 0), ("a.aae", 0)],
            ["a.aae > a.heic", "a.mov > a.heic", "a.nef > a.heic", "a.xmp > a.heic"]
        ),
    ]

    @Test(arguments: cases)
    func `files are one asset by what they say and are called`(_ together: Together) {
        var records: [AssetRecord] = []
        for (number, file) in together.files.enumerated() {
            var record = TestCatalogue.record(
                file.name,
                in: 1,
                inode: Int64(number),
                mark: file.mark
            )
            record.id = Int64(number + 1)
            records.append(record)
        }
        for order in [records, records.reversed()] {
            let grouping = AssetGrouping(order)
            let parts = grouping.parts.map { id, membership in
                let (part, whole) = (Int(id) - 1, Int(membership.owner) - 1)
                return "\(together.files[part].name) > \(together.files[whole].name)"
            }
            #expect(parts.sorted() == together.parts)
        }
    }

    @Test
    func `a film too long for a Live Photo is none by its name alone`() {
        var film = TestCatalogue.record("a.mov", in: 1, inode: 1, mark: 0)
        (film.id, film.duration) = (1, 60)
        var still = TestCatalogue.record("a.heic", in: 1, inode: 2, mark: 1)
        still.id = 2
        #expect(AssetGrouping([film, still]).parts.isEmpty)
        film.contentIdentifier = still.contentIdentifier
        #expect(AssetGrouping([film, still]).parts[1]?.owner == 2)
    }

    @Test(
        arguments: [
            ("X100", "X100", 2019, 2019, true), ("X100", "NIKON X100", 2019, 2019, true),
            ("X100", nil, 2019, nil, true), (nil, nil, nil, nil, true),
            ("X100", "D5000", 2019, 2019, false),
            ("X100", "X100", 2019, 2021, false), ("X100", "D5000", nil, nil, false),
            (nil, nil, 2019, 2021, false),
        ] as [(String?, String?, Int?, Int?, Bool)]
    )
    func `RAW and JPEG of one name are two photos if their cameras or years differ`(
        _ camera: String?,
        _ other: String?,
        _ year: Int?,
        _ otherYear: Int?,
        _ belong: Bool
    ) {
        func record(_ name: String, _ id: Int64, _ camera: String?, _ year: Int?) -> AssetRecord {
            var record = TestCatalogue.record(name, in: 1, inode: id, mark: 0)
            (record.id, record.cameraModel) = (id, camera)
            record.creationDate = CaptureDate(
                microseconds: CivilTime(year: year ?? 2_000 + Int(id), month: 6, day: 1)
                    .microseconds,
                offsetMinutes: nil,
                source: year == nil ? .modificationTime : .exif
            )
            return record
        }
        let files = [record("a.nef", 1, camera, year), record("a.jpg", 2, other, otherYear)]
        #expect(AssetGrouping(files).parts[1]?.owner == (belong ? 2 : nil))
    }

    @Test(arguments: [
        ("PXL_1.MP.jpg", "PXL_1.MP", 0, false), ("PXL_1.MP.jpg", "PXL_1.MP", 2.0, true),
        ("20240705_1.jpg", "20240705_1.mov", 3, true),
        ("MVIMG_1.jpg", "MVIMG_1.mov", 5.9, true),
        ("PXL_1.MP.jpg", "PXL_2.MP", 2, false), ("20240705_1.jpg", "20240705_1.mov", 20, false),
    ])
    func `a still that says it has a film has the short one of its name`(
        _ name: String,
        _ other: String,
        _ duration: Double,
        _ belong: Bool
    ) {
        var still = TestCatalogue.record(name, in: 1, inode: 1, mark: 0)
        still.id = 1
        var film = TestCatalogue.record(other, in: 1, inode: 2, mark: 0)
        (film.id, film.mediaType, film.uti) = (2, .video, "public.mpeg-4")
        film.duration = duration
        #expect(AssetGrouping([film, still]).parts[2] == nil)
        still.traits.insert(.motionPhoto)
        let owner = AssetGrouping([film, still]).parts[2]?.owner
        #expect(owner == (belong ? 1 : nil))
    }

    @Test(arguments: [
        ("IMG_1.HEIC", true), ("IMG_1.jpg", true), ("IMG_1.PNG", false), ("IMG_1.png", false),
    ])
    func `a PNG under the name of a camera's picture has its film`(_ name: String, _ has: Bool) {
        var still = TestCatalogue.record(name, in: 1, inode: 1, mark: 0)
        (still.id, still.uti, still.contentIdentifier) = (1, "public.png", nil)
        var film = TestCatalogue.record("IMG_1.mov", in: 1, inode: 2, mark: 1)
        film.id = 2
        #expect(AssetGrouping([still, film]).parts[2]?.owner == (has ? 1 : nil))
    }

    @Test
    func `a still that lost its date has that of its film, unless something says more`() {
        var still = TestCatalogue.record("a.heic", in: 1, inode: 1, mark: 1)
        var film = TestCatalogue.record("a.mov", in: 1, inode: 2, mark: 1)
        film.file.type = .pairedVideo
        for source in DateSource.allCases {
            for told in DateSource.allCases {
                still.creationDate = CaptureDate(
                    microseconds: 1,
                    offsetMinutes: nil,
                    source: source
                )
                film.creationDate = CaptureDate(microseconds: 2, offsetMinutes: nil, source: told)
                let date = still.with([film]).creationDate
                let takes = (source.isGuess || source.isLastResort) && told.isInFile
                #expect(date == (takes ? film : still).creationDate, "\(source), \(told)")
            }
        }
    }

    @Test
    func `an identifier that too many files share ties those of one name only`() throws {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        let catalogue = try TestCatalogue()
        let (writer, most) = (catalogue.writer, AssetGrouping.mostOfOneIdentifier)
        try writer.endBulk()
        let reader = try CatalogueReader(path: catalogue.path)
        var ids: [Int64] = []
        // Of half of them the film has the name of the still.
        let names = (0..<most).flatMap {
            ["\($0).heic", $0 % 2 == 0 ? "\($0).mov" : "film \($0).mov"]
        }
        func check() throws {
            try writer.commit()
            let found = try reader.snapshot { try reader.contradictions() }
            #expect(found == [], "\(ids.count) files, seed \(seed)")
            let crowded = try reader.snapshot { try reader.crowdedIdentifiers() }
            #expect(crowded == (ids.count > most ? 1 : 0))
        }
        for (number, name) in names.shuffled(using: &generator).enumerated() {
            let record = TestCatalogue.record(
                name,
                in: catalogue.root,
                inode: Int64(number + 1),
                mark: 1
            )
            try writer.write {
                try writer.insert(record)
                ids.append(writer.sequence)
            }
            try check()
        }
        let counts = try reader.snapshot { try reader.assetCounts() }
        #expect(counts.all == Int64(names.count - most / 2))
        for id in ids.shuffled(using: &generator) {
            try writer.write {
                if let record = try writer.asset(id) { try writer.remove(record) }
            }
            ids.removeAll { $0 == id }
            try check()
        }
    }

    @Test
    func `what cannot be read hides nothing`() {
        var raw = TestCatalogue.record("a.nef", in: 1, inode: 1, mark: 0)
        raw.id = 1
        var picture = TestCatalogue.record("a.jpg", in: 1, inode: 2, mark: 0)
        (picture.id, picture.unreadableReason) = (2, "cut off")
        #expect(AssetGrouping([raw, picture]).parts.isEmpty)
    }

    @Test
    func `no picture is its own RAW file, whatever is said of it`() {
        var picture = TestCatalogue.record("a.jpg", in: 1, inode: 1)
        picture.id = 1
        picture.traits.insert(.raw)
        #expect(AssetGrouping([picture]).parts.isEmpty)
    }
}
