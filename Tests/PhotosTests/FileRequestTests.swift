import Catalogue
import Foundation
import PhotoModel
import Photos
import TestSupport
import Testing

extension SharedLibrary {
    @Suite struct FileRequestTests {
        private static func picture(_ month: Int, _ number: Int = 0) -> [UInt8] {
            let date = "2023:0\(month):05 10:00:00\0"
            let exif = Sample.exif(
                zero: [:],
                photo: [0x9003: .text(date), 0xA430: .text("\(number)\0")]
            )
            return Sample.jpeg(40, 30, segments: [(0xE1, exif)])
        }

        private static var assets: PHFetchResult<PHAsset> { PHAsset.fetchAssets(with: nil) }

        private static var deleted: PHFetchResult<PHAsset> {
            let albums = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum,
                subtype: PHAssetCollectionSubtype(rawValue: 1_000_000_201) ?? .any,
                options: nil
            )
            guard let album = albums.firstObject else { return PHFetchResult() }
            return PHAsset.fetchAssets(in: album, options: nil)
        }

        private static func album(_ title: String) -> PHAssetCollection? {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "title == %@", title)
            return PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: options
            ).firstObject
        }

        @Test
        func `a picture's file is copied into a directory of its month and is an asset at once`()
            async throws
        {
            let library = try FolderLibrary()
            let file = try library.file("IMG_1.JPG", Self.picture(7))
            nonisolated(unsafe) var placeholder: PHObjectPlaceholder?
            try await library.shared.performChanges {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                request?.isFavorite = true
                placeholder = request?.placeholderForCreatedAsset
                let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                    withTitle: "New"
                )
                album.addAssets([placeholder].compactMap { $0 } as NSArray)
            }
            let identifier = try #require(placeholder?.localIdentifier)
            let found = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
            let asset = try #require(found.firstObject)
            #expect(asset.isFavorite && asset.pixelWidth == 40 && asset.mediaType == .image)
            #expect(library.files() == ["2023/2023-07/IMG_1.JPG"])
            #expect(FileManager.default.fileExists(atPath: file.path))
            let album = try #require(Self.album("New"))
            #expect(PHAsset.fetchAssets(in: album, options: nil).firstObject == asset)
            #expect(Self.album("2023-07") != nil)
            // The indexer finds nothing that it did not know.
            let token = library.shared.currentChangeToken
            try library.run(["index"])
            let changes = try library.shared.fetchPersistentChanges(since: token)
            for change in changes {
                let details = try change.changeDetails(for: .asset)
                #expect(details.insertedLocalIdentifiers.isEmpty)
                #expect(details.updatedLocalIdentifiers.isEmpty)
                #expect(details.deletedLocalIdentifiers.isEmpty)
            }
            try library.check()
        }

        @Test
        func `no file is written over, and none becomes part of another asset`() async throws {
            let library = try FolderLibrary(["2023/2023-07/IMG_1.MOV": Sample.liveFilm("pair-1")])
            let file = try library.file("IMG_1.JPG", Self.picture(7))
            for _ in 0..<2 {
                try await library.shared.performChanges {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                }
            }
            #expect(
                library.files("photos/2023/2023-07")
                    == ["IMG_1 2.JPG", "IMG_1 3.JPG", "IMG_1.MOV"]
            )
            let all = Self.assets
            #expect(all.count == 3)
            for index in 0..<all.count {
                #expect(PHAssetResource.assetResources(for: all[index]).count == 1)
            }
            try library.check()
        }

        @Test
        func `a Live Photo is made of two resources, of data and a file that is moved`()
            async throws
        {
            let library = try FolderLibrary()
            let film = try library.file("x.mov", Sample.liveFilm("pair-2"))
            try await library.shared.performChanges {
                let request = PHAssetCreationRequest.forAsset()
                let named = PHAssetResourceCreationOptions()
                named.originalFilename = "../.Night.jpg"
                request.addResource(
                    with: .photo,
                    data: Data(Sample.liveStill("pair-2")),
                    options: named
                )
                nonisolated(unsafe) let moving = PHAssetResourceCreationOptions()
                moving.shouldMoveFile = true
                request.addResource(with: .pairedVideo, fileURL: film, options: moving)
                request.creationDate = Date(timeIntervalSince1970: 1_000_000_000)
            }
            let asset = try #require(Self.assets.firstObject)
            #expect(Self.assets.count == 1 && asset.mediaSubtypes.contains(.photoLive))
            let types = PHAssetResource.assetResources(for: asset).map(\.type)
            #expect(types == [.photo, .pairedVideo])
            #expect(library.files("photos/2001/2001-09") == ["Night.jpg", "Night.mov"])
            #expect(!FileManager.default.fileExists(atPath: film.path))
            try library.check()
        }

        @Test(arguments: ["unreadable", "unpaired", "alone", "twice", "gone"])
        func `what cannot be one asset fails the block and leaves nothing`(fault: String)
            async throws
        {
            let library = try FolderLibrary(["a.jpg": Self.picture(1)])
            let text = try library.file("text.jpg", Array("no picture".utf8))
            let film = try library.file("f.mov", Sample.liveFilm("other"))
            nonisolated(unsafe) let moving = PHAssetResourceCreationOptions()
            moving.shouldMoveFile = true
            let first = try #require(Self.assets.firstObject)
            let expected: PHPhotosError.Code =
                fault == "alone" ? .missingResource : .invalidResource
            do {
                try await library.shared.performChanges {
                    PHAssetChangeRequest(for: first).isFavorite = true
                    let good = PHAssetCreationRequest.forAsset()
                    good.addResource(with: .photo, data: Data(Self.picture(2)), options: nil)
                    let bad = PHAssetCreationRequest.forAsset()
                    if fault != "alone" {
                        bad.addResource(with: .photo, data: Data(Self.picture(3)), options: nil)
                    }
                    switch fault {
                    case "unreadable":
                        bad.addResource(with: .alternatePhoto, fileURL: text, options: nil)
                    case "twice":
                        bad.addResource(with: .photo, data: Data(Self.picture(4)), options: nil)
                    case "gone":
                        let url = URL(fileURLWithPath: "/nowhere/x.jpg")
                        bad.addResource(with: .pairedVideo, fileURL: url, options: nil)
                    default: bad.addResource(with: .pairedVideo, fileURL: film, options: moving)
                    }
                }
                Issue.record("the block succeeded")
            } catch let error as PHPhotosError {
                #expect(error.code == (fault == "gone" ? .identifierNotFound : expected))
            }
            #expect(library.files() == ["a.jpg"])
            #expect(FileManager.default.fileExists(atPath: film.path))
            #expect(Self.assets.count == 1 && Self.assets[0].isFavorite == false)
            try library.check()
        }

        @Test
        func
            `deleted assets lie in the trash, are recently deleted, and come back with their edits`()
            async throws
        {
            let files = [
                "a/x.jpg": Sample.liveStill("pair-3"), "a/x.mov": Sample.liveFilm("pair-3"),
                "b/x.jpg": Self.picture(2),
            ]
            let library = try FolderLibrary(files)
            let all = Self.assets
            #expect(all.count == 2)
            let live = try #require(
                (0..<2).map { all[$0] }.first { $0.mediaSubtypes.contains(.photoLive) }
            )
            #expect(live.canPerform(.delete))
            try await library.shared.performChanges {
                PHAssetChangeRequest(for: live).isFavorite = true
                PHAssetChangeRequest.deleteAssets(all)
            }
            #expect(library.files() == [] && Self.assets.count == 0)
            #expect(
                library.files("data/Trash/files") == ["x 2.jpg", "x.jpg", "x.mov"]
            )
            let notes = library.files("data/Trash/info")
            #expect(notes == ["x 2.jpg.trashinfo", "x.jpg.trashinfo", "x.mov.trashinfo"])
            #expect(Self.deleted.count == 2)
            let trashed = try #require((0..<2).map { Self.deleted[$0] }.first { $0 == live })
            #expect(trashed.isFavorite && trashed.mediaSubtypes.contains(.photoLive))
            #expect(!trashed.canPerform(.delete))
            let resources = PHAssetResource.assetResources(for: trashed)
            #expect(resources.map(\.type) == [.photo, .pairedVideo])
            let copy = library.folder.appendingPathComponent("copy.jpg")
            try await PHAssetResourceManager.default().writeData(
                for: resources[0],
                toFile: copy,
                options: nil
            )
            #expect(try Data(contentsOf: copy) == Data(Sample.liveStill("pair-3")))
            try library.check()
            try library.run(["index"])
            #expect(Self.deleted.count == 2)
            // Its directory has gone, and another has its name.
            try FileManager.default.removeItem(at: library.photos.appendingPathComponent("a"))
            try Data(Self.picture(9)).write(to: library.photos.appendingPathComponent("b/x.jpg"))
            try await library.shared.performChanges {
                PHAssetChangeRequest.restoreAssets(Self.deleted)
            }
            #expect(library.files() == ["a/x.jpg", "a/x.mov", "b/x 2.jpg", "b/x.jpg"])
            #expect(library.files("data/Trash") == [] && Self.deleted.count == 0)
            let again = PHAsset.fetchAssets(
                withLocalIdentifiers: [live.localIdentifier],
                options: nil
            )
            #expect(again.firstObject?.isFavorite == true)
            #expect(again.firstObject?.mediaSubtypes.contains(.photoLive) == true)
            try library.run(["index"])
            #expect(Self.assets.count == 3)
            try library.check()
        }

        @Test
        func `a file that somebody moves out of the trash is the asset that it was`() async throws {
            let library = try FolderLibrary(["x.jpg": Self.picture(2), "y.jpg": Self.picture(3)])
            let all = Self.assets
            try await library.shared.performChanges {
                PHAssetChangeRequest(for: all[0]).isFavorite = true
                PHAssetChangeRequest.deleteAssets(all)
            }
            let trash = library.folder.appendingPathComponent("data/Trash")
            try FileManager.default.moveItem(
                at: trash.appendingPathComponent("files/x.jpg"),
                to: library.photos.appendingPathComponent("z.jpg")
            )
            try FileManager.default.removeItem(at: trash.appendingPathComponent("files/y.jpg"))
            try library.run(["index"])
            #expect(Self.assets.count == 1 && Self.assets[0] == all[0] && Self.assets[0].isFavorite)
            #expect(Self.deleted.count == 1)
            do {
                try await library.shared.performChanges {
                    PHAssetChangeRequest.restoreAssets([all[1]] as NSArray)
                }
                Issue.record("what is not in the trash came back")
            } catch PHPhotosError.identifierNotFound {
            }
            let reader = try CatalogueReader(path: library.catalogue.path)
            let contradictions = try reader.snapshot { try reader.contradictions() }
            #expect(contradictions == [])
        }

        @Test
        func `a part of a deleted asset that somebody takes out of the trash is an asset again`()
            async throws
        {
            let library = try FolderLibrary([
                "x.jpg": Sample.liveStill("pair-5"), "x.mov": Sample.liveFilm("pair-5"),
            ])
            try await library.shared.performChanges {
                PHAssetChangeRequest.deleteAssets(Self.assets)
            }
            try FileManager.default.moveItem(
                at: library.folder.appendingPathComponent("data/Trash/files/x.mov"),
                to: library.photos.appendingPathComponent("x.mov")
            )
            try library.run(["index"])
            #expect(Self.assets.count == 1 && Self.assets[0].mediaType == .video)
            #expect(Self.deleted.count == 1 && !Self.deleted[0].mediaSubtypes.contains(.photoLive))
            try library.check()
            try await library.shared.performChanges {
                PHAssetChangeRequest.restoreAssets(Self.deleted)
            }
            #expect(Self.assets.count == 1 && Self.assets[0].mediaSubtypes.contains(.photoLive))
            try library.check()
        }

        @Test
        func `a name that the catalogue still knows is not given to another file`() async throws {
            let library = try FolderLibrary(["x.jpg": Self.picture(2)])
            let asset = Self.assets[0]
            try await library.shared.performChanges {
                PHAssetChangeRequest.deleteAssets([asset, asset] as NSArray)
            }
            try Data(Self.picture(5)).write(to: library.photos.appendingPathComponent("x.jpg"))
            try library.run(["index"])
            // It has gone, and nobody has looked since.
            try FileManager.default.removeItem(at: library.photos.appendingPathComponent("x.jpg"))
            try await library.shared.performChanges {
                PHAssetChangeRequest.restoreAssets([asset] as NSArray)
            }
            #expect(library.files() == ["x 2.jpg"])
            try library.run(["index"])
            #expect(Self.assets.count == 1 && Self.assets[0] == asset)
            try library.check()
        }

        @Test
        func `in a read-only library files are neither added nor deleted, all else goes on`()
            async throws
        {
            let library = try FolderLibrary(["x.jpg": Self.picture(2)], readOnly: true)
            let asset = try #require(Self.assets.firstObject)
            let folder = try #require(Self.album("photos"))
            #expect(!asset.canPerform(.delete) && asset.canPerform(.properties))
            #expect(!folder.canPerform(.createContent) && folder.canPerform(.addContent))
            for isDeleting in [true, false] {
                do {
                    try await library.shared.performChanges {
                        guard !isDeleting else {
                            return PHAssetChangeRequest.deleteAssets([asset] as NSArray)
                        }
                        let request = PHAssetCreationRequest.forAsset()
                        request.addResource(with: .photo, data: Data(Self.picture(3)), options: nil)
                    }
                    Issue.record("a read-only library was changed")
                } catch PHPhotosError.accessRestricted {
                }
            }
            try await library.shared.performChanges {
                PHAssetChangeRequest(for: asset).isFavorite = true
            }
            #expect(Self.assets.firstObject?.isFavorite == true)
            #expect(library.files() == ["x.jpg"])
            try library.check()
        }

        @Test
        func `a directory's album takes assets in, and gives none up that lies there`() async throws
        {
            let library = try FolderLibrary([
                "a/x.jpg": Self.picture(1), "b/y.jpg": Self.picture(2),
            ])
            let album = try #require(Self.album("a"))
            let (x, y) = (Self.assets[0], Self.assets[1])
            let before = PHAsset.fetchAssets(in: album, options: nil)
            let file = try library.file("new.jpg", Self.picture(3))
            try await library.shared.performChanges {
                let request = PHAssetCollectionChangeRequest(for: album)
                let new = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                let objects = [y, new?.placeholderForCreatedAsset].compactMap { $0 }
                request?.addAssets(objects as NSArray)
            }
            #expect(library.files() == ["a/new.jpg", "a/x.jpg", "b/y.jpg"])
            let after = PHAsset.fetchAssets(in: album, options: nil)
            #expect(before.count == 1 && after.count == 3 && after.contains(y))
            #expect(Self.album("a")?.estimatedAssetCount == 3)
            let containing = PHAssetCollection.fetchAssetCollectionsContaining(
                y,
                with: .album,
                options: nil
            )
            #expect(containing.count == 2 && Self.album("a")?.canPerform(.removeContent) == true)
            do {
                try await library.shared.performChanges {
                    PHAssetCollectionChangeRequest(for: album)?.removeAssets([x] as NSArray)
                }
                Issue.record("what lies in a directory was taken out of its album")
            } catch let error as PHPhotosError {
                #expect(error.code == .changeNotSupported)
                #expect(error.localizedDescription.contains("lies in the directory"))
            }
            try await library.shared.performChanges {
                let request = PHAssetCollectionChangeRequest(for: album, assets: after)
                request?.removeAssets(at: IndexSet(integer: after.index(of: y)))
            }
            #expect(PHAsset.fetchAssets(in: album, options: nil).count == 2)
            #expect(Self.album("a")?.estimatedAssetCount == 2 && Self.assets.count == 3)
            try library.check()
        }
    }
}
