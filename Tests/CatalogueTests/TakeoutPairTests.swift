import Catalogue
import PhotoModel
import TestSupport
import Testing

/// Which photo the files of Google Takeout belong to, however they come and go.
struct TakeoutPairTests {
    private static let names = [
        "IMG_1.jpg", "IMG_1(1).jpg", "IMG_1(2).jpg", "IMG_1-edited.jpg", "IMG_1-edited(1).jpg",
        "IMG_1.jpg.json", "IMG_1.jpg(1).json", "IMG_1.jpg.supplemental-metadata.json",
        "IMG_1.jpg.supplemental-metadata(1).json", "IMG_1.jpg.supp(2).json", "IMG_1.heic",
        "IMG_1.heic.json", "IMG_1.mov", "IMG_1.jpg.xmp", "IMG_1.nef", "IMG_1.nef.json",
        "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.jpg",
        "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P(1).jpg",
        "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P-edited.jpg",
        "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json",
        "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_(1).json",
        "13039_327707840323_537645323_9470255_27214_n(1).jpg",
        "13039_327707840323_537645323_9470255_27214_n.j(1).json",
        "13039_327707840323_537645323_9470255_27214_n.mov",
        "13039_327707840323_537645323_9470255_27214_n.m.json",
        "13039_327707840323_537645323_9470255_27214_n.mts",
        "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_A.mov",
        "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_Z.jpg",
        "Peanut Butter Balls.jpg", "Peanut Butter Balls.supplemental-metadata.json",
        "Peanut Butter Balls-edited.jpg", "Peanut Butter Balls(1).jpg",
        "Peanut Butter Balls.supplemental-metadata(1).json", "img(18).jpg",
        "IMG_1-bearbeitet.jpg", "IMG_1-bearbeitet(1).jpg", "IMG_1-modifié.jpg.json",
        "IMG_1-modifié.jpg", "IMG_1-modifie\u{301}(2).jpg", "IMG_1-EFFECTS.jpg",
        "img(18).jpg.supple(18).json", "metadata.json",
        // Endings in another case, and films that Takeout says nothing about.
        "IMG_1.JPG", "IMG_1(1).JPG", "IMG_1.JPG.json", "IMG_1.JPG(2).json", "IMG_1.HEIC",
        "img(18).JPG", "img.JPG(18).json", "IMG_1(1).mov", "IMG_1(1).mov.json", "PXL_1.MP.jpg",
        "PXL_1.MP", "PXL_1.MP.jpg.supplemental-metadata.json", "PXL_1.MP.json",
    ]

    private static func record(_ name: String, _ directory: Int64, _ inode: Int64) -> AssetRecord {
        var record = TestCatalogue.record(name, in: directory, inode: inode, mark: 0)
        record.creationDate = CaptureDate(
            microseconds: 5,
            offsetMinutes: 0,
            source: .modificationTime
        )
        if name == "PXL_1.MP.jpg" { record.traits.insert(.motionPhoto) }
        if name == "PXL_1.MP" { (record.mediaType, record.uti) = (.video, "public.mpeg-4") }
        guard name.hasSuffix(".json") else { return record }
        (record.mediaType, record.uti) = (.unknown, "public.json")
        (record.latitude, record.longitude) = (1, 2)
        record.creationDate = CaptureDate(
            microseconds: inode * 1_000_000,
            offsetMinutes: 0,
            source: .takeout
        )
        return record
    }

    @Test
    func `pairs are the same in whatever order files come, go and are renamed`() throws {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.endBulk()
        let reader = try CatalogueReader(path: catalogue.path)
        var there: [String: Int64] = [:]
        for step in 1...Effort.count(60, of: 400) {
            let name = try #require(Self.names.randomElement(using: &generator))
            try writer.write {
                if let id = there[name], let before = try writer.asset(id) {
                    let other = Self.names.filter { there[$0] == nil }.randomElement(
                        using: &generator
                    )
                    there[name] = nil
                    if let other, Bool.random(using: &generator) {
                        var after = Self.record(other, catalogue.root, Int64(step))
                        (after.id, after.uuid) = (before.id, before.uuid)
                        try writer.update(from: before, to: after, contentChanged: false)
                        there[other] = id
                    } else {
                        try writer.remove(before)
                    }
                } else {
                    try writer.insert(Self.record(name, catalogue.root, Int64(step)))
                    there[name] = writer.sequence
                }
            }
            try writer.commit()
            let found = try reader.snapshot { try reader.contradictions() }
            #expect(found == [], "step \(step), seed \(seed), \(there.keys.sorted())")
        }
    }

