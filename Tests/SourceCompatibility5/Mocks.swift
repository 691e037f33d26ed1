// Code as apps have it, in a style of its own.
// swift-format-ignore-file
import Foundation
import Photos
import CoreLocation

// Stand-ins as apps' own tests have them.

public final class MockAsset: PHAsset, @unchecked Sendable {
    let id: String
    let when: Date

    public init(id: String, when: Date) {
        self.id = id
        self.when = when
        super.init()
    }

    public override var localIdentifier: String { id }
    public override var mediaType: PHAssetMediaType { .video }
    public override var mediaSubtypes: PHAssetMediaSubtype { [.videoTimelapse] }
    public override var pixelWidth: Int { 1920 }
    public override var pixelHeight: Int { 1080 }
    public override var creationDate: Date? { when }
    public override var location: CLLocation? { CLLocation(latitude: 48, longitude: 11) }
    public override var duration: TimeInterval { 12 }
    public override var isFavorite: Bool { true }
    public override var hasAdjustments: Bool { false }
    public override func canPerform(_ editOperation: PHAssetEditOperation) -> Bool { true }

    public override class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        MockFetchResult([MockAsset(id: "fetched", when: Date(timeIntervalSince1970: 0))])
    }
}

public final class MockFetchResult: PHFetchResult<PHAsset>, @unchecked Sendable {
    let assets: [PHAsset]

    public init(_ assets: [PHAsset]) {
        self.assets = assets
        super.init()
    }

    public override var count: Int { assets.count }
    public override func object(at index: Int) -> PHAsset { assets[index] }
    public override subscript(index: Int) -> PHAsset { assets[index] }
    public override var firstObject: PHAsset? { assets.first }
}

public final class MockCollection: PHAssetCollection, @unchecked Sendable {
    public override var localizedTitle: String? { "Mock" }
    public override var assetCollectionType: PHAssetCollectionType { .smartAlbum }
    public override var assetCollectionSubtype: PHAssetCollectionSubtype { .smartAlbumUserLibrary }
    public override var estimatedAssetCount: Int { NSNotFound }
    public override var localIdentifier: String { "collection" }
}

public final class MockList: PHCollectionList, @unchecked Sendable {
    public override var localizedTitle: String? { "List" }
    public override var collectionListType: PHCollectionListType { .folder }
}

public final class MockResource: PHAssetResource, @unchecked Sendable {
    public override var type: PHAssetResourceType { .pairedVideo }
    public override var originalFilename: String { "IMG_0001.MOV" }
    public override var uniformTypeIdentifier: String { "com.apple.quicktime-movie" }
    public override var assetLocalIdentifier: String { "asset" }
}

public final class MockResourceManager: PHAssetResourceManager, @unchecked Sendable {
    public override func requestData(
        for resource: PHAssetResource, options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping (Data) -> Void,
        completionHandler: @escaping ((any Error)?) -> Void
    ) -> PHAssetResourceDataRequestID {
        handler(Data("mock".utf8))
        completionHandler(nil)
        return 7
    }
}

public final class MockLibrary: PHPhotoLibrary, @unchecked Sendable {
    public override class func shared() -> PHPhotoLibrary { MockLibrary() }
    public override class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { .limited }
    public override class func authorizationStatus() -> PHAuthorizationStatus { .authorized }
    public override class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) { handler(.denied) }
    public override class func requestAuthorization(_ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        handler(.denied)
    }
    public override func performChanges(
        _ changeBlock: @escaping @Sendable () -> Void, completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) { completionHandler?(true, nil) }
    public override func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {}
    public override func register(_ observer: any PHPhotoLibraryChangeObserver) {}
    public override func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {}
    public override var unavailabilityReason: (any Error)? { nil }
}

public final class MockChange: PHChange, @unchecked Sendable {
    public override func changeDetails<T>(for fetchResult: PHFetchResult<T>) -> PHFetchResultChangeDetails<T>?
    where T: PHObject {
        PHFetchResultChangeDetails(from: fetchResult, to: PHFetchResult<T>(), changedObjects: [])
    }
}

