internal import Catalogue
public import CoreLocation
public import Foundation
internal import PhotoModel
internal import PredicateFormat
public import UniformTypeIdentifiers

/// A photo or film of the library, as it was when it was fetched.
open class PHAsset: PHObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// How an asset should be shown.
    public enum PlaybackStyle: Int, Sendable {
        /// It cannot be shown.
        case unsupported = 0
        /// A still picture.
        case image = 1
        /// An animation.
        case imageAnimated = 2
        /// A Live Photo.
        case livePhoto = 3
        /// A film.
        case video = 4
        /// A film that repeats; does not occur on Linux.
        case videoLooping = 5
    }

    let record: AssetRecord?
    /// The connection to read more about the asset from; nil for an asset that is in no library.
    let connection: LibraryConnection?

    init(_ record: AssetRecord, _ connection: LibraryConnection) {
        self.record = record
        self.connection = connection
        super.init(localIdentifier: ObjectKind.asset.localIdentifier(record.uuid))
    }

    /// Creates an asset that is in no library, with an empty identifier.
    public override init() {
        (record, connection) = (nil, nil)
        super.init()
    }

    override var origin: LibraryConnection? { connection }

    /// Whether the asset is a photo or a film.
    open var mediaType: PHAssetMediaType {
        PHAssetMediaType(rawValue: record?.mediaType.rawValue ?? 0) ?? .unknown
    }

    /// The special kinds of photo or film that the asset belongs to.
    open var mediaSubtypes: PHAssetMediaSubtype {
        PHAssetMediaSubtype(rawValue: record?.subtypes.rawValue ?? 0)
    }

    /// How a view should play the asset.
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

    /// The width in pixels as shown, after orientation and edits.
    open var pixelWidth: Int { Int(record?.width ?? 0) }
    /// The height in pixels as shown, after orientation and edits.
    open var pixelHeight: Int { Int(record?.height ?? 0) }

    /// The date the asset was taken.
    ///
    /// If the file names no time zone, its clock time is interpreted in ``creationTimeZone``.
    open var creationDate: Date? { record.map { Self.date($0.creationDate.microseconds) } }

    /// The offset from UTC of the clocks where the asset was taken: as the file says, else by the GPS clock or the name
    /// of a film, else that of the library's time zone.
    ///
    /// Heliograph's own: Apple's systems show dates in the viewer's time zone.
    public var creationTimeZone: TimeZone? {
        record.flatMap { TimeZone(secondsFromGMT: $0.creationDate.clockOffset * 60) }
    }

    /// The source of ``creationDate``; nil for an asset without a date.
    ///
    /// It is `exif`, `xmp`, `iptc`, `quicktime` or `takeout` if a file says when the picture was taken, and `user` if
    /// somebody set the date. The guesses are `filename`, `directory` and `mtime`, the time the file was last written.
    ///
    /// Heliograph's own.
    public var creationDateSource: String? { record.map { "\($0.creationDate.source.name)" } }

    /// The date the asset's file was last written.
    open var modificationDate: Date? { record.map { Self.date($0.modificationDate / 1_000) } }

    /// The date the library first found the asset.
    open var addedDate: Date? { record.map { Self.date($0.addedDate) } }

    private static func date(_ microseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    /// The location the asset was taken at; nil if neither the file nor the user gives one.
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

    /// The duration in seconds; 0 for photos.
    open var duration: TimeInterval { record?.duration ?? 0 }

    /// Whether the user, or a file beside the asset, has marked it as a favorite.
    open var isFavorite: Bool { record?.isFavorite ?? false }
    /// Whether the user has hidden the asset.
    open var isHidden: Bool { record?.isHidden ?? false }

    /// The identifier that the photos of a burst share; nil if the asset belongs to no burst.
    open var burstIdentifier: String? { record?.burstIdentifier }
    /// Whether the asset represents its burst.
    open var representsBurst: Bool { record?.representsBurst ?? false }

    /// How the asset was chosen from its burst.
    open var burstSelectionTypes: PHAssetBurstSelectionType {
        guard let record, record.representsBurst, record.isBurstPrimary else { return [] }
        return .autoPick
    }

    /// The type of the asset's own file.
    open var contentType: UTType { record.flatMap { UTType($0.uti) } ?? .data }

    /// The star rating from the asset's files or from the user.
    open var rating: Rating {
        Rating(rawValue: record?.extendedMetadata?.rating ?? 0) ?? .unset
    }

    /// The title, caption and keywords, as of when the asset was fetched.
    open var extendedMetadata: PHAssetExtendedMetadata { PHAssetExtendedMetadata(record) }

    /// The source of the asset: always the user's library.
    open var sourceType: PHAssetSourceType { .typeUserLibrary }

    /// Requests the asset's current version, or its original, for editing.
    ///
    /// The handler is called once, on no particular queue, as are all request handlers here: a program on Linux may
    /// have no main loop. If there is no input, the info contains an error or says that the request was cancelled. The
    /// result identifies the request.
    @preconcurrency
    @discardableResult
    open func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping @Sendable (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        ContentEditingRequests.shared.begin(self, options, completionHandler)
    }

    /// Cancels a request; its handler is called without an input.
    open func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) {
        ContentEditingRequests.shared.end(requestID)
    }

    /// Returns the value of a property, or of a key of predicates, by its name; `filename` is the name of the asset's
    /// own file.
    open override func value(forKey key: String) -> Any? {
        guard let value = Self.assetKeys[key] else {
            return super.value(forKey: key) ?? predicateValue(forKey: key)
        }
        return value(self)
    }

    open override var description: String { summary }

    override func value(of key: PredicateKey) -> PredicateValue {
        key == .directory ? directory : record?.value(key) ?? propertyValue(of: key)
    }

    /// The path of the directory that contains the asset's file, which is not part of the record.
    private var directory: PredicateValue {
        guard let record, let connection else { return .null }
        let path = connection.ask { try $0.directoryPath(record.directory) }
        return path.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
    }

    /// Fetches all assets that match the options.
    open class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { _, _ in }
    }

    /// Fetches the assets of a media type.
    open class func fetchAssets(
        with mediaType: PHAssetMediaType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch(options) { query, _ in
            query.add(.mediaType, .integer(Int64(mediaType.rawValue)))
        }
    }

    /// Fetches the members of a burst: the representative and the picked ones, or all with `includeAllBurstAssets`.
    open class func fetchAssets(
        withBurstIdentifier burstIdentifier: String,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch(options) { query, _ in query.add(.burstIdentifier, .text(burstIdentifier)) }
    }

    /// Fetches the assets with these identifiers or UUIDs, hidden ones included; their order is that of all assets, not
    /// that of the identifiers.
    open class func fetchAssets(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch(options) { query, reader in
            let uuids = Set(identifiers.compactMap { ObjectUUID($0) })
            query.scope = .assets(try uuids.compactMap(reader.number(of:)), inOrder: false)
            query.leavesOutHidden = false
        }
    }

    /// Fetches the members of a collection.
    ///
    /// Without sort descriptors, an album the user made keeps the user's order, a transient collection that of its
    /// list, and others are sorted by date. The album of hidden assets shows its members even if the options leave out
    /// hidden ones.
    open class func fetchAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        guard let connection = assetCollection.connection else { return PHFetchResult() }
        let options = options ?? PHFetchOptions()
        let asked = options.assetQuery
        return PHFetchResult(
            AssetList(
                connection,
                wantsDetails: options.wantsIncrementalChangeDetails,
                isFollowed: assetCollection.item != nil
            ) { try asked.among(assetCollection, $0) }
        )
    }

    /// Fetches the asset that represents a collection: the newest of a smart album, otherwise the first; returns nil
    /// for a transient collection.
    open class func fetchKeyAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset>? {
        if case .transient = assetCollection.members { return nil }
        guard let connection = assetCollection.connection else { return PHFetchResult() }
        var asked = (options ?? PHFetchOptions()).assetQuery
        if asked.limit < 0 { asked.limit = 1 }
        asked.orders =
            assetCollection.assetCollectionType == .smartAlbum
            ? [AssetQuery.Order(.creationDate, isDescending: true)] : []
        let wantsDetails = (options ?? PHFetchOptions()).wantsIncrementalChangeDetails
        let query = asked
        return PHFetchResult(
            AssetList(connection, wantsDetails: wantsDetails) {
                try query.among(assetCollection, $0)
            }
        )
    }

    /// Returns an empty result: the asset library from before 2014 does not exist on Linux.
    open class func fetchAssets(
        withALAssetURLs assetURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        PHFetchResult()
    }

    /// Whether an edited version lies beside the original, or a file from Apple's Photos that records an edit.
    open var hasAdjustments: Bool { !edits.isEmpty }

    /// The identifier of the editing format, such as `com.apple.photo`; nil if the asset was not edited.
    open var adjustmentFormatIdentifier: String? {
        let line = adjustments?.evidence?.split(separator: "\n")
            .first { $0.contains("\tadjustmentFormatIdentifier\t") }
        return line?.split(separator: "\t").last.map(String.init)
    }

    /// The date of the last edit; nil if the asset was not edited or no file has the date.
    open var adjustmentTimestamp: Date? {
        guard let date = adjustments?.creationDate, date.source == .user else { return nil }
        return Date(date)
    }

    /// Whether the asset was edited by the user, or only by the camera as it took it.
    open var adjustmentsState: AdjustmentsState {
        let edits = edits
        guard !edits.isEmpty else { return .none }
        let isUsers = edits.contains { $0.file.type.isRendered || $0.isAdjustment }
        return isUsers ? .userAdjusted : .cameraAutoAdjusted
    }

    /// Whether the asset's own file is a RAW file.
    open var originalResourceChoice: OriginalResourceChoice {
        record?.uti.hasSuffix("raw-image") == true ? .raw : .compressed
    }

    /// Returns whether a change request could carry out an operation.
    ///
    /// Changing properties requires write access to the catalogue. Deleting assets, and editing photos and films, also
    /// requires write access to the directory that contains them, and a library that is not read-only.
    open func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
        guard let record, let connection, connection.isEditable else { return false }
        switch editOperation {
        case .properties: return true
        case .content:
            guard mediaType == .image || mediaType == .video, record.unreadableReason == nil
            else { return false }
        case .delete: break
        }
        let path = connection.ask { reader -> [UInt8]? in
            let takesFiles = try reader.asset(record.id) != nil && !reader.isReadOnly
            return takesFiles ? try reader.absolutePath(of: record) : nil
        }
        guard let path = path ?? nil, let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
            return false
        }
        return unsafe access(String(decoding: path[..<slash], as: UTF8.self), W_OK | X_OK) == 0
    }
}
