import Catalogue
import Foundation
import PhotoModel
import Photos
import Testing

extension SharedLibrary {
    @Suite struct ChangeRequestTests {
        private static func albums() -> [PHAssetCollection] {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "title != %@", "photos")
            let result = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: options
            )
            return (0..<result.count).map { result[$0] }
        }

        @Test
        func `properties of an asset are changed, seen at once, and by the indexer`() async throws {
            let library = try TestLibrary([TestLibrary.record(1), TestLibrary.record(2)])
            let shared = PHPhotoLibrary.shared()
            let begun = Date(timeIntervalSinceNow: -1)
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            #expect(asset.canPerform(.properties) && !asset.canPerform(.delete))
            try await shared.performChanges {
                let request = PHAssetChangeRequest(for: asset)
                request.isFavorite = true
                request.creationDate = Date(timeIntervalSince1970: 86_400 * 9)
                request.location = CLLocation(latitude: 48, longitude: 11)
            }
            let changed = try #require(PHAsset.fetchAssets(with: nil).lastObject)
            #expect(changed == asset && changed.isFavorite && !asset.isFavorite)
            #expect(changed.creationDate == Date(timeIntervalSince1970: 86_400 * 9))
            #expect(changed.location?.coordinate.latitude == 48)
            #expect(changed.modificationDate ?? .distantPast > begun)
            let favorites = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum,
                subtype: .smartAlbumFavorites,
                options: nil
            )
            #expect(favorites.firstObject?.estimatedAssetCount == 1)
            // The indexer goes on from there.
            try library.add([TestLibrary.record(3)], to: library.directory)
            #expect(PHAsset.fetchAssets(with: nil).days == [2, 3, 9])
            try shared.performChangesAndWait {
                let request = PHAssetChangeRequest(for: changed)
                (request.isHidden, request.creationDate) = (true, nil)
            }
            #expect(PHAsset.fetchAssets(with: nil).days == [2, 3])
            let reader = try CatalogueReader(path: library.writer.path)
            #expect(try reader.snapshot { try reader.contradictions() } == [])
        }

        private final class Kept {
            weak var request: PHChangeRequest?
        }

        @Test(arguments: [false, true])
        func `requests go with their block, carried out or not`(fails: Bool) throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            if fails {
                // What has gone cannot be changed.
                try library.writer.write {
                    let record = try #require(try library.writer.asset(library.ids[0]))
                    try library.writer.remove(record)
                }
                try library.writer.commit()
            }
            let kept = Kept()
            var failure: (any Error)?
            do {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    let request = PHAssetChangeRequest(for: asset)
                    request.isFavorite = true
                    kept.request = request
                }
            } catch {
                failure = error
            }
            #expect((failure != nil) == fails)
            #expect(kept.request == nil)
        }

        @Test
        func `a block is carried out whole or not at all`() async throws {
            let library = try TestLibrary([TestLibrary.record(1), TestLibrary.record(2)])
            let shared = PHPhotoLibrary.shared()
            let assets = PHAsset.fetchAssets(with: nil)
            let (first, second) = (assets[0], assets[1])
            try library.writer.write {
                let record = try #require(try library.writer.asset(library.ids[1]))
                try library.writer.remove(record)
            }
            try library.writer.commit()
            do {
                try await shared.performChanges {
                    PHAssetChangeRequest(for: first).isFavorite = true
                    PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                        withTitle: "Half"
                    )
                    PHAssetChangeRequest(for: second).isFavorite = true
                }
                Issue.record("an asset that is gone was changed")
            } catch PHPhotosError.identifierNotFound {
            }
            #expect(PHAsset.fetchAssets(with: nil).firstObject?.isFavorite == false)
            #expect(Self.albums().isEmpty)
            try shared.performChangesAndWait { PHAssetChangeRequest(for: first).isFavorite = true }
            #expect(PHAsset.fetchAssets(with: nil).firstObject?.isFavorite == true)
            let done: (Bool, (any Error)?) = await withCheckedContinuation { continuation in
                shared.performChanges {
                    PHAssetChangeRequest(for: first).isFavorite = false
                } completionHandler: { isDone, failure in
                    continuation.resume(returning: (isDone, failure))
                }
            }
            #expect(done.0 && done.1 == nil)
        }

        @Test
        func `albums are made, filled, put in order and deleted`() throws {
            let library = try TestLibrary((0..<6).map { TestLibrary.record($0) })
            defer { withExtendedLifetime(library) {} }
            let shared = PHPhotoLibrary.shared()
            let assets = PHAsset.fetchAssets(with: nil)
            nonisolated(unsafe) var identifier = ""
            try shared.performChangesAndWait {
                let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                    withTitle: "Best"
                )
                request.addAssets([assets[4], assets[1], assets[4]] as NSArray)
                identifier = request.placeholderForCreatedAssetCollection.localIdentifier
            }
            let album = try #require(
                PHAssetCollection.fetchAssetCollections(
                    withLocalIdentifiers: [identifier],
                    options: nil
                ).firstObject
            )
            #expect(album.localizedTitle == "Best" && album.canPerform(.addContent))
            func members() -> [Int] { PHAsset.fetchAssets(in: album, options: nil).days }
            func change(_ body: @escaping (PHAssetCollectionChangeRequest) -> Void) throws {
                try shared.performChangesAndWait {
                    guard let request = PHAssetCollectionChangeRequest(for: album) else { return }
                    body(request)
                }
            }
            #expect(members() == [4, 1])
            try change { $0.insertAssets([assets[0], assets[2]], at: IndexSet([0, 3])) }
            #expect(members() == [0, 4, 1, 2])
            try change { $0.moveAssets(at: IndexSet([0, 2]), to: 2) }
            #expect(members() == [4, 2, 0, 1])
            try change { $0.replaceAssets(at: IndexSet([1]), withAssets: [assets[5]] as NSArray) }
            #expect(members() == [4, 5, 0, 1])
            try change { $0.removeAssets(at: IndexSet([0])) }
            try change { $0.removeAssets(NSSet(object: assets[1])) }
            #expect(members() == [5, 0])
            let snapshot = PHAsset.fetchAssets(in: album, options: nil)
            try change { $0.insertAssets([assets[3]], at: IndexSet(integer: 0)) }
            try shared.performChangesAndWait {
                let request = PHAssetCollectionChangeRequest(for: album, assets: snapshot)
                request?.removeAssets(at: IndexSet(integer: 0))
                request?.title = "Better"
            }
            #expect(members() == [0, 3])
            #expect(Self.albums().map(\.localizedTitle) == ["Better"])
            try shared.performChangesAndWait {
                PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
            }
            #expect(Self.albums().isEmpty && PHAsset.fetchAssets(with: nil).count == 6)
            let directory = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: nil
            )[0]
            #expect(directory.canPerform(.addContent) && !directory.canPerform(.delete))
            #expect(!directory.canPerform(.removeContent) && !directory.canPerform(.rename))
            #expect(throws: PHPhotosError.self) {
                try shared.performChangesAndWait {
                    PHAssetCollectionChangeRequest.deleteAssetCollections([directory] as NSArray)
                }
            }
        }

        @Test
        func `folders hold albums and folders, and never themselves`() throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            defer { withExtendedLifetime(library) {} }
            let shared = PHPhotoLibrary.shared()
            try shared.performChangesAndWait {
                let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                    withTitle: "Album"
                )
                let inner = PHCollectionListChangeRequest.creationRequestForCollectionList(
                    withTitle: "Inner"
                )
                let outer = PHCollectionListChangeRequest.creationRequestForCollectionList(
                    withTitle: "Outer"
                )
                inner.addChildCollections([album.placeholderForCreatedAssetCollection] as NSArray)
                outer.addChildCollections([inner.placeholderForCreatedCollectionList] as NSArray)
            }
            func titles(_ list: PHCollectionList?) -> [String] {
                let result =
                    list.map { PHCollection.fetchCollections(in: $0, options: nil) }
                    ?? PHCollection.fetchTopLevelUserCollections(with: nil)
                return (0..<result.count).map { result[$0].localizedTitle ?? "" }
            }
            func folder(_ title: String) throws -> PHCollectionList {
                let options = PHFetchOptions()
                options.predicate = NSPredicate(format: "title == %@", title)
                return try #require(
                    PHCollectionList.fetchCollectionLists(
                        with: .folder,
                        subtype: .any,
                        options: options
                    ).firstObject
                )
            }
            let (outer, inner) = (try folder("Outer"), try folder("Inner"))
            #expect(titles(nil) == ["photos", "Outer"])
            #expect(titles(outer) == ["Inner"] && titles(inner) == ["Album"])
            #expect(throws: PHPhotosError.self) {
                try shared.performChangesAndWait {
                    PHCollectionListChangeRequest(for: inner)?.addChildCollections([outer])
                }
            }
            try shared.performChangesAndWait {
                let request = PHCollectionListChangeRequest(for: outer)
                request?.removeChildCollections([inner] as NSArray)
                request?.title = "Empty"
            }
            #expect(titles(nil) == ["photos", "Empty", "Inner"])
            let top = PHCollection.fetchTopLevelUserCollections(with: nil)
            try shared.performChangesAndWait {
                PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)?
                    .moveChildCollections(at: IndexSet(integer: 2), to: 1)
            }
            #expect(titles(nil) == ["photos", "Inner", "Empty"])
            try shared.performChangesAndWait {
                PHCollectionListChangeRequest.deleteCollectionLists([inner] as NSArray)
            }
            #expect(titles(nil) == ["photos", "Empty"] && Self.albums().isEmpty)
        }
    }
}