/// What apps ask of an enumeration, without a `default`.
public enum Names {
    public static func name(_ type: PHAssetMediaType) -> String {
        switch type {
        case .unknown: return "unknown"
        case .image: return "image"
        case .video: return "video"
        case .audio: return "audio"
        }
    }

    public static func name(_ type: PHAssetResourceType) -> String {
        switch type {
        case .photo: return "photo"
        case .video: return "video"
        case .audio: return "audio"
        case .alternatePhoto: return "alternate"
        case .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo: return "full size"
        case .adjustmentData: return "adjustments"
        case .adjustmentBasePhoto, .adjustmentBaseVideo, .adjustmentBasePairedVideo: return "base"
        case .pairedVideo: return "paired"
        case .photoProxy: return "proxy"
        }
    }

    public static func known(_ type: PHAssetResourceType) -> Bool {
        switch type {
        case .photo, .video, .audio, .alternatePhoto, .fullSizePhoto, .fullSizeVideo, .adjustmentData,
            .adjustmentBasePhoto, .pairedVideo, .fullSizePairedVideo, .adjustmentBasePairedVideo,
            .adjustmentBaseVideo, .photoProxy:
            return true
        @unknown default: return false
        }
    }

    public static func name(_ subtype: PHAssetCollectionSubtype) -> String {
        switch subtype {
        case .albumRegular: return "album"
        case .albumSyncedEvent, .albumSyncedFaces, .albumSyncedAlbum, .albumImported: return "synced"
        case .albumMyPhotoStream, .albumCloudShared: return "cloud"
        case .smartAlbumGeneric, .smartAlbumPanoramas, .smartAlbumVideos, .smartAlbumFavorites,
            .smartAlbumTimelapses, .smartAlbumAllHidden, .smartAlbumRecentlyAdded, .smartAlbumBursts,
            .smartAlbumSlomoVideos, .smartAlbumUserLibrary, .smartAlbumSelfPortraits,
            .smartAlbumScreenshots, .smartAlbumDepthEffect, .smartAlbumLivePhotos, .smartAlbumAnimated,
            .smartAlbumLongExposures, .smartAlbumUnableToUpload, .smartAlbumRAW, .smartAlbumCinematic,
            .smartAlbumSpatial, .smartAlbumScreenRecordings:
            return "smart"
        case .any: return "any"
        }
    }

    public static func name(_ status: PHAuthorizationStatus) -> String {
        switch status {
        case .notDetermined: return "not determined"
        case .restricted: return "restricted"
        case .denied: return "denied"
        case .authorized: return "authorized"
        case .limited: return "limited"
        }
    }

    public static func name(_ style: PHAsset.PlaybackStyle) -> String {
        switch style {
        case .unsupported: return "unsupported"
        case .image: return "image"
        case .imageAnimated: return "animated"
        case .livePhoto: return "live"
        case .video: return "video"
        case .videoLooping: return "looping"
        }
    }

    public static func name(_ type: PHAssetCollectionType) -> String {
        switch type {
        case .album: return "album"
        case .smartAlbum: return "smart"
        case .moment: return "moment"
        }
    }

    public static func name(_ type: PHCollectionListType) -> String {
        switch type {
        case .momentList: return "moments"
        case .folder: return "folder"
        case .smartFolder: return "smart"
        }
    }

    public static func name(_ subtype: PHCollectionListSubtype) -> String {
        switch subtype {
        case .momentListCluster: return "cluster"
        case .momentListYear: return "year"
        case .regularFolder: return "folder"
        case .rootFolder: return "root"
        case .smartFolderEvents: return "events"
        case .smartFolderFaces: return "faces"
        case .any: return "any"
        }
    }

    public static func name(_ operation: PHCollectionEditOperation) -> String {
        switch operation {
        case .deleteContent, .removeContent, .addContent, .createContent, .rearrangeContent: return "content"
        case .delete: return "delete"
        case .rename: return "rename"
        }
    }

    public static func name(_ operation: PHAssetEditOperation) -> String {
        switch operation {
        case .delete: return "delete"
        case .content: return "content"
        case .properties: return "properties"
        }
    }

