import Catalogue
import Foundation
import PhotoModel
import Photos
import Testing

extension SharedLibrary {
    @Suite struct PersistentHistoryTests {
        private static func all(
            since token: PHPersistentChangeToken
        ) throws -> [PHPersistentChange] {
            Array(try PHPhotoLibrary.shared().fetchPersistentChanges(since: token))
        }

        @Test
        func `each change names what it inserted, updated and deleted`() async throws {
            let library = try TestLibrary([TestLibrary.record(1), TestLibrary.record(2)])
            let shared = PHPhotoLibrary.shared()
            let token = shared.currentChangeToken
            #expect(try Self.all(since: token).isEmpty)
            let assets = PHAsset.fetchAssets(with: nil)
            let (first, second) = (assets[0], assets[1])
            try shared.performChangesAndWait {
                PHAssetChangeRequest(for: first).isFavorite = true
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Best")
                PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Years")
            }
            try library.add([TestLibrary.record(3)], to: library.directory)
            try library.writer.write {
                try library.writer.remove(try #require(try library.writer.asset(library.ids[1])))
            }
            try library.writer.commit()
            let changes = try Self.all(since: token)
            #expect(changes.count == 3)
            let details = try changes.map { try $0.changeDetails(for: .asset) }
            #expect(details[0].updatedLocalIdentifiers == [first.localIdentifier])
            #expect(details[0].insertedLocalIdentifiers.isEmpty)
            let new = try #require(PHAsset.fetchAssets(with: nil).lastObject)
            #expect(details[1].insertedLocalIdentifiers == [new.localIdentifier])
            #expect(details[2].deletedLocalIdentifiers == [second.localIdentifier])
            let albums = try changes[0].changeDetails(for: .assetCollection)
            let best = PHCollection.fetchTopLevelUserCollections(with: nil)
            let made = (0..<best.count).map { best[$0] }
            let album = try #require(made.first { $0.localizedTitle == "Best" })
            let folder = try #require(made.first { $0.localizedTitle == "Years" })
            #expect(albums.insertedLocalIdentifiers.contains(album.localIdentifier))
            let lists = try changes[0].changeDetails(for: .collectionList)
            #expect(lists.insertedLocalIdentifiers == [folder.localIdentifier])
            #expect(try Self.all(since: changes[1].changeToken).count == 1)
            #expect(changes[2].changeToken == shared.currentChangeToken)
        }

        @Test
        func `tokens are archived, and expire`() throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            let token = PHPhotoLibrary.shared().currentChangeToken
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: token,
                requiringSecureCoding: true
            )
            let read = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: PHPersistentChangeToken.self,
                from: data
            )
            #expect(read == token)
            try library.add([TestLibrary.record(2)], to: library.directory)
            #expect(try Self.all(since: token).count == 1)
            let change = try #require(try Self.all(since: token).first)
            try library.writer.write { try library.writer.prune(before: .max) }
            try library.writer.commit()
            #expect(throws: PHPhotosError.self) { try Self.all(since: token) }
            #expect(throws: PHPhotosError.self) { try change.changeDetails(for: .asset) }
        }

        @Test
        func `without a catalogue its own tokens have expired, and others say what is missing`()
            throws
        {
            let known = try TestLibrary([TestLibrary.record(1)])
            let token = PHPhotoLibrary.shared().currentChangeToken
            let missing = PHPhotoLibrary(catalogueAt: known.folder.appending(path: "none"))
            let own = #expect(throws: PHPhotosError.self) {
                try missing.fetchPersistentChanges(since: missing.currentChangeToken)
            }
            #expect(own?.code == .persistentChangeTokenExpired)
            #expect(own?.localizedDescription == "the history does not go back to the token")
            let other = #expect(throws: PHPhotosError.self) {
                try missing.fetchPersistentChanges(since: token)
            }
            #expect(other?.code == .relinquishingLibraryBundleToWriter)
            #expect(other?.localizedDescription.contains("there is no catalogue") == true)
        }
    }
}
