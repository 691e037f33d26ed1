import Catalogue
import PhotoModel
import TestSupport
import Testing

/// Files of one directory, and which of them are versions of which.
///
/// A file is a name, then `|#` and a Live Photo's number, `|@` and the second at which it says it was taken, or `|=`
/// and the edited version that adjustments tell of.
struct Versions: Sendable, CustomTestStringConvertible {
    let what: String
    let files: [String]
    /// `part type > whole` for each file that is part of another.
    let parts: [String]

    init(_ what: String, _ files: [String], _ parts: [String]) {
        (self.what, self.files, self.parts) = (what, files, parts)
    }

    var testDescription: String { what }

    func records(in directory: Int64) -> [AssetRecord] {
        files.enumerated().map { index, text in
            let parts = text.split(separator: "|")
            func number(_ mark: Character) -> Int? {
                parts.first { $0.first == mark }.flatMap { Int($0.dropFirst()) }
            }
            var record = TestCatalogue.record(
                String(parts[0]),
                in: directory,
                inode: Int64(index + 1),
                mark: number("#") ?? 0
            )
            record.id = Int64(index + 1)
            if let rendered = parts.first(where: { $0.first == "=" }) {
                record.evidence = "rendered\theliographRenderedFilename\t\(rendered.dropFirst())"
            }
            if let second = number("@") {
                let source: DateSource = record.mediaType == .video ? .quicktime : .exif
                record.creationDate = CaptureDate(
                    microseconds: Int64(second) * 1_000_000,
                    offsetMinutes: nil,
                    source: source
                )
            }
            return record
        }
    }

    static let iPhone = [
        Self(
            "an export of an iPhone",
            ["IMG_1.heic|@5", "IMG_E1.jpg|@5", "IMG_1.aae"],
            ["IMG_1.aae adjustmentData > IMG_1.heic", "IMG_E1.jpg fullSizePhoto > IMG_1.heic"]
        ),
        Self("the same without the adjustments", ["IMG_1.heic|@5", "IMG_E1.jpg|@5"], []),
        Self(
            "pictures without dates",
            ["IMG_1.png", "IMG_E1.png", "IMG_1.aae"],
            ["IMG_1.aae adjustmentData > IMG_1.png", "IMG_E1.png fullSizePhoto > IMG_1.png"]
        ),
        Self("two photos without dates", ["IMG_1.jpg", "IMG_E1.jpg"], []),
        Self("a photo called so", ["IMG_1.jpg|@5", "IMG_E1.jpg|@6"], []),
        Self(
            "a photo called so beside one whose edited version was not exported",
            ["IMG_1.jpg|@5", "IMG_E1.jpg|@6", "IMG_1.aae"],
            ["IMG_1.aae adjustmentData > IMG_1.jpg"]
        ),
        Self("an edited version alone", ["IMG_E1.jpg|@5"], []),
        Self(
            "how the original was taken says nothing of an edit",
            ["IMG_1.heic", "IMG_E1.jpg", "IMG_O1.aae"],
            ["IMG_O1.aae adjustmentData > IMG_1.heic"]
        ),
        Self(
            "RAW, JPEG and edited version",
            ["IMG_1.nef|@5", "IMG_1.jpg|@5", "IMG_E1.jpg|@5", "IMG_1.aae"],
            [
                "IMG_1.aae adjustmentData > IMG_1.jpg", "IMG_1.nef alternatePhoto > IMG_1.jpg",
                "IMG_E1.jpg fullSizePhoto > IMG_1.jpg",
            ]
        ),
        Self(
            "RAW and edited version",
            ["IMG_1.nef|@5", "IMG_E1.jpg|@5", "IMG_1.aae"],
            ["IMG_1.aae adjustmentData > IMG_1.nef", "IMG_E1.jpg fullSizePhoto > IMG_1.nef"]
        ),
        Self(
            "a Live Photo with both of its files edited",
            ["IMG_1.heic|#1|@5", "IMG_1.mov|#1", "IMG_E1.jpg|#1|@5", "IMG_E1.mov|#1", "IMG_1.aae"],
            [
                "IMG_1.aae adjustmentData > IMG_1.heic", "IMG_1.mov pairedVideo > IMG_1.heic",
                "IMG_E1.jpg fullSizePhoto > IMG_1.heic",
                "IMG_E1.mov fullSizePairedVideo > IMG_1.heic",
            ]
        ),
        Self(
            "a film that was made anew at another time",
            ["IMG_1.mov|@5", "IMG_E1.mov|@900", "IMG_1.aae"],
            ["IMG_1.aae adjustmentData > IMG_1.mov", "IMG_E1.mov fullSizeVideo > IMG_1.mov"]
        ),
        Self("films without adjustments", ["IMG_1.mov|@5", "IMG_E1.mov|@900"], []),
    ]