    public static func name(_ type: PHObjectType) -> String {
        switch type {
        case .asset: return "asset"
        case .assetCollection: return "collection"
        case .collectionList: return "list"
        }
    }
}

/// Keeps state of the main actor, as views have it.
@MainActor
public final class LibraryModel: NSObject, PHPhotoLibraryChangeObserver {
    public private(set) var assets: [PHAsset] = []
    public private(set) var message: String?
    private var result = PHFetchResult<PHAsset>()

    public override init() {
        super.init()
        PHPhotoLibrary.shared().register(self)
        load()
    }

    deinit {
        PHPhotoLibrary.shared().unregisterChangeObserver(self)
    }

    public func load() {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        result = PHAsset.fetchAssets(with: options)
        assets = result.objects(at: IndexSet(integersIn: 0..<result.count))
    }

    nonisolated public func photoLibraryDidChange(_ changeInstance: PHChange) {
        Task { @MainActor in
            guard let details = changeInstance.changeDetails(for: result) else { return }
            result = details.fetchResultAfterChanges
            assets = result.objects(at: IndexSet(integersIn: 0..<result.count))
        }
    }

    public func toggleFavorite(_ asset: PHAsset) {
        PHPhotoLibrary.shared().performChanges({
            PHAssetChangeRequest(for: asset).isFavorite = !asset.isFavorite
        }, completionHandler: { success, error in
            Task { @MainActor in self.message = success ? nil : error?.localizedDescription }
        })
    }

    public func makeAlbum(_ title: String, _ assets: [PHAsset]) async throws {
        try await PHPhotoLibrary.shared().performChanges {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            request.addAssets(assets as NSArray)
        }
        message = nil
    }

    public func drop() async throws {
        try await PHPhotoLibrary.shared().performChanges {
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "dropped")
        }
    }
}

/// The other enumerations, without a `default` too.
public enum MoreNames {
    public static func name(_ level: PHAccessLevel) -> String {
        switch level {
        case .addOnly: return "add only"
        case .readWrite: return "read and write"
        }
    }

    public static func name(_ mode: PHImageContentMode) -> String {
        switch mode {
        case .aspectFit: return "fit"
        case .aspectFill: return "fill"
        }
    }

    public static func name(_ version: PHImageRequestOptionsVersion) -> String {
        switch version {
        case .current: return "current"
        case .unadjusted: return "unadjusted"
        case .original: return "original"
        }
    }

    public static func name(_ mode: PHImageRequestOptionsDeliveryMode) -> String {
        switch mode {
        case .opportunistic: return "opportunistic"
        case .highQualityFormat: return "high quality"
        case .fastFormat: return "fast"
        }
    }

    public static func name(_ mode: PHImageRequestOptionsResizeMode) -> String {
        switch mode {
        case .none: return "none"
        case .fast: return "fast"
        case .exact: return "exact"
        }
    }

    public static func name(_ version: PHVideoRequestOptionsVersion) -> String {
        switch version {
        case .current: return "current"
        case .original: return "original"
        }
    }

    public static func name(_ mode: PHVideoRequestOptionsDeliveryMode) -> String {
        switch mode {
        case .automatic: return "automatic"
        case .highQualityFormat: return "high"
        case .mediumQualityFormat: return "medium"
        case .fastFormat: return "fast"
        }
    }

    public static func name(_ type: PHLivePhotoFrameType) -> String {
        switch type {
        case .photo: return "photo"
        case .video: return "video"
        }
    }

    public static func name(_ state: PHAsset.AdjustmentsState) -> String {
        switch state {
        case .none: return "none"
        case .userAdjusted: return "user"
        case .cameraAutoAdjusted: return "camera"
        }
    }

    public static func name(_ choice: PHAsset.OriginalResourceChoice) -> String {
        switch choice {
        case .compressed: return "compressed"
        case .raw: return "raw"
        }
    }

    public static func stars(_ rating: PHAsset.Rating) -> Int {
        switch rating {
        case .unset: return 0
        case .one: return 1
        case .two: return 2
        case .three: return 3
        case .four: return 4
        case .five: return 5
        }
    }
}