    /// The assets and where their dates and places are from, once all of these files are there.
    private func assets(_ names: [String]) throws -> [String: AssetRecord] {
        let catalogue = try TestCatalogue()
        try catalogue.writer.write {
            try catalogue.writer.endBulk()
        }
        for (index, name) in names.enumerated() {
            try catalogue.writer.write {
                try catalogue.writer.insert(Self.record(name, catalogue.root, Int64(index + 1)))
                try catalogue.writer.recount()
            }
        }
        try catalogue.writer.commit()
        let reader = try CatalogueReader(path: catalogue.path)
        var found: [String: AssetRecord] = [:]
        try reader.snapshot {
            try reader.forEachAsset(AssetQuery()) {
                found[String(decoding: $0.file.name, as: UTF8.self)] = $0
            }
        }
        return found
    }

    @Test
    func `each photo has the date of its own file`() throws {
        let found = try assets([
            "IMG_1.jpg.json", "IMG_1.jpg", "IMG_1.jpg(1).json", "IMG_1(1).jpg", "IMG_2(1).jpg",
            "IMG_2.jpg.json", "IMG_3-edited.jpg", "IMG_3.jpg.json", "IMG_1-edited.jpg",
            "IMG_1-bearbeitet(1).jpg", "IMG_2-編集済み.jpg", "IMG_1-modifie\u{301}.jpg",
            "IMG_1-mix.jpg",
            "IMG_1-smile.jpg", "IMG_1-smile.jpg.json",
        ])
        let dates = found.mapValues { $0.creationDate.microseconds / 1_000_000 }
        let expected: [String: Int64] = [
            "IMG_1.jpg": 1, "IMG_1(1).jpg": 3, "IMG_2(1).jpg": 0, "IMG_3-edited.jpg": 8,
            "IMG_1-edited.jpg": 1, "IMG_1-bearbeitet(1).jpg": 3, "IMG_2-編集済み.jpg": 6,
            "IMG_1-modifie\u{301}.jpg": 1, "IMG_1-mix.jpg": 1, "IMG_1-smile.jpg": 15,
        ]
        #expect(dates == expected)
        #expect(found["IMG_1.jpg"]?.creationDate.source == .takeout)
        #expect(found["IMG_1.jpg"]?.latitude == 1)
        #expect(found["IMG_2(1).jpg"]?.creationDate.source == .modificationTime)
    }

    /// More than are looked at together.
    @Test
    func `of many photos whose names are cut alike each has the date of its own file`() throws {
        let stem = "Backyard_ceremony_wedding_photography_xxxxxxx_"
        let files = (1...300).map { "\(stem)(\($0)).json" }
        let photos = (1...300).map { "\(stem)m(\($0)).jpg" }
        for names in [photos + files, files + photos] {
            let found = try assets(names)
            #expect(found.count == 300)
            for (index, name) in names.enumerated() where name.hasSuffix(".json") {
                let photo = name.replacing("_(", with: "_m(").replacing(".json", with: ".jpg")
                #expect(found[photo]?.creationDate.microseconds == Int64(index + 1) * 1_000_000)
            }
        }
    }

    @Test
    func `what the photo itself or an XMP file says goes before it`() throws {
        let catalogue = try TestCatalogue()
        var photo = Self.record("a.jpg", catalogue.root, 1)
        photo.creationDate = CaptureDate(microseconds: 7, offsetMinutes: nil, source: .exif)
        (photo.latitude, photo.longitude) = (40, 41)
        var xmp = Self.record("b.jpg.xmp", catalogue.root, 4)
        xmp.creationDate = CaptureDate(microseconds: 9, offsetMinutes: nil, source: .xmp)
        (xmp.latitude, xmp.longitude) = (50, 51)
        try catalogue.writer.write {
            try catalogue.writer.insert(photo)
            try catalogue.writer.insert(Self.record("a.jpg.json", catalogue.root, 2))
            try catalogue.writer.insert(Self.record("b.jpg", catalogue.root, 3))
            try catalogue.writer.insert(xmp)
            try catalogue.writer.insert(Self.record("b.jpg.json", catalogue.root, 5))
        }
        try catalogue.writer.commit()
        let reader = try CatalogueReader(path: catalogue.path)
        var found: [String] = []
        try reader.snapshot {
            try reader.forEachAsset(AssetQuery()) {
                let date = $0.creationDate
                found.append("\(date.source.name) \(date.microseconds) \($0.latitude ?? 0)")
            }
        }
        #expect(found.sorted() == ["exif 7 40.0", "xmp 9 50.0"])
    }
}
