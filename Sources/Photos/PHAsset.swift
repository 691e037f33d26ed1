internal import Catalogue
public import CoreLocation
public import Foundation
internal import PhotoModel
internal import PredicateFormat
public import UniformTypeIdentifiers

/// A photo or film of the library, as it was when it was fetched.
open class PHAsset: PHObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

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
    /// Where to ask for more of it; nil for an asset that is nowhere.
    let connection: LibraryConnection?

    init(_ record: AssetRecord, _ connection: LibraryConnection) {
        self.record = record
        self.connection = connection
        super.init(localIdentifier: ObjectKind.asset.localIdentifier(record.uuid))
    }

    override init(localIdentifier: String) {
        (record, connection) = (nil, nil)
        super.init(localIdentifier: localIdentifier)
    }

    override var origin: LibraryConnection? { connection }

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

    /// What kind of file its own is.
    open var contentType: UTType { record.flatMap { UTType($0.uti) } ?? .data }

    /// The stars that its files or the user gave it.
    open var rating: Rating {
        Rating(rawValue: record?.extendedMetadata?.rating ?? 0) ?? .unset
    }

    /// Title, caption and keywords, as of when the asset was fetched.
    open var extendedMetadata: PHAssetExtendedMetadata { PHAssetExtendedMetadata(record) }

    open var sourceType: PHAssetSourceType { .typeUserLibrary }

    /// The value of a property or of a key of predicates by its name; `filename` is the name of the asset's own file.
    open override func value(forKey key: String) -> Any? {
        guard let value = Self.assetKeys[key] else {
            return super.value(forKey: key) ?? predicateValue(forKey: key)
        }
        return value(self)
    }

    open override var description: String { summary }

    override func value(of key: PredicateKey) -> PredicateValue { record?.value(key) ?? .null }
}
