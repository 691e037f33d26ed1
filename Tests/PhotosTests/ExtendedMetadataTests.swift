import Foundation
import Photos
import SourceCompatibility5
import SourceCompatibility6
import TestSupport
import Testing

extension SharedLibrary {
    /// What people wrote, from the files to an app.
    @Suite struct ExtendedMetadataTests {
        private static func sidecar(_ caption: String, _ rating: Int) -> [UInt8] {
            let spaces = "xmlns:dc='http://purl.org/dc/elements/1.1/'"
            return Array(
                """
                <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF
                xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description \(spaces)
                xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='\(rating)'
                dc:description='\(caption)'/></rdf:RDF></x:xmpmeta>
                """.utf8
            )
        }

        private static func library() throws -> FolderLibrary {
            let exif = Sample.exif(
                zero: [
                    0x10E: .text("A boat"), 0x4746: .short(2),
                    0x9C9E: .bytes(
                        Array("S\u{0}e\u{0}a\u{0};\u{0}b\u{0}e\u{0}a\u{0}c\u{0}h\u{0}".utf8)
                    ),
                ],
                photo: [:]
            )
            return try FolderLibrary([
                "boat.jpg": Sample.jpeg(40, 30, segments: [(0xE1, exif)]),
                "plain.jpg": Sample.jpeg(20, 10),
                "rated.jpg": Sample.jpeg(10, 20),
                "rated.jpg.xmp": sidecar("Of the sidecar", 5),
            ])
        }

        private static func asset(_ name: String) throws -> PHAsset {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "filename == %@", name)
            return try #require(PHAsset.fetchAssets(with: options).firstObject)
        }

        private static func names(_ predicate: NSPredicate) -> [String] {
            let options = PHFetchOptions()
            options.predicate = predicate
            options.sortDescriptors = [NSSortDescriptor(key: "filename", ascending: true)]
            let found = PHAsset.fetchAssets(with: options)
            return (0..<found.count).map { found[$0].value(forKey: "filename") as? String ?? "" }
        }

