import Catalogue
import Foundation
import Photos
import Testing

extension SharedLibrary {
    /// A catalogue that appears late, goes, or is replaced by another.
    @Suite struct ReplacedCatalogueTests {
        private final class Place {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("place-\(UUID().uuidString)")
            var catalogue: URL { folder.appendingPathComponent("c.sqlite") }

            init() throws {
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: true
                )
                PHPhotoLibrary.setShared(PHPhotoLibrary(catalogueAt: catalogue))
            }

            deinit { try? FileManager.default.removeItem(at: folder) }

            /// Puts a catalogue of so many photos there; one that is there already goes.
            func put(_ count: Int) throws {
                for ending in ["", "-wal", "-shm", "-lock", "-turns"] {
                    try? FileManager.default.removeItem(atPath: catalogue.path + ending)
                }
                let made = folder.appendingPathComponent("made.sqlite").path
                do {
                    let writer = try CatalogueWriter(path: made)
                    let root = try writer.write { try writer.addRoot(Array("/p".utf8)).directory }
                    try writer.endBulk()
                    try writer.write {
                        for number in 0..<count {
                            var record = TestLibrary.record(Int64(number))
                            (record.directory, record.file.directory) = (root, root)
                            record.file.name = Array("\(number).jpg".utf8)
                            try writer.insert(record)
                        }
                    }
                    try writer.commit()
                    try writer.checkpoint()
                }
                for ending in ["-wal", "-shm", ""] {
                    try? FileManager.default.moveItem(
                        atPath: made + ending,
                        toPath: catalogue.path + ending
                    )
                }
            }
        }

        private func isThere(_ count: Int) -> @Sendable ([[PHAsset]]) -> Bool {
            { $0.allSatisfy { $0.count == count } }
        }

        @Test func `who registers before the first index is told of all of it`() async throws {
            let place = try Place()
            let follower = Follower()
            PHPhotoLibrary.shared().register(follower)
            let empty = PHAsset.fetchAssets(with: nil)
            #expect(empty.count == 0)
            follower.follow(empty)
            try place.put(3)
            #expect(await follower.wait(until: isThere(3)) == [])
            let details = try #require(PHChange(upToNowIn: .shared()).changeDetails(for: empty))
            #expect(details.hasIncrementalChanges && details.insertedIndexes == [0, 1, 2])
            #expect(details.insertedObjects.count == 3)
        }

        @Test func `another catalogue in its place is followed, fetched from and written to`()
            async throws
        {
            let place = try Place()
            try place.put(2)
            let follower = Follower()
            let library = PHPhotoLibrary.shared()
            library.register(follower)
            let before = PHAsset.fetchAssets(with: nil)
            follower.follow(before)
            let old = try #require(before.firstObject)
            try library.performChangesAndWait { PHAssetChangeRequest(for: old).isFavorite = true }
            try place.put(5)
            #expect(await follower.wait(until: isThere(5)) == [])
            #expect(PHAsset.fetchAssets(with: nil).count == 5)
            let details = try #require(PHChange(upToNowIn: .shared()).changeDetails(for: before))
            #expect(!details.hasIncrementalChanges && details.fetchResultAfterChanges.count == 5)
            let new = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            try library.performChangesAndWait { PHAssetChangeRequest(for: new).isFavorite = true }
            #expect(PHAsset.fetchAssets(with: nil).firstObject?.isFavorite == true)
        }

