import Foundation
import PhotoModel
import Photos
import Testing

extension SharedLibrary {
    /// What change requests do beside what they are asked for.
    @Suite struct RequestDetailTests {
        private let library: TestLibrary
        private let shared = PHPhotoLibrary.shared()

        init() throws {
            library = try TestLibrary((0..<4).map { TestLibrary.record($0) })
        }

        private func album(_ title: String = "Best") throws -> PHAssetCollection {
            let assets = PHAsset.fetchAssets(with: nil)
            try PHPhotoLibrary.shared().performChangesAndWait {
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
                    .addAssets([assets[1], assets[2]])
            }
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "title == %@", title)
            let found = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: options
            )
            return try #require(found.firstObject)
        }

        @Test func `adding what is in an album, or ordering it as it is, writes no change`() throws
        {
            let album = try album()
            let members = PHAsset.fetchAssets(in: album, options: nil)
            let shared = PHPhotoLibrary.shared()
            let folders = PHCollection.fetchTopLevelUserCollections(with: nil)
            let before = shared.currentChangeToken
            try shared.performChangesAndWait {
                let request = PHAssetCollectionChangeRequest(for: album, assets: members)
                request?.addAssets([members[0]] as NSArray)
                request?.removeAssets([] as NSArray)
            }
            try shared.performChangesAndWait {
                PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: folders)?
                    .moveChildCollections(at: [1], to: 1)
            }
            #expect(Array(try shared.fetchPersistentChanges(since: before)).isEmpty)
            try shared.performChangesAndWait {
                PHAssetCollectionChangeRequest(for: album)?.removeAssets([members[0]])
            }
            #expect(Array(try shared.fetchPersistentChanges(since: before)).count == 1)
        }

        @Test func `lists in memory have each object once`() throws {
            let assets = PHAsset.fetchAssets(with: nil)
            let twice = [assets[2], assets[0], assets[2], assets[0]]
            let picked = PHAssetCollection.transientAssetCollection(with: twice, title: nil)
            let result = PHAsset.fetchAssets(in: picked, options: nil)
            #expect(result.days == [2, 0])
            let details = PHFetchResultChangeDetails(
                from: result,
                to: assets,
                changedObjects: twice
            )
            #expect(details.insertedObjects.count == 2)
            var list = [assets[2], assets[0]]
            details.apply(to: &list)
            #expect(list == (0..<4).map { assets[$0] })
            let best = try album()
            let folder = PHCollectionList.transientCollectionList(with: [best, best], title: nil)
            #expect(PHCollection.fetchCollections(in: folder, options: nil).count == 1)
        }

        @Test func `objects describe themselves as on Apple's systems`() throws {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let address = "0x[0-9a-f]+"
            func matches(_ text: String, _ pattern: String) -> Bool {
                text.range(of: "^\(pattern)$", options: .regularExpression) != nil
            }
            let uuid = "[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}"
            #expect(
                matches(
                    "\(asset)",
                    "<PHAsset: \(address)> \(uuid)/L0/001 mediaType=1/0, sourceType=1, \\(0x0\\), "
                        + "creationDate=1970-01-01 00:00:00 \\+0000, location=0, hidden=0, "
                        + "favorite=0, adjusted=0"
                ),
                "\(asset)"
            )
            let album = try album()
            #expect(
                matches(
                    album.description,
                    "<PHAssetCollection: \(address)> \(uuid)/L0/040, title:\"Best\", "
                        + "subtitle:\"\\(null\\)\" assetCollectionType=1/2"
                ),
                "\(album)"
            )
            let all = PHAsset.fetchAssets(with: nil)
            #expect(matches("\(all)", "<PHFetchResult: \(address)> count=4"), "\(all)")
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            #expect(resource.description.contains("type: photo"))
            #expect(resource.description.contains("filename: 0.jpg"))
            #expect(asset.value(forKey: "originalFilename") as? String == "0.jpg")
            // The address tells whether two are one.
            #expect("\(asset)" == "\(asset)")
        }

        @Test func `what can be done to collections`() throws {
            let album = try album()
            let directory = try #require(
                PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
                    .firstObject
            )
            let smart = try #require(
                PHAssetCollection.fetchAssetCollections(
                    with: .smartAlbum,
                    subtype: .smartAlbumFavorites,
                    options: nil
                ).firstObject
            )
            let all: [PHCollectionEditOperation] = [
                .deleteContent, .removeContent, .addContent, .createContent, .rearrangeContent,
                .delete, .rename,
            ]
            #expect(all.allSatisfy(album.canPerform))
            #expect(
                all.filter(directory.canPerform) == [.deleteContent, .addContent, .createContent]
            )
            #expect(all.filter(smart.canPerform) == [])
        }

        @Test func `a request ends the program when its block is over`() async {
            await #expect(processExitsWith: .failure) {
                let library = try TestLibrary([TestLibrary.record(1)])
                let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
                nonisolated(unsafe) var kept: PHAssetChangeRequest?
                try PHPhotoLibrary.shared().performChangesAndWait {
                    kept = PHAssetChangeRequest(for: asset)
                }
                kept?.isFavorite = true
                withExtendedLifetime(library) {}
            }
        }
    }
}
