import Foundation
import PredicateFormat
import Testing

@testable import Photos

struct PredicateTests {
    @Test
    func `predicates are made of text and arguments of every kind that code passes`() {
        let day = Date(timeIntervalSince1970: 1_700_000_000)
        let photo: [String: Any] = [
            "mediaType": 1, "mediaSubtypes": 9, "mediaSubtype": 9, "creationDate": day,
            "favorite": true,
            "localIdentifier": "A/L0/001", "duration": 1.5,
        ]
        let holding = [
            NSPredicate(format: "mediaType = %d", 1), NSPredicate(format: "mediaType == %i", 1),
            NSPredicate(format: "mediaType = %ld || mediaType = %ld", 1, 2),
            NSPredicate(format: "mediaType IN %@", [1, 2]),
            NSPredicate(format: "mediaType IN %@", [NSNumber(value: 1)]),
            NSPredicate(
                format: "(mediaSubtypes & %d) != 0",
                PHAssetMediaSubtype.photoLive.rawValue
            ),
            NSPredicate(format: "NOT ((mediaSubtype & %d) != 0)", 4),
            NSPredicate(format: "duration < %f", 2.0),
            NSPredicate(format: "favorite == %@", NSNumber(value: true)),
            NSPredicate(format: "creationDate >= %@", day as any CVarArg),
            NSPredicate(format: "creationDate <= %@", day as NSDate),
            NSPredicate(format: "creationDate > %@ OR mediaType == 1", NSDate()),
            NSPredicate(format: "localIdentifier IN %@", ["A/L0/001"]),
            NSPredicate(format: "%K == %@", "localIdentifier", "A/L0/001"),
            NSPredicate(format: "(mediaType == %d) || (mediaType == %d)", argumentArray: [1, 2]),
            NSPredicate(format: "TRUEPREDICATE"),
            NSCompoundPredicate(andPredicateWithSubpredicates: []),
            NSCompoundPredicate(andPredicateWithSubpredicates: [
                NSPredicate(format: "mediaType == 1"), NSPredicate(format: "favorite == YES"),
            ]),
            NSCompoundPredicate(
                notPredicateWithSubpredicate: NSPredicate(format: "mediaType == 2")
            ),
        ]
        for predicate in holding {
            #expect(predicate.evaluate(with: photo))
            #expect(throws: Never.self) { try predicate.tree(about: .asset) }
        }
    }

    @Test
    func `a compound is one condition, and a block is none`() throws {
        let compound = NSCompoundPredicate(orPredicateWithSubpredicates: [
            NSPredicate(format: "mediaType == 1"),
            NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "hidden == YES")),
        ])
        #expect(
            try compound.tree(about: .asset).description == "mediaType == 1 OR NOT isHidden == 1"
        )
        #expect(throws: PredicateFormatError.self) {
            try NSPredicate(block: { _, _ in true }).tree(about: .asset)
        }
        let empty = NSCompoundPredicate(orPredicateWithSubpredicates: [])
        #expect(try empty.tree(about: .asset) == .constant(true))
    }

    @Test
    func `sort descriptors know their keys`() {
        #expect(NSSortDescriptor(key: "creationDate", ascending: false).key == "creationDate")
        #expect(NSSortDescriptor(key: nil, ascending: true).key == nil)
        #expect(!NSSortDescriptor(key: "duration", ascending: false).ascending)
        #expect(
            NSSortDescriptor(keyPath: \PHObject.localIdentifier, ascending: true).key
                == "localIdentifier"
        )
        let date = NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: true)
        #expect(date.key == "creationDate")
        let title = NSSortDescriptor(keyPath: \PHAssetCollection.localizedTitle, ascending: true)
        #expect(title.key == "localizedTitle")
        let width = NSSortDescriptor(keyPath: \PHAsset.pixelWidth, ascending: false)
        #expect(width.key == "pixelWidth" && !width.ascending)
    }

    @Test
    func `objects are equal by their identifiers`() {
        let (a, b) = (PHObject(localIdentifier: "A"), PHObject(localIdentifier: "A"))
        #expect(a == b)
        #expect(Set([a, b, PHObject()]).count == 2)
    }

    @Test
    func `errors are seen as what they are and as NSError`() {
        do {
            throw PHPhotosError(.identifierNotFound)
        } catch PHPhotosError.identifierNotFound {
        } catch {
            Issue.record("\(error)")
        }
        let error: any Error = PHPhotosError(.libraryVolumeOffline)
        #expect((error as NSError).domain == PHPhotosErrorDomain)
        #expect((error as NSError).code == 3_114)
        #expect((error as? PHPhotosError)?.code == .libraryVolumeOffline)
    }
}
