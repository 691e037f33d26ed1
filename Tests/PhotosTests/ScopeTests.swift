import Catalogue
import Foundation
import PhotoModel
import Photos
import Testing

extension SharedLibrary {
    /// What a fetch finds without being asked for more.
    @Suite struct ScopeTests {
        private func titles(_ result: PHFetchResult<PHCollection>) -> [String] {
            (0..<result.count).compactMap { result[$0].localizedTitle }
        }

        @Test func `the top level is what lies in the roots, and what the user made`() throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            let trip = try library.addDirectory("Trip", in: library.directory)
            let inner = try library.addDirectory("Day 1", in: trip)
            try library.add([TestLibrary.record(2)], to: inner)
            try PHPhotoLibrary.shared().performChangesAndWait {
                _ =
                    PHAssetCollectionChangeRequest
                    .creationRequestForAssetCollection(withTitle: "Best")
            }
            let top = PHCollection.fetchTopLevelUserCollections(with: nil)
            #expect(titles(top) == ["photos", "Trip", "Best"])
            #expect(top[0] is PHAssetCollection && top[1] is PHCollectionList)
            for index in 0..<3 {
                let above = PHCollectionList.fetchCollectionListsContaining(
                    top[index],
                    options: nil
                )
                #expect(above.count == 0, "\(index)")
            }
            let folders = PHCollectionList.fetchCollectionLists(
                with: .folder,
                subtype: .any,
                options: nil
            )
            #expect((0..<folders.count).map { folders[$0].localizedTitle } == ["Trip"])
            let roots = PHCollectionList.fetchCollectionLists(
                with: .folder,
                subtype: .rootFolder,
                options: nil
            )
            let root = try #require(roots.firstObject)
            #expect(roots.count == 1 && root.collectionListSubtype == .rootFolder)
            let inRoot = PHCollection.fetchCollections(in: root, options: nil)
            #expect(titles(inRoot) == ["photos", "Trip"])
        }

