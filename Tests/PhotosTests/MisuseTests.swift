import Foundation
import Photos
import Testing

/// What ends the program, and the words it says before.
enum Misuse: String, CaseIterable, Codable, Sendable {
    case noCondition, blockInFetch, foreignKeyInFetch, keyPathInFetch, collectionKeyInFetch
    case sortKey, noSortKey, unknownOption, optionOfAnotherType, missingVariable, beyondTheEnd

    /// What has to stand on standard error.
    var words: String {
        switch self {
        case .noCondition: "Unable to parse the format string \"mediaType ==\": "
        case .blockInFetch:
            "Unsupported predicate in fetch options: mediaType == 1 AND BLOCKPREDICATE"
        case .foreignKeyInFetch: "Unsupported predicate in fetch options: artist == \"x\""
        case .keyPathInFetch: "Unsupported predicate in fetch options: ANY tags.name == \"x\""
        case .collectionKeyInFetch: "Unsupported predicate in fetch options: "
        case .sortKey: "Unsupported sort descriptor in fetch options: artist"
        case .noSortKey: "Unsupported sort descriptor in fetch options: "
        case .unknownOption:
            "this class is not key value coding-compliant for the key noSuchOption."
        case .optionOfAnotherType: "the option fetchLimit takes a number, not many"
        case .missingVariable: "Can't get value for 'NAME' in bindings"
        case .beyondTheEnd: "index 0 beyond a fetch result of 0"
        }
    }

    private static func fetch(_ predicate: NSPredicate) {
        let options = PHFetchOptions()
        options.predicate = predicate
        _ = PHAsset.fetchAssets(with: options)
    }

    private static func fetch(sortedBy key: String?) {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
        _ = PHAsset.fetchAssets(with: options)
    }

    func commit() {
        let options = PHFetchOptions()
        switch self {
        case .noCondition: _ = NSPredicate(format: "mediaType ==")
        case .blockInFetch:
            Self.fetch(
                NSCompoundPredicate(andPredicateWithSubpredicates: [
                    NSPredicate(format: "mediaType == 1"), NSPredicate { _, _ in true },
                ])
            )
        case .foreignKeyInFetch: Self.fetch(NSPredicate(format: "artist == 'x'"))
        case .keyPathInFetch: Self.fetch(NSPredicate(format: "ANY tags.name == 'x'"))
        case .collectionKeyInFetch:
            Self.fetch(NSPredicate(format: "localizedTitle == 'x' AND endDate == NULL"))
        case .sortKey: Self.fetch(sortedBy: "artist")
        case .noSortKey: Self.fetch(sortedBy: nil)
        case .unknownOption: options.setValue(1, forKey: "noSuchOption")
        case .optionOfAnotherType: options.setValue("many", forKey: "fetchLimit")
        case .missingVariable: _ = NSPredicate(format: "a == $NAME").evaluate(with: [:])
        case .beyondTheEnd: _ = PHFetchResult<PHAsset>()[0]
        }
    }
}

struct MisuseTests {
    @Test(arguments: Misuse.allCases)
    func `misuse ends the program with its words on standard error`(_ misuse: Misuse) async throws {
        let ended = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [misuse] in
            misuse.commit()
        }
        let said = try #require(ended).standardErrorContent
        #expect(String(decoding: said, as: UTF8.self).contains(misuse.words))
    }
}
