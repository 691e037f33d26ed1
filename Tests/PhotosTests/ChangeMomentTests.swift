import Catalogue
import Foundation
import PhotoModel
import Photos
import Testing

/// Keeps what it is told, and asks nothing.
final class Keeper: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is constant and Sendable.

    private let told = AsyncStream<PHChange>.makeStream()

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        told.continuation.yield(changeInstance)
    }

    /// The next change it was or is told of.
    func next() async -> PHChange? {
        var iterator = told.stream.makeAsyncIterator()
        return await iterator.next()
    }
}

extension SharedLibrary {
    /// A change tells what it did, whenever it is asked.
    @Suite struct ChangeMomentTests {
        private let library: TestLibrary
        private let result: PHFetchResult<PHAsset>
        private let keeper = Keeper()

        init() throws {
            library = try TestLibrary((0..<8).map { TestLibrary.record($0) })
            result = PHAsset.fetchAssets(with: nil)
            PHPhotoLibrary.shared().register(keeper)
        }

        private func update(
            _ index: Int,
            contentChanged: Bool = false,
            _ change: (inout AssetRecord) -> Void = { _ in }
        ) throws {
            try library.writer.write {
                let before = try #require(try library.writer.asset(library.ids[index]))
                var after = before
                change(&after)
                try library.writer.update(
                    from: before,
                    to: after,
                    contentChanged: contentChanged
                )
            }
            try library.writer.commit()
        }

        /// Makes a favorite, and waits for the change.
        private func favorite(_ index: Int) async throws -> PHChange {
            try update(index) { $0.isFavorite.toggle() }
            return try #require(await keeper.next())
        }

        @Test func `a kept change tells nothing that came later`() async throws {
            let first = try await favorite(1)
            let second = try await favorite(2)
            try library.add([TestLibrary.record(20)], to: library.directory)
            let third = try #require(await keeper.next())
            let one = try #require(first.changeDetails(for: result))
            #expect(one.changedIndexes == [1] && one.insertedIndexes == [])
            #expect(one.fetchResultAfterChanges.count == 8)
            #expect(one.changedObjects.map(\.isFavorite) == [true])
            #expect(first.changeDetails(for: result[2]) == nil)
            #expect(first.changeDetails(for: result[1])?.objectAfterChanges?.isFavorite == true)
            let two = try #require(second.changeDetails(for: one.fetchResultAfterChanges))
            #expect(two.changedIndexes == [2] && two.fetchResultAfterChanges.count == 8)
            #expect(second.changeDetails(for: result[1]) == nil)
            let three = try #require(third.changeDetails(for: two.fetchResultAfterChanges))
            #expect(three.insertedIndexes == [8] && three.changedIndexes == [])
            // From any earlier result to any later change.
            let all = try #require(third.changeDetails(for: result))
            #expect(all.changedIndexes == [1, 2] && all.insertedIndexes == [8])
            #expect(first.changeDetails(for: three.fetchResultAfterChanges) == nil)
            PHPhotoLibrary.shared().unregisterChangeObserver(keeper)
        }

        @Test func `more changes than can be kept tell of the present`() async throws {
            var changes: [PHChange] = []
            for index in 0..<6 { changes.append(try await favorite(index)) }
            let last = try #require(changes[5].changeDetails(for: result))
            #expect(last.changedIndexes == IndexSet(0..<6))
            #expect(changes[3].changeDetails(for: result)?.changedIndexes == IndexSet(0..<4))
            #expect(changes[0].changeDetails(for: result)?.changedIndexes == IndexSet(0..<6))
            PHPhotoLibrary.shared().unregisterChangeObserver(keeper)
        }

