import Foundation
import Photos
import Testing

extension SharedLibrary {
    /// Objects know which library they are of: the same number means another object in another one.
    @Suite struct TwoLibrariesTests {
        /// Two libraries whose objects have the same numbers.
        private struct Pair {
            let one, other: TestLibrary
            /// Of ``one``.
            let asset: PHAsset
            let album: PHAssetCollection
            let folder: PHCollectionList

            init() throws {
                one = try Self.make("one")
                asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
                album = try #require(Self.albums().firstObject)
                folder = try #require(Self.folders().firstObject)
                other = try Self.make("other")
            }

            private static func make(_ title: String) throws -> TestLibrary {
                let library = try TestLibrary([TestLibrary.record(1), TestLibrary.record(2)])
                let assets = PHAsset.fetchAssets(with: nil)
                try PHPhotoLibrary.shared().performChangesAndWait {
                    let album =
                        PHAssetCollectionChangeRequest
                        .creationRequestForAssetCollection(withTitle: title)
                    if let first = assets.firstObject { album.addAssets([first]) }
                    _ = PHCollectionListChangeRequest.creationRequestForCollectionList(
                        withTitle: title
                    )
                }
                return library
            }

            private static func options(_ title: String) -> PHFetchOptions {
                let options = PHFetchOptions()
                options.predicate = NSPredicate(format: "title == %@", title)
                return options
            }

            static func albums(_ title: String = "one") -> PHFetchResult<PHAssetCollection> {
                PHAssetCollection.fetchAssetCollections(
                    with: .album,
                    subtype: .any,
                    options: options(title)
                )
            }

            static func folders(_ title: String = "one") -> PHFetchResult<PHCollectionList> {
                PHCollectionList.fetchCollectionLists(
                    with: .folder,
                    subtype: .any,
                    options: options(title)
                )
            }
        }

        struct Request: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let make: @Sendable (PHAsset, PHAssetCollection, PHCollectionList) -> Void
        }

        static let requests = [
            Request(testDescription: "favorite") { asset, _, _ in
                PHAssetChangeRequest(for: asset).isFavorite = true
            },
            Request(testDescription: "delete") { asset, _, _ in
                PHAssetChangeRequest.deleteAssets([asset])
            },
            Request(testDescription: "restore") { asset, _, _ in
                PHAssetChangeRequest.restoreAssets([asset])
            },
            Request(testDescription: "rename an album") { _, album, _ in
                PHAssetCollectionChangeRequest(for: album)?.title = "renamed"
            },
            Request(testDescription: "delete an album") { _, album, _ in
                PHAssetCollectionChangeRequest.deleteAssetCollections([album])
            },
            Request(testDescription: "add to an album of its own") { asset, _, _ in
                let album = PHAssetCollection.fetchAssetCollections(
                    with: .album,
                    subtype: .albumRegular,
                    options: nil
                ).firstObject
                album.flatMap { PHAssetCollectionChangeRequest(for: $0) }?.addAssets([asset])
            },
            Request(testDescription: "add to a new album") { asset, _, _ in
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "new")
                    .addAssets([asset])
            },
            Request(testDescription: "delete a folder") { _, _, folder in
                PHCollectionListChangeRequest.deleteCollectionLists([folder])
            },
            Request(testDescription: "put an album into a new folder") { _, album, _ in
                PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "new")
                    .addChildCollections([album])
            },
        ]

        private func state() -> [String] {
            let assets = PHAsset.fetchAssets(with: nil)
            let albums = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: nil
            )
            let folders = PHCollectionList.fetchCollectionLists(
                with: .folder,
                subtype: .any,
                options: nil
            )
            let photos = (0..<assets.count).map {
                "\(assets[$0].localIdentifier) \(assets[$0].isFavorite)"
            }
            let lists = (0..<albums.count).map {
                let members = PHAsset.fetchAssets(in: albums[$0], options: nil)
                return "\(albums[$0].localizedTitle ?? "") \(members.count)"
            }
            return photos + lists + (0..<folders.count).map { folders[$0].localizedTitle ?? "" }
        }

        @Test(arguments: requests)
        func `a request about an object of another library fails its block and changes nothing`(
            _ request: Request
        ) throws {
            let pair = try Pair()
            let before = state()
            let (asset, album, folder) = (pair.asset, pair.album, pair.folder)
            let error = #expect(throws: PHPhotosError.self) {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    // What else the block asks for is not done either.
                    PHAsset.fetchAssets(with: nil).lastObject.map {
                        PHAssetChangeRequest(for: $0).isFavorite = true
                    }
                    request.make(asset, album, folder)
                }
            }
            #expect(error?.code == .identifierNotFound)
            #expect(error?.localizedDescription.contains(pair.one.folder.path) == true)
            #expect(state() == before)
        }

        @Test func `objects of one catalogue that is named in two ways are of one library`() throws
        {
            let library = try TestLibrary([TestLibrary.record(1)])
            let link = library.folder.appendingPathComponent("link.sqlite")
            try FileManager.default.createSymbolicLink(
                at: link,
                withDestinationURL: library.folder.appendingPathComponent("c.sqlite")
            )
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            try PHPhotoLibrary(catalogueAt: link).performChangesAndWait {
                PHAssetChangeRequest(for: asset).isFavorite = true
            }
            #expect(PHAsset.fetchAssets(with: nil).firstObject?.isFavorite == true)
        }

        @Test func `lists of two libraries have nothing in common`() throws {
            let one = try TestLibrary([TestLibrary.record(1), TestLibrary.record(2)])
            let before = PHAsset.fetchAssets(with: nil)
            let other = try TestLibrary([TestLibrary.record(1), TestLibrary.record(2)])
            let after = PHAsset.fetchAssets(with: nil)
            let details = PHFetchResultChangeDetails(from: before, to: after, changedObjects: [])
            #expect(details.removedIndexes == [0, 1] && details.insertedIndexes == [0, 1])
            withExtendedLifetime((one, other)) {}
        }

        @Test func `what contains an object is looked for in its own library`() throws {
            let pair = try Pair()
            let albums = PHAssetCollection.fetchAssetCollectionsContaining(
                pair.asset,
                with: .album,
                options: nil
            )
            let titles = (0..<albums.count).map { albums[$0].localizedTitle }
            #expect(titles.contains("one") && !titles.contains("other"))
        }

        @Test func `an album in memory is of one library`() throws {
            let pair = try Pair()
            let own = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let album = PHAssetCollection.transientAssetCollection(
                with: [pair.asset, own],
                title: nil
            )
            let members = PHAsset.fetchAssets(in: album, options: nil)
            #expect((0..<members.count).map { members[$0] } == [pair.asset])
        }
    }
}
