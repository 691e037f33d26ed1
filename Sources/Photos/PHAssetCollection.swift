internal import Catalogue
public import CoreLocation
internal import Foundation
internal import PhotoModel
internal import PredicateFormat

/// An album, smart album or moment.
open class PHAssetCollection: PHCollection, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// Where its members are.
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

    /// A collection that is nowhere and has nothing in it.
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

    /// Whether it is an album, a smart album or a moment.
    open var assetCollectionType: PHAssetCollectionType {
        guard case .stored(let record) = members else { return .album }
        switch record.kind {
        case .smartAlbum: return .smartAlbum
        case .moment: return .moment
        default: return .album
        }
    }

    /// Which kind of album or smart album it is.
    open var assetCollectionSubtype: PHAssetCollectionSubtype {
        guard case .stored(let record) = members else { return .albumRegular }
        return PHAssetCollectionSubtype(rawValue: record.subtype.rawValue) ?? .any
    }

    open override var description: String {
        "\(titled) assetCollectionType=\(assetCollectionType.rawValue)/"
            + "\(assetCollectionSubtype.rawValue)"
    }

    /// How many assets are in it, hidden ones of an album included; `NSNotFound` when nobody counted.
    ///
    /// The number of a fetch is exact.
    open var estimatedAssetCount: Int { facts.count ?? NSNotFound }

    /// When the first asset of a moment, an album or the smart album of all assets was taken; nil for other smart
    /// albums, whose assets would have to be gone through, and for an album without assets.
    ///
    /// Of albums it is read when it is asked for.
    open var startDate: Date? { facts.startDate ?? dates?.startDate.map { Date($0) } }

    /// When the last asset of a moment, an album or the smart album of all assets was taken.
    open var endDate: Date? { facts.endDate ?? dates?.endDate.map { Date($0) } }

    private var dates: CollectionRecord? {
        guard let record, record.source != .moment else { return nil }
        return connection?.ask { try $0.dated(record) }
    }

    /// The middle of where a moment's assets were taken.
    open var approximateLocation: CLLocation? {
        facts.location.map { CLLocation(latitude: $0.latitude, longitude: $0.longitude) }
    }

    /// Names of places, of which this library knows none.
    open var localizedLocationNames: [String] { [] }

    /// The value of a property by its name.
    open override func value(forKey key: String) -> Any? {
        guard let value = Self.assetCollectionKeys[key] else { return super.value(forKey: key) }
        return value(self)
    }

    /// An album of these assets, each once, in this order, that exists only in memory.
    open class func transientAssetCollection(
        with assets: [PHAsset],
        title: String?
    ) -> PHAssetCollection {
        // One list is of one library: that of the first.
        let connection = assets.lazy.compactMap(\.connection).first
        let own = assets.filter { $0.connection?.library == connection?.library }
        return PHAssetCollection(
            transient: own.compactMap(\.record).map(ListedAsset.init).eachOnce(by: \.id),
            connection,
            title: title
        )
    }

    /// An album of what was fetched, in its order, that exists only in memory.
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

    /// Its members as a query; nil when it has none.
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

    /// What its members are, if it is a smart album.
    func definition(_ reader: CatalogueReader) throws -> SmartAlbumDefinition? {
        guard case .stored(let record) = members, record.kind == .smartAlbum else { return nil }
        return try reader.smartAlbumDefinition(record.id)
    }

    /// The albums, smart albums or moments of a type.
    ///
    /// With the subtype `.any` all of them but Recently Deleted, which only its own subtype finds; `.smartAlbum`
    /// with `.albumRegular` gives all smart albums too, as on Apple's systems. Albums come by path, then those the
    /// user made; smart albums in the order Apple's app shows them; moments by date.
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

    /// The albums, smart albums and moments with these identifiers, whole or only their UUIDs.
    open class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        fetch(options) { reader in
            try reader.collections(identifiers, [.album, .smartAlbum, .moment])
        }
    }

    /// The albums an asset is in, or its moment; smart albums are not supported, as on Apple's systems.
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

    /// Nothing: there is no asset library of before 2014 on Linux.
    open class func fetchAssetCollections(
        withALAssetGroupURLs assetGroupURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        PHFetchResult()
    }

    /// The moments of a cluster or a year, by date.
    open class func fetchMoments(
        inMomentList momentList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard let connection = momentList.connection else { return PHFetchResult() }
        return PHFetchResult(CollectionList(connection, options) { try momentList.moments($0) })
    }

    /// All moments, by date.
    open class func fetchMoments(with options: PHFetchOptions?) -> PHFetchResult<
        PHAssetCollection
    > {
        fetchAssetCollections(with: .moment, subtype: .any, options: options)
    }
}
