import Foundation
import Photos
import TestSupport
import Testing

extension SharedLibrary {
    /// Conditions that somebody types, and why assets are what they are.
    @Suite struct TypedPredicateTests {
        private func library() throws -> FolderLibrary {
            try FolderLibrary([
                "wide.jpg": Sample.jpeg(40, 30), "tall.jpg": Sample.jpeg(20, 90),
                "Screenshot_20230102-030405.jpg": Sample.jpeg(90, 160),
                "none.jpg": Array("no picture at all".utf8),
            ])
        }

        private func assets(_ text: String? = nil) throws -> [String: PHAsset] {
            let options = PHFetchOptions()
            options.predicate = try text.map { try NSPredicate(parsing: $0, about: PHAsset.self) }
            options.includeUnreadableAssets = true
            let found = PHAsset.fetchAssets(with: options).objects
            return Dictionary(
                uniqueKeysWithValues: found.map {
                    ($0.value(forKey: "filename") as? String ?? "", $0)
                }
            )
        }

        @Test func `a condition finds what it says, and a mistake is told with its place`() throws {
            let library = try library()
            defer { withExtendedLifetime(library) {} }
            #expect(
                try assets("pixelWidth < 30 AND pixelHeight > 80").keys.sorted() == ["tall.jpg"]
            )
            let mistakes = [
                ("pixelWidth <", 12), ("pixelWidth < 30 AN", 16), ("colour == 'red'", nil),
                ("filename LIKE", 13), ("", nil), ("%@ == 1", 0), ("estimatedAssetCount > 1", nil),
                ("$x == 1", nil),
            ]
            for (text, position) in mistakes {
                do {
                    _ = try assets(text)
                    Issue.record("\(text) is no condition")
                } catch let error as PHPredicateError {
                    #expect(!error.reason.isEmpty && error.description == error.reason)
                    if let position { #expect(error.position == position, "\(text): \(error)") }
                }
            }
        }

        @Test func `the keys of conditions are those that fetches know`() throws {
            for key in PHAsset.predicateKeys {
                let text = key == "keywords" ? "ANY keywords != ''" : "\(key) != NULL"
                _ = try NSPredicate(parsing: text, about: PHAsset.self)
            }
            #expect(PHAsset.predicateKeys == PHAsset.predicateKeys.sorted())
            #expect(PHAsset.predicateKeys.contains("creationDate"))
            #expect(!PHAsset.predicateKeys.contains("estimatedAssetCount"))
            #expect(PHAssetCollection.predicateKeys.contains("estimatedAssetCount"))
        }

        @Test func `an asset tells why it is what it is, or why it cannot be shown`() throws {
            let library = try library()
            defer { withExtendedLifetime(library) {} }
            let assets = try assets()
            let reasons = try #require(assets["Screenshot_20230102-030405.jpg"]).derivations
            let date = try #require(reasons.first { $0.value == "creationDate" })
            #expect(!date.rule.isEmpty && !date.detail.isEmpty, "\(reasons)")
            let kind = reasons.first { $0.value == "photoScreenshot" }
            #expect(
                kind?.rule == "fileName" && kind?.detail.contains("screenshot") == true,
                "\(reasons)"
            )
            #expect(assets["wide.jpg"]?.unreadableReason == nil)
            #expect(assets["none.jpg"]?.unreadableReason?.isEmpty == false)
            #expect(PHAsset().derivations.isEmpty && PHAsset().unreadableReason == nil)
        }
    }
}

extension PHFetchResult where ObjectType == PHAsset {
    fileprivate var objects: [PHAsset] { objects(at: IndexSet(0..<count)) }
}