        @Test func `an object that was fetched after the change has its details`() async throws {
            try update(3, contentChanged: true)
            let change = try #require(await keeper.next())
            let asset = PHAsset.fetchAssets(with: nil)[3]
            let details = try #require(change.changeDetails(for: asset))
            #expect(details.assetContentChanged && details.objectBeforeChanges === asset)
            #expect(details.objectAfterChanges == asset)
            #expect(change.changeDetails(for: PHAsset.fetchAssets(with: nil)[4]) == nil)
            PHPhotoLibrary.shared().unregisterChangeObserver(keeper)
        }

        @Test func `a change has nothing to tell of another library`() async throws {
            let change = try await favorite(1)
            let other = try TestLibrary((0..<8).map { TestLibrary.record($0) })
            defer { withExtendedLifetime(other) {} }
            let foreign = PHAsset.fetchAssets(with: nil)
            try other.add([TestLibrary.record(1)], to: other.directory)
            #expect(change.changeDetails(for: foreign) == nil)
            #expect(change.changeDetails(for: foreign[1]) == nil)
            #expect(PHChange().changeDetails(for: result) == nil)
            #expect(change.changeDetails(for: result)?.changedIndexes == [1])
        }

        @Test func `an album with other members is changed, be they as many`() async throws {
            let writer = library.writer
            let album = try writer.write { try writer.addUserCollection("Best", isFolder: false) }
            try writer.write { try writer.setMembers(of: album, [library.ids[1]]) }
            try writer.commit()
            let albums = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .albumRegular,
                options: nil
            )
            let best = try #require(
                (0..<albums.count).first { albums[$0].localizedTitle == "Best" }
            )
            _ = await keeper.next()
            try writer.write { try writer.setMembers(of: album, [library.ids[2]]) }
            try writer.commit()
            let change = try #require(await keeper.next())
            let details = try #require(change.changeDetails(for: albums))
            #expect(details.changedIndexes == [best])
            #expect(details.removedIndexes == [] && !details.hasMoves)
            PHPhotoLibrary.shared().unregisterChangeObserver(keeper)
        }

        @Test func `another film of a Live Photo is other content`() async throws {
            let identifier = "E0F2C8B1-live"
            let still = TestLibrary.record(30) {
                $0.file.name = Array("IMG_1.heic".utf8)
                $0.contentIdentifier = identifier
            }
            let film = TestLibrary.record(30) {
                $0.file.name = Array("IMG_1.mov".utf8)
                ($0.mediaType, $0.uti) = (.video, "com.apple.quicktime-movie")
                ($0.contentIdentifier, $0.duration) = (identifier, 2)
            }
            try library.add([still, film], to: library.directory)
            _ = await keeper.next()
            let asset = try #require(PHAsset.fetchAssets(with: nil).lastObject)
            #expect(PHAssetResource.assetResources(for: asset).count == 2)
            try library.writer.write {
                let part = try #require(try library.writer.asset(library.ids[9]))
                var other = part
                other.file.fingerprint += 1
                try library.writer.update(from: part, to: other, contentChanged: true)
            }
            try library.writer.commit()
            let change = try #require(await keeper.next())
            #expect(change.changeDetails(for: asset)?.assetContentChanged == true)
            PHPhotoLibrary.shared().unregisterChangeObserver(keeper)
        }

        @Test func `a small list has details however much changed elsewhere`() throws {
            let elsewhere = try library.addDirectory("elsewhere", in: library.directory)
            let options = PHFetchOptions()
            options.predicate = NSPredicate(
                format: "creationDate < %@",
                Date(timeIntervalSince1970: 432_000)
            )
            let early = PHAsset.fetchAssets(with: options)
            #expect(early.count == 5)
            try library.add(
                (0...CatalogueReader.mostDetails).map { _ in TestLibrary.record(90) },
                to: elsewhere
            )
            try update(2) { $0.isFavorite = true }
            let change = PHChange(upToNowIn: .shared())
            let details = try #require(change.changeDetails(for: early))
            #expect(details.hasIncrementalChanges && details.changedIndexes == [2])
            #expect(change.changeDetails(for: result)?.hasIncrementalChanges == false)
        }
    }
}
