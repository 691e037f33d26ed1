import Catalogue
import Foundation
import PhotoModel
import Photos
import TestSupport
import Testing

extension SharedLibrary {
    /// Values by the names of keys, as key-value coding has them.
    @Suite struct KeyValueTests {
        private static func library() throws -> TestLibrary {
            try TestLibrary(
                (0..<6).map { day in
                    TestLibrary.record(day) { record in
                        record.file.name = Array("IMG_\(day).HEIC".utf8)
                        record.file.identity.size = 5_000_000_000 + day
                        record.mediaType = day < 2 ? .video : .image
                        (record.duration, record.width, record.height) = (Double(day) / 2, 40, 30)
                        (record.latitude, record.longitude) = (48, 11)
                        record.isFavorite = day == 5
                        record.subtypes = .photoPanorama
                        if day > 3 { record.burstKey = "apple:B" }
                        record.cameraMake = "Leica"
                    }
                }
            )
        }

        private static func number(_ value: some BinaryInteger) -> NSObject {
            NSNumber(value: Int64(value))
        }

        /// Whether a key gives the value of a property, nothing where that has nothing.
        private static func check(_ object: any NSKeyValueCoding, _ expected: [String: Any?]) {
            for (key, value) in expected {
                let found = object.value(forKey: key)
                #expect(found.map { "\($0)" } == value.map { "\($0)" }, "\(key)")
                #expect(!(value is NSNumber) || found is NSNumber, "\(key)")
            }
            #expect(object.value(forKey: "noSuchKey") == nil)
        }

        @Test
        func `an asset answers for every property by its name`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let options = PHFetchOptions()
            options.includeAllBurstAssets = true
            let assets = PHAsset.fetchAssets(with: options)
            for index in [0, 5] {
                let asset = assets[index]
                Self.check(
                    asset,
                    [
                        "localIdentifier": asset.localIdentifier, "location": asset.location,
                        "mediaType": Self.number(asset.mediaType.rawValue),
                        "mediaSubtypes": Self.number(asset.mediaSubtypes.rawValue),
                        "playbackStyle": Self.number(asset.playbackStyle.rawValue),
                        "pixelWidth": Self.number(40), "pixelHeight": Self.number(30),
                        "creationDate": asset.creationDate, "addedDate": asset.addedDate,
                        "modificationDate": asset.modificationDate,
                        "duration": NSNumber(value: asset.duration),
                        "isFavorite": NSNumber(value: index == 5),
                        "favorite": NSNumber(value: index == 5),
                        "isHidden": NSNumber(value: false), "hidden": NSNumber(value: false),
                        "burstIdentifier": asset.burstIdentifier,
                        "representsBurst": NSNumber(value: asset.representsBurst),
                        "burstSelectionTypes": Self.number(asset.burstSelectionTypes.rawValue),
                        "sourceType": Self.number(1), "hasAdjustments": NSNumber(value: false),
                        "adjustmentFormatIdentifier": Any?.none, "adjustmentTimestamp": Any?.none,
                        "adjustmentsState": Self.number(0),
                        "originalResourceChoice": Self.number(0),
                        "filename": "IMG_\(index).HEIC", "cameraMake": "Leica", "latitude": 48.0,
                    ]
                )
            }
            #expect(assets[0].value(forKey: "mediaType") as? Int == 2)
            #expect(assets[5].value(forKey: "isFavorite") as? Bool == true)
            #expect(assets[0].value(forKey: "mediaSubtypes") as? UInt == 1)
            #expect(assets[1].value(forKey: "duration") as? TimeInterval == 0.5)
            #expect(assets[1].value(forKeyPath: "filename.length") as? Int == 10)
        }