        @Test func `a change to a catalogue that is gone fails`() throws {
            let place = try Place()
            try place.put(1)
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let library = PHPhotoLibrary.shared()
            try library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
            try FileManager.default.removeItem(at: place.catalogue)
            #expect(throws: PHPhotosError.self) {
                try library.performChangesAndWait {
                    PHAssetChangeRequest(for: asset).isFavorite = false
                }
            }
            #expect(library.unavailabilityReason != nil)
        }

        @Test func `in a handler more changes can be asked for and waited for`() async throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let shared = PHPhotoLibrary.shared()
            let isDone = await withCheckedContinuation { continuation in
                shared.performChanges {
                    PHAssetChangeRequest(for: asset).isFavorite = true
                } completionHandler: { _, _ in
                    let inner = DispatchSemaphore(value: 0)
                    shared.performChanges {
                        PHAssetChangeRequest(for: asset).isHidden = true
                    } completionHandler: { _, _ in
                        inner.signal()
                    }
                    let isSignalled = inner.wait(timeout: .now() + 120) == .success
                    try? shared.performChangesAndWait {
                        PHAssetChangeRequest(for: asset).isHidden = false
                    }
                    continuation.resume(returning: isSignalled)
                }
            }
            #expect(isDone)
            #expect(PHAsset.fetchAssets(with: nil).firstObject?.isFavorite == true)
            withExtendedLifetime(library) {}
        }

        /// Unregisters when the last one lets go of it.
        private final class Leaver: NSObject, PHPhotoLibraryChangeObserver,
            PHPhotoLibraryAvailabilityObserver, Sendable
        {
            func photoLibraryDidChange(_ changeInstance: PHChange) {}
            func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {}
            deinit {
                PHPhotoLibrary.shared().unregisterChangeObserver(self)
                PHPhotoLibrary.shared().unregisterAvailabilityObserver(self)
            }
        }

        @Test func `observers unregister when the last lets go, whoever that is`() throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            let shared = PHPhotoLibrary.shared()
            let done = DispatchSemaphore(value: 0)
            Thread {
                for _ in 0..<3_000 {
                    let leaver = Leaver()
                    shared.register(leaver as any PHPhotoLibraryChangeObserver)
                    shared.register(leaver as any PHPhotoLibraryAvailabilityObserver)
                }
                done.signal()
            }.start()
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            for round in 0..<40 {
                try shared.performChangesAndWait {
                    PHAssetChangeRequest(for: asset).isFavorite = round % 2 == 0
                }
            }
            #expect(done.wait(timeout: .now() + 240) == .success)
            withExtendedLifetime(library) {}
        }

        @Test func `an observer that is registered twice is told once`() async throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            let shared = PHPhotoLibrary.shared()
            let counter = Counter()
            shared.register(counter)
            shared.register(counter)
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            try shared.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
            await counter.called()
            // Another one that is told after it says that nothing more is under way.
            shared.unregisterChangeObserver(counter)
            try shared.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = false }
            #expect(counter.count == 1)
            withExtendedLifetime(library) {}
        }

        private final class Counter: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
            // `@unchecked Sendable` is true because what is stored is touched with the lock held only.
            private let lock = NSLock()
            private var calls = 0
            private let stream = AsyncStream<Void>.makeStream()

            var count: Int { lock.withLock { calls } }

            func photoLibraryDidChange(_ changeInstance: PHChange) {
                lock.withLock { calls += 1 }
                stream.continuation.yield()
            }

            func called() async { for await _ in stream.stream { return } }
        }

        @Test func `a folder may ask for a child that the block makes later`() throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            try PHPhotoLibrary.shared().performChangesAndWait {
                let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(
                    withTitle: "folder"
                )
                let inner = PHCollectionListChangeRequest.creationRequestForCollectionList(
                    withTitle: "inner"
                )
                folder.addChildCollections([inner.placeholderForCreatedCollectionList])
                let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                    withTitle: "album"
                )
                inner.addChildCollections([album.placeholderForCreatedAssetCollection])
            }
            let top = PHCollection.fetchTopLevelUserCollections(with: nil)
            let folder = (0..<top.count).compactMap { top[$0] as? PHCollectionList }
                .first { $0.localizedTitle == "folder" }
            let inner = PHCollection.fetchCollections(in: try #require(folder), options: nil)
            #expect(inner.firstObject?.localizedTitle == "inner")
            let list = try #require(inner.firstObject as? PHCollectionList)
            let albums = PHCollection.fetchCollections(in: list, options: nil)
            #expect(albums.firstObject?.localizedTitle == "album")
            withExtendedLifetime(library) {}
        }
    }
}