    static let others = [
        Self(
            "a name as Google has it",
            ["a.jpg|@5", "a-edited.jpg|@5", "a.aae"],
            ["a-edited.jpg fullSizePhoto > a.jpg", "a.aae adjustmentData > a.jpg"]
        ),
        Self(
            "the second files of their names",
            [
                "IMG_1 2.jpg|@5", "IMG_E1 2.jpg|@5", "IMG_1 2.aae", "a(1).jpg", "a-edited(1).jpg",
                "a(1).aae",
            ],
            [
                "IMG_1 2.aae adjustmentData > IMG_1 2.jpg",
                "IMG_E1 2.jpg fullSizePhoto > IMG_1 2.jpg", "a(1).aae adjustmentData > a(1).jpg",
                "a-edited(1).jpg fullSizePhoto > a(1).jpg",
            ]
        ),
        Self(
            "an export of osxphotos",
            ["IMG_1.heic|@5", "IMG_1_edited.jpg|@5", "IMG_1.aae"],
            [
                "IMG_1.aae adjustmentData > IMG_1.heic",
                "IMG_1_edited.jpg fullSizePhoto > IMG_1.heic",
            ]
        ),
        Self(
            "only one is the edited version",
            ["IMG_1.heic|@5", "IMG_1-edited.jpg|@5", "IMG_E1.jpg|@5", "IMG_1.aae"],
            ["IMG_1.aae adjustmentData > IMG_1.heic", "IMG_E1.jpg fullSizePhoto > IMG_1.heic"]
        ),
        Self(
            "the adjustments tell which one, whatever date that has",
            ["a.jpg|@5", "a-edited.jpg|@5", "a_edited.jpg|@9", "a.aae|=a_edited.jpg"],
            ["a.aae adjustmentData > a.jpg", "a_edited.jpg fullSizePhoto > a.jpg"]
        ),
        Self(
            "the adjustments tell of one that is not there, and of one that is no edited version",
            ["a.jpg|@5", "a-edited.jpg|@5", "a.aae|=x.jpg", "b.jpg", "b.aae|=a.jpg"],
            [
                "a-edited.jpg fullSizePhoto > a.jpg", "a.aae adjustmentData > a.jpg",
                "b.aae adjustmentData > b.jpg",
            ]
        ),
        Self(
            "what was made of an edited version",
            ["a.jpg", "a-edited.jpg", "a-edited-edited.jpg", "a.aae", "a-edited.aae"],
            [
                "a-edited.aae adjustmentData > a.jpg", "a-edited.jpg fullSizePhoto > a.jpg",
                "a.aae adjustmentData > a.jpg",
            ]
        ),
        Self(
            "what was made of one whose original is not there",
            ["a-edited.jpg", "a-edited-edited.jpg", "a-edited.aae"],
            [
                "a-edited-edited.jpg fullSizePhoto > a-edited.jpg",
                "a-edited.aae adjustmentData > a-edited.jpg",
            ]
        ),
        Self(
            "a name with its extension says which of two",
            ["a.jpg|@5", "a.png|@5", "a.png-edited.jpg|@5", "a.png.aae"],
            [
                "a.png-edited.jpg fullSizePhoto > a.png", "a.png.aae adjustmentData > a.png",
            ]
        ),
        Self(
            "a sidecar of the edited version",
            ["a.jpg", "a-edited.jpg", "a-edited.xmp", "a.aae"],
            [
                "a-edited.jpg fullSizePhoto > a.jpg", "a-edited.xmp sidecar > a.jpg",
                "a.aae adjustmentData > a.jpg",
            ]
        ),
        Self(
            "a picture is no version of a film",
            ["a.mov|@5", "a-edited.jpg|@5", "a.aae"],
            ["a.aae adjustmentData > a.mov"]
        ),
    ]

