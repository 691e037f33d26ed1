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
        /// A film that repeats; none on Linux.
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

    /// An asset that is nowhere, with an empty identifier.
    public override init() {
        (record, connection) = (nil, nil)
        super.init()
    }

    override var origin: LibraryConnection? { connection }

    /// Whether it is a photo or a film.
    open var mediaType: PHAssetMediaType {
        PHAssetMediaType(rawValue: record?.mediaType.rawValue ?? 0) ?? .unknown
    }

    /// The special kinds of photo or film that it is.
    open var mediaSubtypes: PHAssetMediaSubtype {
        PHAssetMediaSubtype(rawValue: record?.subtypes.rawValue ?? 0)
    }

    /// How a view should play it.
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

    /// Pixels as shown, after orientation and edits.
    open var pixelWidth: Int { Int(record?.width ?? 0) }
    /// Pixels, as the asset is shown upright.
    open var pixelHeight: Int { Int(record?.height ?? 0) }

    /// When it was taken; where the file names no time zone, the clock's time taken for UTC.
    open var creationDate: Date? { record.map { Self.date($0.creationDate.microseconds) } }

    /// Where the clock stood by which ``creationDate`` was written: an offset from UTC; nil where the date is a
    /// camera's and no file names its zone.
    ///
    /// Heliograph's own: Apple's systems show dates where the person is who looks at them.
    public var creationTimeZone: TimeZone? {
        record?.creationDate.offsetMinutes.flatMap { TimeZone(secondsFromGMT: Int($0) * 60) }
    }

    /// Where ``creationDate`` is from; nil for an asset without one.
    ///
    /// It is `exif`, `xmp`, `iptc`, `quicktime` or `takeout` if a file says when the picture was taken, and `user` if
    /// somebody set the date. Guesses are `filename`, `directory` and `mtime`, when the file was last written.
    ///
    /// Heliograph's own.
    public var creationDateSource: String? { record.map { "\($0.creationDate.source.name)" } }

    /// When its file was last written to.
    open var modificationDate: Date? { record.map { Self.date($0.modificationDate / 1_000) } }

    /// When the library came to know of it.
    open var addedDate: Date? { record.map { Self.date($0.addedDate) } }

    private static func date(_ microseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    /// Where it was taken; nil if neither the file nor the user says so.
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

    /// Whether the user, or a file beside it, has marked it as a favorite.
    open var isFavorite: Bool { record?.isFavorite ?? false }
    /// Whether the user has hidden it.
    open var isHidden: Bool { record?.isHidden ?? false }

    /// The identifier that the photos of its burst share; nil if it is of none.
    open var burstIdentifier: String? { record?.burstIdentifier }
    /// Whether it stands for its burst.
    open var representsBurst: Bool { record?.representsBurst ?? false }

    /// Who chose it from its burst.
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

    /// Where it comes from: always the user's library.
    open var sourceType: PHAssetSourceType { .typeUserLibrary }

    /// Hands over what the asset shows, or its original, to be edited.
    ///
    /// The handler is called once, on no particular queue, as those of all requests are here: a program on Linux may
    /// have no main loop. Without an input the info has an error, or says that the request was cancelled. The answer
    /// names the request.
    @preconcurrency
    @discardableResult
    open func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping @Sendable (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        ContentEditingRequests.shared.begin(self, options, completionHandler)
    }

    /// Ends a request; its handler is given no input.
    open func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) {
        ContentEditingRequests.shared.end(requestID)
    }

    /// The value of a property or of a key of predicates by its name; `filename` is the name of the asset's own file.
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

    /// The path of the directory that its file lies in, which its record does not have.
    private var directory: PredicateValue {
        guard let record, let connection else { return .null }
        let path = connection.ask { try $0.directoryPath(record.directory) }
        return path.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
    }

    /// All assets the options ask for.
    open class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { _, _ in }
    }

    /// The assets of a type.
    open class func fetchAssets(
        with mediaType: PHAssetMediaType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch(options) { query, _ in
            query.add(.mediaType, .integer(Int64(mediaType.rawValue)))
        }
    }

    /// The members of a burst: those that stand for it or were picked, with `includeAllBurstAssets` all.
    open class func fetchAssets(
        withBurstIdentifier burstIdentifier: String,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch(options) { query, _ in query.add(.burstIdentifier, .text(burstIdentifier)) }
    }

    /// The assets with these identifiers, whole or only their UUIDs, hidden ones too; in the order of all
    /// assets, not of the identifiers.
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

    /// The members of a collection: of an album the user made as the user put them, of a transient one as
    /// it was made, else by date.
    ///
    /// The album of hidden assets shows these without being asked to.
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

    /// What stands for a collection: of a smart album its newest asset, else its first; nil for a
    /// transient collection.
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

    /// Nothing: there is no asset library of before 2014 on Linux.
    open class func fetchAssets(
        withALAssetURLs assetURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        PHFetchResult()
    }

    /// Whether an edited version lies beside the original, or a file of Apple's Photos that says it was edited.
    open var hasAdjustments: Bool { !edits.isEmpty }

    /// The program that edited it, such as `com.apple.photo`; nil when it was not edited.
    open var adjustmentFormatIdentifier: String? {
        let line = adjustments?.evidence?.split(separator: "\n")
            .first { $0.contains("\tadjustmentFormatIdentifier\t") }
        return line?.split(separator: "\t").last.map(String.init)
    }

    /// When it was edited last; nil when it was not, or nothing says when.
    open var adjustmentTimestamp: Date? {
        guard let date = adjustments?.creationDate, date.source == .user else { return nil }
        return Date(date)
    }

    /// Whether somebody edited it, or only the camera did as it took it.
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

    /// Whether a change request could do that.
    ///
    /// Properties can be changed by who may write the catalogue. Assets can be deleted besides, and photos and films
    /// edited, by who may write the directory they lie in, unless the library is read-only.
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
