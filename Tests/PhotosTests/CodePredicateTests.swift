import Catalogue
import Foundation
import PhotoModel
import Photos
import Testing

extension SharedLibrary {
    /// `#Predicate` gives the same condition as the format language.
    @Suite struct CodePredicateTests {
        private static func library() throws -> TestLibrary {
            try TestLibrary(
                (0..<60).map { day in
                    TestLibrary.record(day) { record in
                        record.mediaType = day % 3 == 0 ? .video : .image
                        record.duration = day % 3 == 0 ? Double(day) / 10 : 0
                        record.isFavorite = day % 2 == 0
                        record.subtypes = day % 5 == 0 ? [.photoPanorama, .photoHDR] : []
                        record.width = [0, 640, 4_032][Int(day % 3)]
                        record.height = [480, 30, 3_024][Int(day % 3)]
                        record.burstKey = day < 4 ? "apple:B" : nil
                    }
                }
            )
        }

        private static func found(_ predicate: NSPredicate) -> [Int] {
            let options = PHFetchOptions()
            options.predicate = predicate
            options.includeAllBurstAssets = true
            return PHAsset.fetchAssets(with: options).days
        }

        private static func same(
            _ predicate: Predicate<PHAsset>,
            _ format: String,
            _ arguments: [Any] = []
        ) throws {
            let built = try #require(NSPredicate(predicate), "\(format)")
            let days = found(built)
            #expect(!days.isEmpty && days.count < 60, "\(format)")
            #expect(
                days == found(NSPredicate(format: format, argumentArray: arguments)),
                "\(format)"
            )
            for asset in PHAsset.fetchAssets(with: nil).objects(at: IndexSet(0..<20)) {
                #expect(
                    built.evaluate(with: asset) == (try? predicate.evaluate(asset)),
                    "\(format)"
                )
            }
        }

        @Test
        func `comparisons, option sets, texts and ranges find what the same text finds`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let day = Date(timeIntervalSince1970: 86_400 * 20)
            let video = PHAssetMediaType.video
            let panorama = PHAssetMediaSubtype.photoPanorama
            try Self.same(#Predicate { $0.isFavorite }, "favorite == YES")
            try Self.same(
                #Predicate { !$0.isFavorite && $0.duration > 2 },
                "favorite == NO AND duration > 2"
            )
            try Self.same(#Predicate { $0.mediaType == video }, "mediaType == video")
            try Self.same(
                #Predicate { $0.mediaSubtypes.contains(panorama) || $0.pixelWidth >= 4_000 },
                "mediaSubtypes CONTAINS photoPanorama OR pixelWidth >= 4000"
            )
            try Self.same(
                #Predicate { $0.pixelWidth * 2 > $0.pixelHeight + 10 },
                "pixelWidth * 2 > pixelHeight + 10"
            )
            try Self.same(
                #Predicate { (100...700).contains($0.pixelWidth) },
                "pixelWidth BETWEEN {100, 700}"
            )
            try Self.same(
                #Predicate { [0, 640].contains($0.pixelWidth) },
                "pixelWidth IN {0, 640}"
            )
            try Self.same(#Predicate { $0.creationDate! > day }, "creationDate > %@", [day])
            try Self.same(#Predicate { $0.burstIdentifier == nil }, "burstIdentifier == NULL")
            let first = String(try #require(PHAsset.fetchAssets(with: nil)[7]).localIdentifier)
            try Self.same(
                #Predicate { $0.localIdentifier == first },
                "localIdentifier == %@",
                [first]
            )
            try Self.same(
                #Predicate { $0.localIdentifier.starts(with: first) },
                "localIdentifier BEGINSWITH %@",
                [first]
            )
        }

        @Test
        func `what a catalogue cannot be asked gives no condition`() {
            #expect(NSPredicate(#Predicate<PHAsset> { $0.hash == 1 }) == nil)
            #expect(NSPredicate(#Predicate<PHAsset> { $0.localIdentifier.count == 1 }) == nil)
        }
    }
}