    static let takeout = [
        Self(
            "adjustments and a file of Google's",
            ["a.jpg", "a-edited.jpg", "a.aae", "a.jpg.json"],
            [
                "a-edited.jpg fullSizePhoto > a.jpg", "a.aae adjustmentData > a.jpg",
                "a.jpg.json sidecar > a.jpg",
            ]
        ),
        Self(
            "the same of the second file of a name",
            ["a.jpg", "a(1).jpg", "a-edited(1).jpg", "a(1).aae", "a.jpg.json", "a.jpg(1).json"],
            [
                "a(1).aae adjustmentData > a(1).jpg",
                "a-edited(1).jpg fullSizePhoto > a(1).jpg", "a.jpg(1).json sidecar > a(1).jpg",
                "a.jpg.json sidecar > a.jpg",
            ]
        ),
        Self(
            "a name that was cut",
            [
                "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.jpg",
                "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P-edited.jpg",
                "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.aae",
                "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json",
            ],
            [
                "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json sidecar > "
                    + "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.jpg",
                "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P-edited.jpg fullSizePhoto > "
                    + "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.jpg",
                "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.aae adjustmentData > "
                    + "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.jpg",
            ]
        ),
        Self(
            "an iPhone's names beside a file of Google's",
            ["IMG_1.heic", "IMG_E1.jpg", "IMG_1.aae", "IMG_1.heic.supplemental-metadata.json"],
            [
                "IMG_1.aae adjustmentData > IMG_1.heic",
                "IMG_1.heic.supplemental-metadata.json sidecar > IMG_1.heic",
                "IMG_E1.jpg fullSizePhoto > IMG_1.heic",
            ]
        ),
        Self(
            "where only the edited version is there, the file of Google's belongs to that",
            ["a-edited.jpg", "a.aae", "a.jpg.json"],
            ["a.jpg.json sidecar > a-edited.jpg"]
        ),
    ]
}

struct EditedVersionTests {
    @Test(arguments: Versions.iPhone + Versions.others + Versions.takeout)
    func `edited versions are part of the asset of their original`(_ versions: Versions) {
        let records = versions.records(in: 1)
        for order in [records, records.reversed()] {
            let parts = AssetGrouping(order).parts.map { id, membership in
                let names = [id, membership.owner].map { id in
                    String(versions.files[Int(id) - 1].split(separator: "|")[0])
                }
                return "\(names[0]) \(membership.type.name) > \(names[1])"
            }
            #expect(parts.sorted() == versions.parts)
        }
    }

    @Test(arguments: Versions.iPhone + Versions.others + Versions.takeout)
    func `files that come and go one by one are grouped as all at once`(
        _ versions: Versions
    ) throws {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.endBulk()
        let reader = try CatalogueReader(path: catalogue.path)
        func check(_ what: String) throws {
            try writer.commit()
            let found = try reader.snapshot { try reader.contradictions() }
            #expect(found == [], "\(what), seed \(seed)")
        }
        var ids: [Int64] = []
        for record in versions.records(in: catalogue.root).shuffled(using: &generator) {
            try writer.write {
                try writer.insert(record)
                ids.append(writer.sequence)
            }
            try check("\(ids.count) files")
        }
        for id in ids.shuffled(using: &generator) {
            try writer.write {
                if let record = try writer.asset(id) { try writer.remove(record) }
            }
            try check("without \(id)")
        }
    }

    @Test
    func `an edited asset looks as its edited version does, and its original again without it`()
        throws
    {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.endBulk()
        var original = TestCatalogue.record("IMG_1.heic", in: catalogue.root, inode: 1)
        (original.width, original.height, original.modificationDate) = (40, 30, 1)
        original.creationDate = CaptureDate(microseconds: 5, offsetMinutes: nil, source: .exif)
        var edited = TestCatalogue.record("IMG_E1.jpg", in: catalogue.root, inode: 2)
        (edited.width, edited.height, edited.modificationDate) = (20, 20, 2)
        edited.creationDate = original.creationDate
        let id = try writer.transaction {
            try writer.insert(original)
            return writer.sequence
        }
        let about = TestCatalogue.record("IMG_1.aae", in: catalogue.root, inode: 3, mark: 0)
        try writer.transaction {
            try writer.insert(about)
            try writer.insert(edited)
        }
        let part = try #require(
            try writer.query { try writer.file(catalogue.root, edited.file.name) }
        )
        let shown = try #require(try writer.query { try writer.asset(id) })
        #expect((shown.width, shown.height) == (20, 20))
        #expect(shown.modificationDate == 2 && shown.own?.extent.width == 40)
        _ = try writer.transaction { try writer.edit(id) { $0.isFavorite = true } }
        _ = try writer.transaction { try writer.edit(id) { $0.isFavorite = nil } }
        #expect(try writer.query { try writer.asset(id) }?.modificationDate == 2)
        try writer.transaction {
            if let record = try writer.asset(part.id) { try writer.remove(record) }
        }
        let again = try #require(try writer.query { try writer.asset(id) })
        #expect((again.width, again.height) == (40, 30))
        #expect(again.modificationDate == 1 && again.own?.extent.width == 40)
    }
}
