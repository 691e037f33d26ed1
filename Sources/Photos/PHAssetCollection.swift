internal import Catalogue
public import CoreLocation
internal import Foundation
internal import PhotoModel
internal import PredicateFormat

/// An album, smart album or moment.
open class PHAssetCollection: PHCollection, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// The source of the members.
    enum Members: Sendable {
        case none
        case stored(CollectionRecord)
        case transient([ListedAsset])
    }

    let members: Members

    init(_ record: CollectionRecord, _ connection: LibraryConnection) {
        members = .stored(record)
        super.init(CollectionFacts(record), connection)
    }

    /// Creates a collection that is in no library and is empty.
    public override init() {
        members = .none
        super.init()
    }

    private init(transient listing: [ListedAsset], _ connection: LibraryConnection?, title: String?)
    {
        members = .transient(listing)
        let identifier = ObjectKind.album.localIdentifier(.random())
        super.init(
            CollectionFacts(identifier: identifier, title: title, count: listing.count),
            connection
        )
    }

    override var record: CollectionRecord? {
        if case .stored(let record) = members { return record }
        return nil
    }

    open override var canContainAssets: Bool { true }

    /// Whether the collection is an album, a smart album or a moment.
    open var assetCollectionType: PHAssetCollectionType {
        guard case .stored(let record) = members else { return .album }
        switch record.kind {
        case .smartAlbum: return .smartAlbum
        case .moment: return .moment
        default: return .album
        }
    }

    /// The kind of album or smart album.
    open var assetCollectionSubtype: PHAssetCollectionSubtype {
        guard case .stored(let record) = members else { return .albumRegular }
        return PHAssetCollectionSubtype(rawValue: record.subtype.rawValue) ?? .any
    }

    open override var description: String {
        "\(titled) assetCollectionType=\(assetCollectionType.rawValue)/"
            + "\(assetCollectionSubtype.rawValue)"
    }

    /// The number of assets, including hidden ones in an album; `NSNotFound` if they were not counted.
    ///
    /// The count of a fetch result is exact.
    open var estimatedAssetCount: Int { facts.count ?? NSNotFound }

    /// The date of the earliest asset in a moment, an album or the smart album of all assets.
    ///
    /// Nil for other smart albums, whose assets would all have to be read, and for an album without assets. For albums,
    /// it is read each time.
    open var startDate: Date? { facts.startDate ?? dates?.startDate.map { Date($0) } }

    /// The date of the latest asset in a moment, an album or the smart album of all assets.
    open var endDate: Date? { facts.endDate ?? dates?.endDate.map { Date($0) } }

    private var dates: CollectionRecord? {
        guard let record, record.source != .moment else { return nil }
        return connection?.ask { try $0.dated(record) }
    }

    /// The center of the places where a moment's assets were taken.
    open var approximateLocation: CLLocation? {
        facts.location.map { CLLocation(latitude: $0.latitude, longitude: $0.longitude) }
    }

    /// The names of places; always empty, since the library knows none.
    open var localizedLocationNames: [String] { [] }

    /// Returns the value of a property by its name.
    open override func value(forKey key: String) -> Any? {
        guard let value = Self.assetCollectionKeys[key] else { return super.value(forKey: key) }
        return value(self)
    }

    /// Creates an album that exists only in memory, of these assets in this order, each once.
    open class func transientAssetCollection(
        with assets: [PHAsset],
        title: String?
    ) -> PHAssetCollection {
        // A list belongs to one library: that of the first asset.
        let connection = assets.lazy.compactMap(\.connection).first
        let own = assets.filter { $0.connection?.library == connection?.library }
        return PHAssetCollection(
            transient: own.compactMap(\.record).map(ListedAsset.init).eachOnce(by: \.id),
            connection,
            title: title
        )
    }

    /// Creates an album that exists only in memory, of the fetched assets in their order.
    open class func transientAssetCollection(
        withAssetFetchResult fetchResult: PHFetchResult<PHAsset>,
        title: String?
    ) -> PHAssetCollection {
        let assets = fetchResult.fetched as? AssetList
        return PHAssetCollection(
            transient: assets?.listing ?? [],
            assets?.connection,
            title: title
        )
    }

    /// Returns the query for the members; nil for a collection without members.
    func query(_ reader: CatalogueReader) throws -> AssetQuery? {
        switch members {
        case .none: return nil
        case .stored(let record): return try reader.query(record)
        case .transient(let listing):
            var query = AssetQuery()
            query.scope = .assets(listing.map(\.id), inOrder: true)
            return query
        }
    }

    /// Returns the definition of a smart album; nil for other collections.
    func definition(_ reader: CatalogueReader) throws -> SmartAlbumDefinition? {
        guard case .stored(let record) = members, record.kind == .smartAlbum else { return nil }
        return try reader.smartAlbumDefinition(record.id)
    }

    /// Fetches the albums, smart albums or moments of a type.
    ///
    /// The subtype `.any` finds all of them except Recently Deleted, which only its own subtype finds; `.smartAlbum`
    /// with `.albumRegular` also finds all smart albums, as on Apple's systems. Albums are sorted by path, followed by
    /// those the user made; smart albums are in the order of Apple's app; moments are sorted by date.
    open class func fetchAssetCollections(
        with type: PHAssetCollectionType,
        subtype: PHAssetCollectionSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        fetch(options) { reader in
            switch type {
            case .album:
                return subtype == .any || subtype == .albumRegular ? try reader.albums() : []
            case .smartAlbum:
                let isAny = subtype == .any || subtype == .albumRegular
                let deleted = PHAssetCollectionSubtype.smartAlbumRecentlyDeleted.rawValue
                return try reader.collections([.smartAlbum]).filter {
                    isAny
                        ? $0.subtype.rawValue != deleted : $0.subtype.rawValue == subtype.rawValue
                }
            case .moment:
                return subtype == .any ? try reader.collections([.moment]) : []
            }
        }
    }

    /// Fetches the albums, smart albums and moments with these identifiers, which may be shortened to their UUIDs.
    open class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        fetch(options) { reader in
            try reader.collections(identifiers, [.album, .smartAlbum, .moment])
        }
    }

    /// Fetches the albums that contain an asset, or its moment; smart albums are not supported, as on Apple's systems.
    open class func fetchAssetCollectionsContaining(
        _ asset: PHAsset,
        with type: PHAssetCollectionType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        fetch(options, in: asset.connection) { reader in
            guard let id = asset.record?.id, let record = try reader.asset(id) else { return [] }
            switch type {
            case .album: return try reader.albums(containing: record)
            case .moment:
                return try record.momentItem.flatMap { try reader.moment(of: $0) }.map { [$0] }
                    ?? []
            case .smartAlbum: return []
            }
        }
    }

    /// Returns an empty result: the asset library from before 2014 does not exist on Linux.
    open class func fetchAssetCollections(
        withALAssetGroupURLs assetGroupURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        PHFetchResult()
    }

    /// Fetches the moments of a cluster or a year, sorted by date.
    open class func fetchMoments(
        inMomentList momentList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard let connection = momentList.connection else { return PHFetchResult() }
        return PHFetchResult(CollectionList(connection, options) { try momentList.moments($0) })
    }

    /// Fetches all moments, sorted by date.
    open class func fetchMoments(with options: PHFetchOptions?) -> PHFetchResult<
        PHAssetCollection
    > {
        fetchAssetCollections(with: .moment, subtype: .any, options: options)
    }
}
