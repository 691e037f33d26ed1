internal import Catalogue
public import CoreLocation
public import Foundation
internal import PhotoModel
internal import PredicateFormat

/// A photo or film of the library, as it was when it was fetched.
open class PHAsset: PHObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because the record is constant and a value.

    /// How an asset is to be shown.
    public enum PlaybackStyle: Int, Sendable {
        case unsupported = 0
        case image = 1
        case imageAnimated = 2
        case livePhoto = 3
        case video = 4
        case videoLooping = 5
    }

    let record: AssetRecord?

    init(_ record: AssetRecord) {
        self.record = record
        super.init(localIdentifier: ObjectKind.asset.localIdentifier(record.uuid))
    }

    override init(localIdentifier: String) {
        record = nil
        super.init(localIdentifier: localIdentifier)
    }

    open var mediaType: PHAssetMediaType {
        PHAssetMediaType(rawValue: record?.mediaType.rawValue ?? 0) ?? .unknown
    }

    open var mediaSubtypes: PHAssetMediaSubtype {
        PHAssetMediaSubtype(rawValue: record?.subtypes.rawValue ?? 0)
    }

    open var playbackStyle: PlaybackStyle {
        guard let record, record.unreadableReason == nil else { return .unsupported }
        switch mediaType {
        case .video: return .video
        case .image where mediaSubtypes.contains(.photoLive): return .livePhoto
        case .image where mediaSubtypes.contains(.photoAnimation): return .imageAnimated
        case .image: return .image
        default: return .unsupported
        }
    }

    /// Pixels as shown, after orientation.
    open var pixelWidth: Int { Int(record?.width ?? 0) }
    open var pixelHeight: Int { Int(record?.height ?? 0) }

    /// When it was taken; where the file names no time zone, the clock's time taken for UTC.
    open var creationDate: Date? { record.map { Self.date($0.creationDate.microseconds) } }

    open var modificationDate: Date? { record.map { Self.date($0.modificationDate / 1_000) } }

    /// When the library came to know of it.
    open var addedDate: Date? { record.map { Self.date($0.addedDate) } }

    private static func date(_ microseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    open var location: CLLocation? {
        guard let record, let latitude = record.latitude, let longitude = record.longitude else {
            return nil
        }
        return CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: record.altitude ?? 0,
            horizontalAccuracy: 0,
            verticalAccuracy: record.altitude == nil ? -1 : 0,
            timestamp: creationDate ?? Date(timeIntervalSince1970: 0)
        )
    }

    /// Seconds; 0 for photos.
    open var duration: TimeInterval { record?.duration ?? 0 }

    open var isFavorite: Bool { record?.isFavorite ?? false }
    open var isHidden: Bool { record?.isHidden ?? false }

    open var burstIdentifier: String? { record?.burstIdentifier }
    open var representsBurst: Bool { record?.representsBurst ?? false }

    open var burstSelectionTypes: PHAssetBurstSelectionType {
        guard let record, record.representsBurst, record.isBurstPrimary else { return [] }
        return .autoPick
    }

    open var sourceType: PHAssetSourceType { .typeUserLibrary }

    /// `filename` is the name of the asset's own file.
    open override func value(forKey key: String) -> Any? {
        guard key == "filename", let record else { return super.value(forKey: key) }
        return String(decoding: record.file.name, as: UTF8.self)
    }

    override func value(of key: PredicateKey) -> PredicateValue { record?.value(key) ?? .null }
}

extension PHAsset {
    /// All assets the options ask for.
    public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch((options ?? PHFetchOptions()).assetQuery)
    }

    /// The assets of a type.
    public class func fetchAssets(
        with mediaType: PHAssetMediaType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch(
            (options ?? PHFetchOptions()).assetQuery,
            .mediaType,
            .integer(Int64(mediaType.rawValue))
        )
    }

    /// The members of a burst: those that stand for it or were picked, with `includeAllBurstAssets` all.
    public class func fetchAssets(
        withBurstIdentifier burstIdentifier: String,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch((options ?? PHFetchOptions()).assetQuery, .burstIdentifier, .text(burstIdentifier))
    }

    private class func fetch(
        _ query: AssetQuery,
        _ key: PredicateKey,
        _ value: PredicateValue
    ) -> PHFetchResult<PHAsset> {
        var query = query
        let isWanted = PredicateTree.comparison(.key(key), .equal, .constant(value), [])
        query.predicate = .and([isWanted, query.predicate])
        return fetch(query)
    }

    private class func fetch(_ query: AssetQuery) -> PHFetchResult<PHAsset> {
        PHFetchResult(AssetList(PHPhotoLibrary.shared().connection, query))
    }
}
