internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import PredicateFormat

extension PHAsset {
    class func fetch(
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
    /// Adds the condition that a key equals a value.
    mutating func add(_ key: PredicateKey, _ value: PredicateValue) {
        predicate = .and([.comparison(.key(key), .equal, .constant(value), []), predicate])
    }

    /// Returns the same query, limited to the members of a collection; nil if the collection has none.
    func among(
        _ collection: PHAssetCollection,
        _ reader: CatalogueReader
    ) throws -> AssetQuery? {
        guard var query = try collection.query(reader) else { return nil }
        let definition = try collection.definition(reader)
        // The options, not the album, decide whether hidden assets are shown.
        query.predicate = .and([definition?.condition ?? query.predicate, predicate])
        query.orders = orders
        query.limit = limit
        query.leavesOutHidden = leavesOutHidden && definition?.showsHidden != true
        query.leavesOutBurstMembers = leavesOutBurstMembers
        query.leavesOutUnreadable = leavesOutUnreadable
        return query
    }
}
