import PhotoModel
import TestSupport
import Testing

@testable import Catalogue

struct SidecarTests {
    /// Two files of one name and a sidecar that says which extension it is for.
    @Test(arguments: [
        (["a.JPG", "a.MOV"], "mov", "a.MOV"), (["a.JPG", "a.MOV"], "JPG", "a.JPG"),
        (["a.jpg", "a.png"], "PNG", "a.png"), (["a.jpeg", "a.jpg"], "jpg", "a.jpg"),
        (["a.jpg", "a.png"], "CR2", "a.jpg"),
    ])
    func `a sidecar belongs to the file of the extension it says it is for`(
        _ names: [String],
        _ ending: String,
        _ owner: String
    ) {
        var records = names.enumerated().map {
            TestCatalogue.record($1, in: 1, inode: Int64($0), mark: 0)
        }
        var sidecar = TestCatalogue.record("a.xmp", in: 1, inode: 9, mark: 0)
        sidecar.evidence = "\(MediaFileName.subjectEvidence)\tXMP SidecarForExtension\t\(ending)"
        records.append(sidecar)
        for index in records.indices { records[index].id = Int64(index + 1) }
        let found = AssetGrouping(records).parts[3]?.owner
        #expect(records.first { $0.id == found }?.file.name == Array(owner.utf8))
    }

    @Test(arguments: [
        (["a.heic.xmp", "a.mov.xmp"], "a.heic.xmp"), (["a.mov.xmp", "a.xmp"], "a.xmp"),
        (["a.MOV.xmp"], "a.MOV.xmp"),
    ])
    func `the sidecar of a Live Photo's film counts if the still has none`(
        _ names: [String],
        _ counts: String
    ) throws {
        let catalogue = try TestCatalogue()
        try catalogue.writer.write {
            for (index, name) in (["a.heic", "a.mov"] + names).enumerated() {
                let mark = index < 2 ? 1 : 0
                var file = TestCatalogue.record(
                    name,
                    in: catalogue.root,
                    inode: Int64(index),
                    mark: mark
                )
                if index >= 2 { file.extendedMetadata = ExtendedMetadata(title: name) }
                if name.lowercased() == "a.mov.xmp" { file.traits.insert(.marksFavorite) }
                try catalogue.writer.insert(file)
            }
        }
        try catalogue.writer.commit()
        let reader = try CatalogueReader(path: catalogue.path)
        var found: [AssetRecord] = []
        try reader.snapshot { try reader.forEachAsset(AssetQuery()) { found.append($0) } }
        #expect(found.count == 1 && found.first?.subtypes.contains(.photoLive) == true)
        #expect(found.first?.extendedMetadata?.title == counts)
        #expect(found.first?.isFavorite == (counts == "a.MOV.xmp"))
    }

    /// A picture of 2020-01-01 12:00:00.25 +01:00 with a sidecar of another date.
    private func merged(
        _ sidecar: CaptureDate,
        into own: DateSource = .exif
    ) throws -> AssetRecord? {
        let catalogue = try TestCatalogue()
        var picture = TestCatalogue.record("a.jpg", in: catalogue.root, inode: 1)
        picture.creationDate = CaptureDate(
            microseconds: 1_577_876_400_250_000,
            offsetMinutes: 60,
            source: own
        )
        var about = TestCatalogue.record("a.xmp", in: catalogue.root, inode: 2, mark: 2)
        about.creationDate = sidecar
        try catalogue.writer.write {
            try catalogue.writer.insert(picture)
            try catalogue.writer.insert(about)
        }
        try catalogue.writer.commit()
        let reader = try CatalogueReader(path: catalogue.path)
        var found: AssetRecord?
        try reader.snapshot { try reader.forEachAsset(AssetQuery()) { found = $0 } }
        return found
    }

    /// When a picture was taken comes before when it was digitized, whichever file says it.
    @Test(arguments: [
        (DateSource.exif, false), (.xmp, false), (.iptc, false), (.quicktime, false),
        (.exifDigitized, true), (.xmpCreation, true), (.modificationTime, true), (.filename, true),
    ])
    func `a sidecar that says when it was digitized replaces only a date that says no more`(
        own: DateSource,
        isReplaced: Bool
    ) throws {
        let scanned = CaptureDate(
            microseconds: 1_700_000_000_000_000,
            offsetMinutes: nil,
            source: .xmpCreation
        )
        let found = try merged(scanned, into: own)?.creationDate
        #expect(found?.isWritten(like: scanned) == isReplaced)
        let taken = CaptureDate(microseconds: 86_400_000_000, offsetMinutes: nil, source: .xmp)
        #expect(try merged(taken, into: own)?.creationDate.isWritten(like: taken) == true)
    }

    @Test
    func `a sidecar's date is taken unless it says less than the file`() throws {
        let other = CaptureDate(microseconds: 86_400_000_000, offsetMinutes: nil, source: .xmp)
        #expect(try merged(other)?.creationDate.isWritten(like: other) == true)
        let less = CaptureDate(
            microseconds: 1_577_880_000_000_000,
            offsetMinutes: nil,
            source: .xmp
        )
        #expect(try merged(less)?.creationDate.microseconds == 1_577_876_400_250_000)
        let none = CaptureDate(microseconds: 5, offsetMinutes: 0, source: .modificationTime)
        let picture = try merged(none)
        #expect(picture?.creationDate.source == .exif)
        #expect(picture?.latitude == 2)
    }
}