        @Test
        func `an asset has the time zone that its file names, else that of the library`() throws {
            let exif = Sample.exif(
                zero: [:],
                photo: [
                    0x9003: .text("2023:07:01 12:00:00"), 0x9011: .text("-03:30"),
                ]
            )
            let without = Sample.exif(zero: [:], photo: [0x9003: .text("2023:07:01 12:00:00")])
            let library = try FolderLibrary([
                "boat.jpg": Sample.jpeg(40, 30, segments: [(0xE1, exif)]),
                "silent.jpg": Sample.jpeg(20, 10, segments: [(0xE1, without)]),
            ])
            defer { withExtendedLifetime(library) {} }
            let boat = try Self.asset("boat.jpg")
            #expect(boat.creationTimeZone?.secondsFromGMT() == -12_600)
            #expect(boat.creationDate == Date(timeIntervalSince1970: 1_688_225_400))
            let silent = try Self.asset("silent.jpg")
            let zone = PHPhotoLibrary.shared().timeZone
            let date = try #require(silent.creationDate)
            #expect(silent.creationTimeZone?.secondsFromGMT() == zone.secondsFromGMT(for: date))
            #expect(
                date.timeIntervalSince1970 == 1_688_212_800 - Double(zone.secondsFromGMT(for: date))
            )
        }

        @Test
        func `an asset has what was written into its file, or into the sidecar before that`() throws
        {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let boat = try Self.asset("boat.jpg")
            #expect(boat.extendedMetadata.caption == "A boat")
            #expect(boat.extendedMetadata.keywords == ["Sea", "beach"])
            #expect(boat.extendedMetadata.originalFilename == "boat.jpg")
            #expect(boat.rating == .two && boat.contentType == .jpeg)
            let rated = try Self.asset("rated.jpg")
            #expect(rated.extendedMetadata.caption == "Of the sidecar" && rated.rating == .five)
            let plain = try Self.asset("plain.jpg")
            #expect(plain.extendedMetadata.caption == nil && plain.rating == .unset)
            #expect(plain.extendedMetadata.keywords == [])
            let files = PHAssetResource.assetResources(for: rated)
            #expect(files.map(\.contentType.identifier) == ["public.jpeg", "com.adobe.xmp"])
            try library.run(["audit"])
        }

        @Test
        func `conditions ask for what was written`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            #expect(Self.names(NSPredicate(format: "ANY keywords == 'beach'")) == ["boat.jpg"])
            #expect(Self.names(NSPredicate(format: "keywords CONTAINS %@", "Sea")) == ["boat.jpg"])
            #expect(Self.names(NSPredicate(format: "keywords CONTAINS 'sea'")) == [])
            #expect(
                Self.names(NSPredicate(format: "NONE keywords ==[c] 'SEA'")) == [
                    "plain.jpg", "rated.jpg",
                ]
            )
            #expect(
                Self.names(NSPredicate(format: "caption CONTAINS[c] 'SIDECAR'")) == ["rated.jpg"]
            )
            #expect(Self.names(NSPredicate(format: "caption == NULL")) == ["plain.jpg"])
            #expect(Self.names(NSPredicate(format: "rating > %d", 1)) == ["boat.jpg", "rated.jpg"])
            #expect(Self.names(NSPredicate(format: "rating == 0")) == ["plain.jpg"])
            let best = SourceCompatibility6.best(with: "BEACH")
            #expect(best.count == 0)
            try SourceCompatibility5.rate([try Self.asset("boat.jpg")], .four)
            let better = SourceCompatibility5.best(with: "BEACH")
            #expect(better.count == 1)
        }

        @Test
        func `stars that the user gives come before those of files, and are told as a change`()
            throws
        {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let before = try Self.asset("rated.jpg")
            let token = library.shared.currentChangeToken
            try SourceCompatibility6.rate([before], .one)
            let after = try Self.asset("rated.jpg")
            #expect(after.rating == .one && after.extendedMetadata.caption == "Of the sidecar")
            let changes = try library.shared.fetchPersistentChanges(since: token)
            let updated = try changes.flatMap {
                try $0.changeDetails(for: .asset).updatedLocalIdentifiers
            }
            #expect(updated == [before.localIdentifier])
            try SourceCompatibility6.rate([before], .unset)
            #expect(try Self.asset("rated.jpg").rating == .unset)
            try library.run(["edit", library.photos.path + "/rated.jpg", "--rating", "file"])
            #expect(try Self.asset("rated.jpg").rating == .five)
            try library.run(["audit"])
        }

        @Test
        func `what becomes of a sidecar becomes of its asset`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let token = library.shared.currentChangeToken
            let sidecar = library.photos.appendingPathComponent("boat.jpg.xmp")
            try Data(Self.sidecar("Written later", 0)).write(to: sidecar)
            try library.run(["index"])
            let boat = try Self.asset("boat.jpg")
            #expect(boat.extendedMetadata.caption == "Written later")
            #expect(boat.extendedMetadata.keywords == ["Sea", "beach"])
            #expect(boat.rating == .unset, "a sidecar without stars takes those of the file away")
            let changes = try library.shared.fetchPersistentChanges(since: token)
            #expect(
                try changes.contains { change in
                    try change.changeDetails(for: .asset).updatedLocalIdentifiers
                        .contains(boat.localIdentifier)
                }
            )
            try FileManager.default.removeItem(at: sidecar)
            try library.run(["index"])
            #expect(try Self.asset("boat.jpg").extendedMetadata.caption == "A boat")
            #expect(try Self.asset("boat.jpg").rating == .two)
            try library.run(["audit"])
        }

        @Test
        func `code of apps has captions, types and mocks`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let boat = try Self.asset("boat.jpg")
            let resource = try #require(PHAssetResource.assetResources(for: boat).first)
            let sent = SourceCompatibility6.UploadDescription(asset: boat, resource: resource)
            #expect(sent.mimeType == "image/jpeg" && sent.name == "boat.jpeg" && sent.stars == 2)
            #expect(sent.caption == "A boat" && sent.keywords == ["Sea", "beach"])
            let data = try JSONEncoder().encode(sent)
            #expect(try JSONDecoder().decode(UploadDescription.self, from: data) == sent)
            let mock: PHAssetExtendedMetadata = SourceCompatibility5.PreviewTexts()
            #expect(mock.caption == "A caption" && mock.keywords == ["one"])
            let stars = SourceCompatibility5.stars(.five)
            #expect(stars.count == 5)
            let floor = SourceCompatibility6.floor(of: CLLocation(latitude: 1, longitude: 2))
            let kind = SourceCompatibility6.kind(of: PHProject())
            #expect(floor == nil && kind == "project")
            let error = PHPhotosError(
                .identifierNotFound,
                userInfo: [NSLocalizedDescriptionKey: "gone"]
            )
            let told = SourceCompatibility6.explanation(error)
            #expect(told == "3201: gone")
            let nowhere = library.shared.localIdentifierMappings(for: [.notFound])
            #expect(throws: PHPhotosError.self) { try nowhere[.notFound]?.get() }
        }
    }
}

private typealias UploadDescription = SourceCompatibility6.UploadDescription