        @Test
        func `collections and resources answer for every property by its name`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let albums = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: nil
            )
            let album = try #require(albums.firstObject)
            Self.check(
                album,
                [
                    "localIdentifier": album.localIdentifier, "localizedTitle": "photos",
                    "title": "photos", "canContainAssets": NSNumber(value: true),
                    "canContainCollections": NSNumber(value: false),
                    "modificationDate": album.modificationDate,
                    "assetCollectionType": Self.number(1), "assetCollectionSubtype": Self.number(2),
                    "estimatedAssetCount": Self.number(album.estimatedAssetCount),
                    "startDate": album.startDate, "endDate": album.endDate,
                    "approximateLocation": Any?.none, "localizedLocationNames": [String](),
                ]
            )
            let list = PHCollectionList.transientCollectionList(with: [album], title: "Trips")
            Self.check(
                list,
                [
                    "localizedTitle": "Trips", "canContainCollections": NSNumber(value: true),
                    "collectionListType": Self.number(list.collectionListType.rawValue),
                    "collectionListSubtype": Self.number(list.collectionListSubtype.rawValue),
                    "startDate": Any?.none, "endDate": Any?.none,
                    "localizedLocationNames": [String](),
                ]
            )
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            Self.check(
                resource,
                [
                    "type": Self.number(resource.type.rawValue), "filename": "IMG_0.HEIC",
                    "originalFilename": "IMG_0.HEIC", "uniformTypeIdentifier": "public.jpeg",
                    "assetLocalIdentifier": asset.localIdentifier, "pixelWidth": Self.number(40),
                    "pixelHeight": Self.number(30), "fileSize": Self.number(5_000_000_000),
                    "locallyAvailable": NSNumber(value: true), "isCurrent": NSNumber(value: true),
                ]
            )
        }

        @Test
        func `a size is every number that code casts it to`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            let size = resource.value(forKey: "fileSize")
            #expect(size as? CGFloat == 5_000_000_000)
            #expect(size as? Int == 5_000_000_000 && size as? Int64 == 5_000_000_000)
            #expect(size as? UInt64 == 5_000_000_000 && size as? Double == 5_000_000_000)
            #expect(size as? NSNumber == NSNumber(value: 5_000_000_000))
            #expect((size as? NSNumber)?.doubleValue == 5_000_000_000)
            #expect(size as? Int32 == nil && size as? String == nil)
            #expect(CGFloat(3) as Any as? NSNumber == 3)
        }

        @Test
        func `a fetch result answers for all its objects`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let options = PHFetchOptions()
            options.includeAllBurstAssets = true
            let assets = PHAsset.fetchAssets(with: options)
            #expect((assets.value(forKey: "duration") as? [Double]) == [0, 0.5, 1, 1.5, 2, 2.5])
            #expect((assets.value(forKey: "adjustmentTimestamp") as? [NSNull])?.count == 6)
            #expect(assets.value(forKeyPath: "@count") as? Int == 6)
            #expect(assets.value(forKeyPath: "@max.duration") as? Double == 2.5)
            #expect(assets.value(forKeyPath: "@sum.duration") as? Double == 7.5)
            #expect(assets.value(forKeyPath: "@avg.pixelWidth") as? Double == 40)
            #expect(
                assets.value(forKeyPath: "@max.creationDate") as? Date == assets[5].creationDate
            )
            let types = assets.value(forKeyPath: "@distinctUnionOfObjects.mediaType")
            #expect(types as? [Int] == [2, 1])
            #expect((assets.value(forKeyPath: "filename.length") as? [Int])?.first == 10)
            #expect(assets.value(forKeyPath: "@no.such") == nil)
            #expect(PHFetchResult<PHAsset>().value(forKeyPath: "@max.duration") == nil)
            #expect(PHFetchResult<PHAsset>().value(forKeyPath: "@count") as? Int == 0)
            #expect(NSPredicate(format: "ANY duration > 2").evaluate(with: assets))
        }

        @Test
        func `options are set and read by their names`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let options = PHFetchOptions()
            options.setValue(true, forKey: "includeAllBurstAssets")
            options.setValue(NSNumber(value: 2), forKey: "fetchLimit")
            options.setValue(1, forKey: "includeHiddenAssets")
            options.setValue(false, forKey: "wantsIncrementalChangeDetails")
            options.setValue(PHAssetSourceType.typeUserLibrary, forKey: "includeAssetSourceTypes")
            options.setValue(NSPredicate(format: "duration > 0.6"), forKey: "predicate")
            options.setValue(
                [NSSortDescriptor(key: "duration", ascending: false)],
                forKey: "sortDescriptors"
            )
            #expect(PHAsset.fetchAssets(with: options).days == [5, 4])
            Self.check(
                options,
                [
                    "fetchLimit": Self.number(2), "includeHiddenAssets": NSNumber(value: true),
                    "includeAllBurstAssets": NSNumber(value: true),
                    "wantsIncrementalChangeDetails": NSNumber(value: false),
                    "includeAssetSourceTypes": Self.number(1),
                    "predicate": options.predicate, "sortDescriptors": options.sortDescriptors,
                ]
            )
            options.setValue(nil, forKey: "predicate")
            options.setValue(nil, forKey: "sortDescriptors")
            #expect(PHAsset.fetchAssets(with: options).days == [0, 1])
        }

        @Test
        func `a name keeps its capital letters`() throws {
            let library = try FolderLibrary(["IMG_0001.MOV": Sample.liveFilm("pair-1")])
            defer { withExtendedLifetime(library) {} }
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            #expect(asset.value(forKey: "filename") as? String == "IMG_0001.MOV")
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            #expect(resource.value(forKey: "filename") as? String == "IMG_0001.MOV")
        }
    }
}
