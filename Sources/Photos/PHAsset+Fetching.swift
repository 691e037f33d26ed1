internal import Catalogue
public import Foundation
internal import PhotoModel
internal import PredicateFormat

extension PHAsset {
    /// All assets the options ask for.
    public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { _, _ in }
    }

    /// The assets of a type.
    public class func fetchAssets(
        with mediaType: PHAssetMediaType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch(options) { query, _ in
            query.add(.mediaType, .integer(Int64(mediaType.rawValue)))
        }
    }

    /// The members of a burst: those that stand for it or were picked, with `includeAllBurstAssets` all.
    public class func fetchAssets(
        withBurstIdentifier burstIdentifier: String,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        fetch(options) { query, _ in query.add(.burstIdentifier, .text(burstIdentifier)) }
    }

    /// The assets with these identifiers, whole or only their UUIDs, hidden ones too; in the order of all
    /// assets, not of the identifiers.
    public class func fetchAssets(
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
    public class func fetchAssets(
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
    public class func fetchKeyAssets(
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
    public class func fetchAssets(
        withALAssetURLs assetURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        PHFetchResult()
    }

    private class func fetch(
        _ options: PHFetchOptions?,
        _ narrow: @escaping @Sendable (inout AssetQuery, CatalogueReader) throws -> Void
    ) -> PHFetchResult<PHAsset> {
        let options = options ?? PHFetchOptions()
        let asked = options.assetQuery
        return PHFetchResult(
            AssetList(
                PHPhotoLibrary.shared().connection,
                wantsDetails: options.wantsIncrementalChangeDetails
            ) { reader in
                var query = asked
                try narrow(&query, reader)
                return query
            }
        )
    }
}

extension AssetQuery {
    /// Asks for a value besides.
    fileprivate mutating func add(_ key: PredicateKey, _ value: PredicateValue) {
        predicate = .and([.comparison(.key(key), .equal, .constant(value), []), predicate])
    }

    /// The same among the members of a collection.
    fileprivate func among(
        _ collection: PHAssetCollection,
        _ reader: CatalogueReader
    ) throws -> AssetQuery? {
        guard var query = try collection.query(reader) else { return nil }
        let definition = try collection.definition(reader)
        // Whether hidden assets are shown is asked by the options here, not by the album.
        query.predicate = .and([definition?.condition ?? query.predicate, predicate])
        query.orders = orders
        query.limit = limit
        query.leavesOutHidden = leavesOutHidden && definition?.showsHidden != true
        query.leavesOutBurstMembers = leavesOutBurstMembers
        query.leavesOutUnreadable = leavesOutUnreadable
        return query
    }
}
