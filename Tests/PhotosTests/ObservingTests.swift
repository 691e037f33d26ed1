import Catalogue
import Foundation
import PhotoModel
import Photos
import Synchronization
import TestSupport
import Testing

/// Keeps arrays up to date by what it is told, as a grid does.
final class Follower: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is touched with the lock held only.

    struct Followed {
        var result: PHFetchResult<PHAsset>
        var assets: [PHAsset]
    }

    private let lock = NSLock()
    private var followed: [Followed] = []
    private var problems: [String] = []
    private let calls = AsyncStream<Void>.makeStream()

    func follow(_ result: PHFetchResult<PHAsset>) {
        lock.withLock {
            followed.append(
                Followed(result: result, assets: (0..<result.count).map { result[$0] })
            )
        }
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        lock.withLock {
            for index in followed.indices {
                guard let details = changeInstance.changeDetails(for: followed[index].result)
                else { continue }
                details.apply(to: &followed[index].assets)
                followed[index].result = details.fetchResultAfterChanges
                let after = details.fetchResultAfterChanges
                let listed = (0..<after.count).map { after[$0] }
                if listed != followed[index].assets { problems.append("list \(index)") }
            }
        }
        calls.continuation.yield()
    }

    /// Waits for calls until what is followed is what `wanted` says.
    func wait(until wanted: @Sendable ([[PHAsset]]) -> Bool) async -> [String] {
        var heard = calls.stream.makeAsyncIterator()
        while true {
            let (now, problems) = lock.withLock { (followed.map(\.assets), self.problems) }
            if wanted(now) || !problems.isEmpty { return problems }
            guard await heard.next() != nil else { return ["ended"] }
        }
    }
}

extension SharedLibrary {
    @Suite struct ObservingTests {
        @Test
        func `observers keep their lists up to date whatever happens`() async throws {
            let library = try TestLibrary(
                (0..<40).map { day in
                    TestLibrary.record(day) { $0.isFavorite = day % 3 == 0 }
                }
            )
            let newest = PHFetchOptions()
            newest.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            let favorites = PHFetchOptions()
            favorites.predicate = NSPredicate(format: "favorite == YES")
            favorites.fetchLimit = 5
            let all = [newest, favorites, PHFetchOptions()]
            let follower = Follower()
            PHPhotoLibrary.shared().register(follower)
            for options in all { follower.follow(PHAsset.fetchAssets(with: options)) }
            let seed = Effort.seed
            var generator = SplitMix(state: seed)
            for round in 0..<30 {
                let id = library.ids.randomElement(using: &generator) ?? 0
                try library.writer.write {
                    guard let before = try library.writer.asset(id) else { return }
                    var after = before
                    after.isFavorite.toggle()
                    if round % 3 == 0 {
                        after.creationDate.microseconds =
                            Int64.random(in: 0..<40, using: &generator) * 86_400_000_000
                    }
                    if round % 7 == 0 {
                        try library.writer.remove(before)
                    } else {
                        try library.writer.update(from: before, to: after, contentChanged: false)
                    }
                }
                try library.writer.commit()
                if round % 4 == 0 {
                    try library.add([TestLibrary.record(Int64(round))], to: library.directory)
                }
            }
            let wanted = all.map { options in
                let result = PHAsset.fetchAssets(with: options)
                return (0..<result.count).map { result[$0] }
            }
            #expect(await follower.wait { $0 == wanted } == [], "seed \(seed)")
            PHPhotoLibrary.shared().unregisterChangeObserver(follower)
        }

