import Catalogue
import Foundation
import PhotoModel
import Photos
import PredicateFormat
import Testing

extension SharedLibrary {
    @Suite struct CollectionTests {
        private static func titles<Collection: PHCollection>(
            _ result: PHFetchResult<Collection>
        ) -> [String] {
            (0..<result.count).map { result[$0].localizedTitle ?? "" }
        }

        /// `photos/2023/Italy`, `photos/2023` with a picture of its own, `photos/Old`.
        private static func directories(_ library: TestLibrary) throws -> [Int64] {
            let year = try library.addDirectory("2023", in: library.directory)
            let italy = try library.addDirectory("Italy", in: year)
            let old = try library.addDirectory("Old", in: library.directory)
            try library.add([TestLibrary.record(19_500), TestLibrary.record(19_400)], to: italy)
            try library.add([TestLibrary.record(19_600)], to: year)
            try library.add([TestLibrary.record(100) { $0.isFavorite = true }], to: old)
            return [year, italy, old]
        }

        @Test
        func `directories are albums and folders in each other`() throws {
            let library = try TestLibrary()
            _ = try Self.directories(library)
            let top = PHCollectionList.fetchTopLevelUserCollections(with: nil)
            #expect(Self.titles(top) == ["2023", "Old"])
            let year = try #require(top.firstObject as? PHCollectionList)
            #expect(year.canContainCollections && !year.canContainAssets)
            #expect(year.collectionListType == .folder)
            #expect(year.collectionListSubtype == .regularFolder)
            #expect(year.localIdentifier.hasSuffix("/L0/020"))
            let inYear = PHCollection.fetchCollections(in: year, options: nil)
            #expect(Self.titles(inYear) == ["2023", "Italy"])
            let italy = try #require(inYear.lastObject as? PHAssetCollection)
            #expect(PHAsset.fetchAssets(in: italy, options: nil).days == [19_400, 19_500])
            #expect(PHAsset.fetchKeyAssets(in: italy, options: nil)?.days == [19_400])
            let folders = PHCollectionList.fetchCollectionListsContaining(italy, options: nil)
            #expect(folders.firstObject == year)
            let asset = try #require(PHAsset.fetchAssets(in: italy, options: nil).firstObject)
            let albums = PHAssetCollection.fetchAssetCollectionsContaining(
                asset,
                with: .album,
                options: nil
            )
            #expect(albums.count == 1 && albums.firstObject == italy)
            let names = PHFetchOptions()
            names.predicate = NSPredicate(format: "title BEGINSWITH %@", "I")
            names.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: false)]
            #expect(
                Self.titles(
                    PHAssetCollection.fetchAssetCollections(
                        with: .album,
                        subtype: .albumRegular,
                        options: names
                    )
                ) == ["Italy"]
            )
            names.predicate = nil
            names.fetchLimit = 2
            let all = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: names
            )
            #expect(Self.titles(all) == ["Old", "Italy"])
        }

        @Test
        func `identifiers find what they were read from, whole or in part`() throws {
            let library = try TestLibrary()
            _ = try Self.directories(library)
            let albums = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: nil
            )
            let italy = try #require(
                albums.objects(at: IndexSet(0..<albums.count)).first {
                    $0.localizedTitle == "Italy"
                }
            )
            let bare = italy.localIdentifier.components(separatedBy: "/")[0]
            for identifier in [italy.localIdentifier, bare] {
                let found = PHAssetCollection.fetchAssetCollections(
                    withLocalIdentifiers: [identifier, "nonsense", identifier],
                    options: nil
                )
                #expect(found.count == 1 && found.firstObject == italy)
            }
            #expect(
                PHCollectionList.fetchCollectionLists(
                    withLocalIdentifiers: [italy.localIdentifier],
                    options: nil
                ).count == 0
            )
            let asset = try #require(PHAsset.fetchAssets(in: italy, options: nil).firstObject)
            let other = try #require(PHAsset.fetchAssets(with: nil).lastObject)
            let found = PHAsset.fetchAssets(
                withLocalIdentifiers: [
                    other.localIdentifier, asset.localIdentifier.components(separatedBy: "/")[0],
                    UUID().uuidString,
                ],
                options: nil
            )
            #expect(found.days == [19_400, 19_600])
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "SELF IN %@", [asset])
            #expect(PHAsset.fetchAssets(with: options).days == [19_400])
        }

        @Test
        func `smart albums are found by subtype, and all of them by the one apps ask with`() throws
        {
            let library = try TestLibrary([
                TestLibrary.record(1) { $0.subtypes = .photoPanorama },
                TestLibrary.record(2) { ($0.subtypes, $0.isHidden) = (.photoPanorama, true) },
                TestLibrary.record(3) { $0.mediaType = .video },
            ])
            try library.writer.write {
                let own = try SmartAlbumDefinition(
                    .smartAlbumGeneric,
                    "Early films",
                    "mediaType == video"
                )
                try library.writer.setUserSmartAlbums([own])
            }
            try library.writer.commit()
            func smart(_ subtype: PHAssetCollectionSubtype) -> PHFetchResult<PHAssetCollection> {
                PHAssetCollection.fetchAssetCollections(
                    with: .smartAlbum,
                    subtype: subtype,
                    options: nil
                )
            }
            #expect(smart(.albumRegular).count == 21)
            #expect(smart(.any).count == 21)
            #expect(smart(.albumCloudShared).count == 0)
            let panoramas = try #require(smart(.smartAlbumPanoramas).firstObject)
            #expect(panoramas.assetCollectionSubtype == .smartAlbumPanoramas)
            #expect(panoramas.estimatedAssetCount == 1)
            #expect(PHAsset.fetchAssets(in: panoramas, options: nil).days == [1])
            let options = PHFetchOptions()
            options.includeHiddenAssets = true
            #expect(PHAsset.fetchAssets(in: panoramas, options: options).days == [1, 2])
            let hidden = try #require(smart(.smartAlbumAllHidden).firstObject)
            #expect(PHAsset.fetchAssets(in: hidden, options: nil).days == [2])
            let own = try #require(smart(.smartAlbumGeneric).firstObject)
            #expect(own.localizedTitle == "Early films")
            #expect(PHAsset.fetchAssets(in: own, options: nil).days == [3])
            let deleted = try #require(smart(.smartAlbumRecentlyDeleted).firstObject)
            #expect(deleted.assetCollectionSubtype.rawValue == 1_000_000_201)
            #expect(PHAsset.fetchAssets(in: deleted, options: nil).count == 0)
        }

        @Test
        func `albums and folders the user made keep their order`() throws {
            let begun = Date(timeIntervalSinceNow: -1)
            let library = try TestLibrary((0..<5).map { TestLibrary.record($0) })
            try library.writer.write {
                let folder = try library.writer.addUserCollection("Best", isFolder: true)
                let album = try library.writer.addUserCollection(
                    "Of all",
                    isFolder: false,
                    parent: folder
                )
                try library.writer.setMembers(of: album, [3, 1, 4].map { library.ids[$0] })
            }
            try library.writer.commit()
            let top = PHCollection.fetchTopLevelUserCollections(with: nil)
            #expect(Self.titles(top) == ["photos", "Best"])
            let best = try #require(top.lastObject as? PHCollectionList)
            let inside = PHCollection.fetchCollections(in: best, options: nil)
            let album = try #require(inside.firstObject as? PHAssetCollection)
            #expect(PHAsset.fetchAssets(in: album, options: nil).days == [3, 1, 4])
            #expect(album.estimatedAssetCount == 3)
            let modified = try #require(album.modificationDate)
            #expect(modified > begun && modified < Date(timeIntervalSinceNow: 1))
            let newest = PHFetchOptions()
            newest.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            newest.fetchLimit = 2
            #expect(PHAsset.fetchAssets(in: album, options: newest).days == [4, 3])
            let asset = try #require(PHAsset.fetchAssets(in: album, options: nil).firstObject)
            #expect(
                Self.titles(
                    PHAssetCollection.fetchAssetCollectionsContaining(
                        asset,
                        with: .album,
                        options: nil
                    )
                ) == ["photos", "Of all"]
            )
        }

        @Test
        func `moments are in a cluster and a year each`() throws {
            let library = try TestLibrary(
                [18_626, 18_627, 18_628, 18_790].map { day in
                    TestLibrary.record(day) { ($0.latitude, $0.longitude) = (41.9, 12.5) }
                }
            )
            defer { withExtendedLifetime(library) {} }
            let moments = PHAssetCollection.fetchMoments(with: nil)
            #expect(moments.count == 4)
            let first = try #require(moments.firstObject)
            #expect(first.assetCollectionType == .moment)
            #expect(first.startDate == Date(timeIntervalSince1970: 18_626 * 86_400))
            #expect(abs((first.approximateLocation?.coordinate.latitude ?? 0) - 41.9) < 1e-9)
            #expect(PHAsset.fetchAssets(in: first, options: nil).days == [18_626])
            let years = PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil)
            #expect(Self.titles(years) == ["2020", "2021"])
            let clusters = PHCollectionList.fetchMomentLists(with: .momentListCluster, options: nil)
            #expect(clusters.count == 2)
            let lists = PHCollectionList.fetchMomentLists(
                with: .any,
                containingMoment: first,
                options: nil
            )
            #expect(lists.count == 2)
            let cluster = try #require(clusters.firstObject)
            #expect(PHAssetCollection.fetchMoments(inMomentList: cluster, options: nil).count == 3)
            let asset = try #require(PHAsset.fetchAssets(with: nil).lastObject)
            let containing = PHAssetCollection.fetchAssetCollectionsContaining(
                asset,
                with: .moment,
                options: nil
            )
            #expect(containing.firstObject == moments.lastObject)
            let again = PHCollectionList.fetchCollectionLists(
                withLocalIdentifiers: [cluster.localIdentifier],
                options: nil
            )
            #expect(again.firstObject == cluster)
        }

        @Test
        func `transient collections hold what they were made of`() throws {
            let library = try TestLibrary((0..<6).map { TestLibrary.record($0) })
            defer { withExtendedLifetime(library) {} }
            let all = PHAsset.fetchAssets(with: nil)
            let picked = PHAssetCollection.transientAssetCollection(
                with: [all[4], all[1]],
                title: "Picked"
            )
            #expect(PHAsset.fetchAssets(in: picked, options: nil).days == [4, 1])
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
            #expect(PHAsset.fetchAssets(in: picked, options: options).days == [1, 4])
            #expect(PHAsset.fetchKeyAssets(in: picked, options: nil) == nil)
            let fetched = PHAssetCollection.transientAssetCollection(
                withAssetFetchResult: all,
                title: nil
            )
            #expect(PHAsset.fetchAssets(in: fetched, options: nil).count == 6)
            let list = PHCollectionList.transientCollectionList(
                with: [picked, fetched],
                title: "Both"
            )
            let inside = PHCollection.fetchCollections(in: list, options: nil)
            #expect(inside.count == 2 && inside[0] == picked)
            #expect(PHAsset.fetchAssets(in: PHAssetCollection(), options: nil).count == 0)
        }
    }
}
