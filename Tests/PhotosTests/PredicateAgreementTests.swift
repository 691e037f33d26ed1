import Catalogue
import Foundation
import PhotoModel
import Photos
import TestSupport
import Testing

/// An asset that is known by its keys only, as an app's own object.
private final class Disguise: NSObject, NSKeyValueCoding {
    private let asset: PHAsset

    init(_ asset: PHAsset) {
        self.asset = asset
    }

    func value(forKey key: String) -> Any? {
        asset.value(forKey: key)
    }
}

extension SharedLibrary {
    @Suite struct PredicateAgreementTests {
        private static func library(_ generator: inout SplitMix) throws -> TestLibrary {
            func some<Value>(_ values: [Value]) -> Value {
                values[Int.random(in: values.indices, using: &generator)]
            }
            let library = try TestLibrary()
            var directories = [library.directory]
            for name in ["Rome", "ROME 2023", "é"] {
                directories.append(try library.addDirectory(name, in: some(directories)))
            }
            for day in Int64(0)..<80 {
                let record = TestLibrary.record(day) { record in
                    record.file.name = Array(some(["IMG_", "img_", "É"]).utf8) + "\(day)".utf8
                    record.mediaType = some([.image, .video])
                    record.subtypes = some([[], .photoPanorama, [.photoLive, .photoHDR]])
                    record.duration = some([0, 0.5, 12.25])
                    (record.width, record.height) = (some([0, 640]), some([480, 3_024]))
                    (record.isFavorite, record.isHidden) = (some([true, false]), false)
                    record.cameraMake = some([nil, "Apple", "apple", "Ápple"])
                    record.latitude = some([nil, 48.5, -3])
                    record.longitude = record.latitude
                }
                try library.add([record], to: some(directories))
            }
            return library
        }

        private static let parts = [
            "mediaType == 1", "mediaType != 2", "mediaType IN {2, 3}", "mediaSubtypes & 8 != 0",
            "duration > 0.25", "duration BETWEEN {0.5, 12.25}", "duration * 2 == 1",
            "pixelWidth < pixelHeight", "pixelHeight - pixelWidth >= 480", "isFavorite == YES",
            "favorite == NO", "cameraMake == nil", "cameraMake != nil", "cameraMake ==[c] 'apple'",
            "cameraMake BEGINSWITH[cd] 'APP'", "cameraMake < 'b'", "cameraMake IN {'apple', 'x'}",
            "cameraMake != 'Apple'", "latitude > 0", "latitude == nil", "latitude != 48.5",
            "creationDate > CAST(-978307200, 'NSDate')", "creationDate < '1970-02-10'",
            "creationDate BETWEEN {'1970-01-05', '1970-03-01'}", "creationDate < NOW(-60)",
            "creationDate >= CAST(CAST(now(), 'NSNumber') - 60, 'NSDate')",
            "filename LIKE[c] 'img*'", "filename MATCHES '.*[0-4]'", "filename CONTAINS '1'",
            "'7' IN filename", "filename ENDSWITH '3'", "localIdentifier CONTAINS 'A'",
            "directory == ''", "directory CONTAINS[cd] 'rome'", "'rome' IN directory",
            "directory BEGINSWITH 'Rome'", "directory IN {'', 'Rome', 'Rome/é'}",
            "directory ENDSWITH[cd] 'E'", "directory > 'R'", "directory LIKE '*/*'",
            "TRUEPREDICATE", "FALSEPREDICATE",
        ]

        private static func condition(_ depth: Int, _ generator: inout SplitMix) -> String {
            let part = parts[Int.random(in: parts.indices, using: &generator)]
            guard depth > 0 else { return part }
            let other = condition(depth - 1, &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: return "(\(part)) AND (\(other))"
            case 1: return "(\(part)) OR (\(other))"
            case 2: return "NOT (\(other))"
            default: return part
            }
        }

        @Test
        func `a fetch finds what the predicate says of the assets, known as such or by keys`()
            throws
        {
            let seed = Effort.seed
            var generator = SplitMix(state: seed)
            let library = try Self.library(&generator)
            defer { withExtendedLifetime(library) {} }
            let all = PHAsset.fetchAssets(with: nil)
            let assets = all.objects(at: IndexSet(0..<all.count))
            let conditions = Self.parts + (0..<400).map { _ in Self.condition(2, &generator) }
            for condition in conditions {
                let predicate = NSPredicate(format: condition)
                let options = PHFetchOptions()
                options.predicate = predicate
                let found = PHAsset.fetchAssets(with: options)
                let asked = assets.filter { predicate.evaluate(with: $0) }
                let byKeys = assets.filter { predicate.evaluate(with: Disguise($0)) }
                let label = "seed \(seed): \(condition)"
                #expect(found.objects(at: IndexSet(0..<found.count)) == asked, "\(label)")
                #expect(byKeys.map(\.creationDate) == asked.map(\.creationDate), "\(label)")
            }
        }

        @Test
        func `a fetch takes predicates of values, and assets the keys that no fetch knows`() throws
        {
            let library = try TestLibrary([TestLibrary.record(0), TestLibrary.record(1)])
            defer { withExtendedLifetime(library) {} }
            let options = PHFetchOptions()
            options.predicate = NSPredicate(value: false)
            #expect(PHAsset.fetchAssets(with: options).count == 0)
            options.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
                NSPredicate(value: true), NSPredicate(format: "creationDate > $DAY"),
            ]).withSubstitutionVariables(["DAY": Date(timeIntervalSince1970: 60)])
            let assets = PHAsset.fetchAssets(with: options)
            #expect(assets.days == [1])
            let asset = try #require(assets.firstObject)
            for format in [
                "filename.length == 5", "location.altitude == nil AND mediaType == 1",
                "noSuchKey == nil", "playbackStyle == 1",
            ] {
                #expect(NSPredicate(format: format).evaluate(with: asset), "\(format)")
            }
            let variable = NSPredicate(format: "mediaType == image AND creationDate == $DAY")
            let day: [String: Any] = ["DAY": Date(timeIntervalSince1970: 86_400)]
            #expect(variable.evaluate(with: asset, substitutionVariables: day))
        }
    }
}