        @Test func `reordering the top level is told`() async throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            defer { withExtendedLifetime(library) {} }
            let shared = PHPhotoLibrary.shared()
            for title in ["a", "b", "c"] {
                try shared.performChangesAndWait {
                    _ =
                        PHAssetCollectionChangeRequest
                        .creationRequestForAssetCollection(withTitle: title)
                }
            }
            let top = PHCollection.fetchTopLevelUserCollections(with: nil)
            #expect(titles(top) == ["photos", "a", "b", "c"])
            let token = shared.currentChangeToken
            let keeper = Keeper()
            shared.register(keeper)
            try shared.performChangesAndWait {
                let made = PHCollection.fetchTopLevelUserCollections(with: nil)
                let request = PHCollectionListChangeRequest(
                    forTopLevelCollectionListUserCollections: made
                )
                request?.moveChildCollections(at: [3], to: 1)
            }
            let change = try #require(await keeper.next())
            let details = try #require(change.changeDetails(for: top))
            #expect(titles(details.fetchResultAfterChanges) == ["photos", "c", "a", "b"])
            #expect(details.hasMoves && details.changedIndexes == [])
            #expect(details.insertedIndexes == [] && details.removedIndexes == [])
            let persistent = try shared.fetchPersistentChanges(since: token)
            let updated = try persistent.reduce(into: Set<String>()) { all, change in
                all.formUnion(
                    try change.changeDetails(for: .assetCollection).updatedLocalIdentifiers
                )
            }
            #expect(updated == Set((1...3).map { top[$0].localIdentifier }))
            shared.unregisterChangeObserver(keeper)
        }

        @Test func `Recently Deleted is found by its own subtype only`() throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            defer { withExtendedLifetime(library) {} }
            let deleted = PHAssetCollectionSubtype.smartAlbumRecentlyDeleted
            #expect(PHAssetCollectionSubtype(rawValue: 1_000_000_201) == deleted)
            #expect(deleted.rawValue == 1_000_000_201 && deleted != .any)
            for subtype in [PHAssetCollectionSubtype.any, .albumRegular] {
                let all = PHAssetCollection.fetchAssetCollections(
                    with: .smartAlbum,
                    subtype: subtype,
                    options: nil
                )
                #expect(all.count > 15)
                let subtypes = (0..<all.count).map { all[$0].assetCollectionSubtype }
                #expect(!subtypes.contains(deleted))
            }
            let own = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum,
                subtype: deleted,
                options: nil
            )
            #expect(own.count == 1 && own.firstObject?.assetCollectionSubtype == deleted)
        }

        @Test func `every case and the values of our own have their raw values`() {
            for raw in Array(-1...1_010) + [1_000_000_201, Int.max] {
                #expect(PHAssetCollectionSubtype(rawValue: raw).map(\.rawValue) ?? raw == raw)
                #expect(PHAssetResourceType(rawValue: raw).map(\.rawValue) ?? raw == raw)
            }
            #expect(PHAssetCollectionSubtype(rawValue: Int.max) == .any)
            #expect(PHAssetResourceType(rawValue: 1_001) == .sidecar)
            #expect(PHAssetResourceType(rawValue: 19) == .photoProxy)
            let known = (-1...300).compactMap(PHAssetCollectionSubtype.init(rawValue:))
            #expect(known.count == 28 && Set(known).count == 28)
        }

        @Test func `files that cannot be read are found when they are asked for`() throws {
            let library = try TestLibrary((0..<3).map { TestLibrary.record($0) })
            let broken = TestLibrary.record(9) { $0.unreadableReason = "it ends too early" }
            let before = PHAsset.fetchAssets(with: nil)
            try library.add([broken], to: library.directory)
            let all = PHAsset.fetchAssets(with: nil)
            #expect(all.days == [0, 1, 2])
            let options = PHFetchOptions()
            options.includeUnreadableAssets = true
            let more = PHAsset.fetchAssets(with: options)
            #expect(more.days == [0, 1, 2, 9])
            let identifier = more[3].localIdentifier
            let named = { (options: PHFetchOptions?) in
                PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: options).count
            }
            #expect(named(nil) == 0 && named(options) == 1)
            let albums = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: nil
            )
            let album = try #require(albums.firstObject)
            #expect(PHAsset.fetchAssets(in: album, options: nil).count == 3)
            #expect(PHAsset.fetchAssets(in: album, options: options).count == 4)
            options.predicate = NSPredicate(format: "mediaType == %d", 1)
            #expect(PHAsset.fetchAssets(with: options).count == 4)
            let change = PHChange(upToNowIn: .shared())
            #expect(change.changeDetails(for: before) == nil)
            // It can be read now.
            try library.writer.write {
                let record = try #require(try library.writer.asset(library.ids[3]))
                var read = record
                read.unreadableReason = nil
                try library.writer.update(from: record, to: read, contentChanged: true)
            }
            try library.writer.commit()
            let later = PHChange(upToNowIn: .shared())
            #expect(later.changeDetails(for: before)?.insertedIndexes == [3])
            #expect(PHAsset.fetchAssets(with: nil).days == [0, 1, 2, 9])
        }

        @Test func `albums have dates, and can be sorted by them`() throws {
            let library = try TestLibrary()
            for (name, days) in [("a", [5, 9]), ("b", [1, 20]), ("c", [7])] as [(String, [Int64])] {
                let directory = try library.addDirectory(name, in: library.directory)
                try library.add(days.map { TestLibrary.record($0) }, to: directory)
            }
            let writer = library.writer
            let album = try writer.write { try writer.addUserCollection("d", isFolder: false) }
            _ = try writer.write { try writer.addUserCollection("e", isFolder: false) }
            try writer.write { try writer.setMembers(of: album, [library.ids[1]]) }
            try writer.commit()
            func day(_ date: Date?) -> Int? { date.map { Int($0.timeIntervalSince1970 / 86_400) } }
            func albums(_ key: String) -> [PHAssetCollection] {
                let options = PHFetchOptions()
                options.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
                let found = PHAssetCollection.fetchAssetCollections(
                    with: .album,
                    subtype: .any,
                    options: options
                )
                return (0..<found.count).map { found[$0] }
            }
            let byStart = albums("startDate")
            #expect(byStart.map(\.localizedTitle) == ["e", "b", "a", "c", "d"])
            #expect(byStart.map { day($0.startDate) } == [nil, 1, 5, 7, 9])
            #expect(albums("endDate").map { day($0.endDate) } == [nil, 7, 9, 9, 20])
            #expect(day(albums("title")[1].endDate) == 20)
            let library2 = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum,
                subtype: .smartAlbumUserLibrary,
                options: nil
            )
            let all = try #require(library2.firstObject)
            #expect(day(all.startDate) == 1 && day(all.endDate) == 20)
        }

        @Test func `removed objects show what they were`() throws {
            let library = try TestLibrary([
                TestLibrary.record(3) {
                    ($0.width, $0.height, $0.isFavorite) = (400, 300, true)
                    ($0.latitude, $0.longitude) = (48.5, 9.25)
                    $0.subtypes = MediaSubtypes(rawValue: 1 << 1)
                }
            ])
            let result = PHAsset.fetchAssets(with: nil)
            try library.writer.write {
                let record = try #require(try library.writer.asset(library.ids[0]))
                try library.writer.remove(record)
            }
            try library.writer.commit()
            let change = PHChange(upToNowIn: .shared())
            let details = try #require(change.changeDetails(for: result))
            for asset in details.removedObjects + [result[0]] {
                #expect(asset.creationDate == Date(timeIntervalSince1970: 3 * 86_400))
                #expect((asset.pixelWidth, asset.pixelHeight) == (400, 300))
                #expect(asset.mediaSubtypes == .photoHDR && asset.isFavorite)
                #expect(asset.location?.coordinate.latitude == 48.5)
                #expect(asset.value(forKey: "filename") as? String == "0.jpg")
            }
        }
    }
}