        @Test
        func `details name what was removed, inserted, changed and moved`() throws {
            let library = try TestLibrary((0..<6).map { TestLibrary.record($0 * 10) })
            let result = PHAsset.fetchAssets(with: nil)
            let asset = result[4]
            try library.writer.write {
                let records = try library.ids.map { try #require(try library.writer.asset($0)) }
                try library.writer.remove(records[1])
                var moved = records[4]
                moved.creationDate.microseconds = 5 * 86_400_000_000
                try library.writer.update(from: records[4], to: moved, contentChanged: false)
                var favorite = records[2]
                favorite.isFavorite = true
                try library.writer.update(from: records[2], to: favorite, contentChanged: false)
            }
            try library.add([TestLibrary.record(25)], to: library.directory)
            var change: PHChange { PHChange(upToNowIn: .shared()) }
            let details = try #require(change.changeDetails(for: result))
            #expect(details.hasIncrementalChanges && details.hasMoves)
            #expect(details.removedIndexes == IndexSet([1]))
            #expect(details.removedObjects.map(\.localIdentifier) == [result[1].localIdentifier])
            #expect(details.insertedObjects.count == 1)
            #expect(details.changedObjects.count == 2)
            #expect(details.fetchResultAfterChanges.days == [0, 5, 20, 25, 30, 50])
            var moves: [[Int]] = []
            details.enumerateMoves { moves.append([$0, $1]) }
            #expect(moves == [[4, 1]])
            #expect(change.changeDetails(for: details.fetchResultAfterChanges) == nil)
            let object = try #require(change.changeDetails(for: asset))
            #expect(
                object.objectAfterChanges?.creationDate == Date(timeIntervalSince1970: 5 * 86_400)
            )
            #expect(!object.objectWasDeleted && !object.assetContentChanged)
            #expect(change.changeDetails(for: result[1])?.objectWasDeleted == true)
            #expect(change.changeDetails(for: result[0]) == nil)
            let unwanted = PHFetchOptions()
            unwanted.wantsIncrementalChangeDetails = false
            let plain = PHAsset.fetchAssets(with: unwanted)
            let picked = PHAssetCollection.transientAssetCollection(with: [result[0]], title: nil)
            let transient = PHAsset.fetchAssets(in: picked, options: nil)
            try library.add([TestLibrary.record(70)], to: library.directory)
            let told = try #require(change.changeDetails(for: plain))
            #expect(!told.hasIncrementalChanges && told.removedIndexes == nil && !told.hasMoves)
            #expect(told.fetchResultAfterChanges.count == 7)
            #expect(change.changeDetails(for: transient) == nil)
        }

        @Test
        func `collections change too, and so do fetches of them`() throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            let top = PHCollection.fetchTopLevelUserCollections(with: nil)
            let moments = PHAssetCollection.fetchMoments(with: nil)
            let album = try library.writer.write {
                try library.writer.addUserCollection("Best", isFolder: false)
            }
            try library.writer.commit()
            try library.add([TestLibrary.record(9)], to: library.directory)
            var change: PHChange { PHChange(upToNowIn: .shared()) }
            let details = try #require(change.changeDetails(for: top))
            #expect(details.insertedObjects.map(\.localizedTitle) == ["Best"])
            #expect(change.changeDetails(for: moments)?.insertedIndexes == IndexSet([1]))
            let best = try #require(details.insertedObjects.first as? PHAssetCollection)
            let members = PHAsset.fetchAssets(in: best, options: nil)
            try library.writer.write {
                try library.writer.setMembers(of: album, library.ids.reversed())
                try library.writer.renameUserCollection(album, "Better")
            }
            try library.writer.commit()
            #expect(change.changeDetails(for: members)?.fetchResultAfterChanges.days == [9, 1])
            #expect(change.changeDetails(for: best)?.objectAfterChanges?.localizedTitle == "Better")
            try library.writer.write { try library.writer.removeUserCollection(album) }
            try library.writer.commit()
            #expect(change.changeDetails(for: best)?.objectWasDeleted == true)
        }

        @Test
        func `any two results can be compared, as a filter of one's own does`() throws {
            let library = try TestLibrary((0..<8).map { TestLibrary.record($0) })
            defer { withExtendedLifetime(library) {} }
            let all = PHAsset.fetchAssets(with: nil)
            func filtered(_ days: [Int]) -> PHFetchResult<PHAsset> {
                let album = PHAssetCollection.transientAssetCollection(
                    with: days.map { all[$0] },
                    title: nil
                )
                return PHAsset.fetchAssets(in: album, options: nil)
            }
            let (before, after) = (filtered([0, 2, 4, 6]), filtered([6, 0, 3, 4]))
            let details = PHFetchResultChangeDetails(
                from: before,
                to: after,
                changedObjects: [all[4], all[7]]
            )
            #expect(details.removedIndexes == IndexSet([1]))
            #expect(details.insertedObjects == [all[3]])
            #expect(details.changedObjects == [all[4]])
            var moves: [[Int]] = []
            details.enumerateMoves { moves.append([$0, $1]) }
            #expect(moves == [[3, 0]])
            var list = (0..<before.count).map { before[$0] }
            details.apply(to: &list)
            #expect(list == (0..<after.count).map { after[$0] })
        }
    }
}
