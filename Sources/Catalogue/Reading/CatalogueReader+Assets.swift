package import PhotoModel

/// Assets and their files.
extension CatalogueReader {
    /// Returns a live asset by its ID.
    package func asset(_ id: Int64) throws -> AssetRecord? { try assetQueries.asset(id) }

    /// Returns a live asset by its identifier.
    package func asset(_ uuid: ObjectUUID) throws -> AssetRecord? { try assetQueries.asset(uuid) }

    /// Returns the live asset that has a file at an absolute path, and the identity of that file.
    package func asset(at path: [UInt8]) throws -> (asset: AssetRecord, file: FileIdentity)? {
        try assetQueries.asset(at: path)
    }

    /// Returns a live or recently deleted asset by its ID.
    package func assetOrTrashed(_ id: Int64) throws -> AssetRecord? {
        try assetQueries.assetOrTrashed(id)
    }

    /// Returns a removed asset as it was, for as long as it is remembered; it has no file.
    package func removedAsset(_ id: Int64) throws -> AssetRecord? {
        try assetQueries.removedAsset(id)
    }

    /// Returns the recently deleted asset with an identifier.
    package func trashedAsset(_ uuid: ObjectUUID) throws -> AssetRecord? {
        try assetQueries.trashedAsset(uuid)
    }

    /// Returns the most recently deleted asset one of whose files was at an absolute path.
    package func trashedAsset(at path: [UInt8]) throws -> AssetRecord? {
        try assetQueries.trashedAsset(at: path)
    }

    /// Returns the assets with these IDs that are live, or also those in the trash, by ID.
    package func assets(
        _ ids: [Int64],
        orTrashed: Bool = false
    ) throws -> [Int64: AssetRecord] {
        try assetQueries.assets(ids, orTrashed: orTrashed)
    }

    /// Returns the live assets whose own file has this content: the hash of its first 64 KiB, and its size.
    package func assets(fingerprint: Int64, size: Int64) throws -> [AssetRecord] {
        try assetQueries.assets(fingerprint: fingerprint, size: size)
    }

    /// Returns the absolute path of an asset's file, which may be in the trash.
    package func absolutePath(of record: AssetRecord) throws -> [UInt8] {
        try assetQueries.absolutePath(of: record)
    }

    /// Returns the asset that represents a burst, by the key of its members; nil if there is no such burst.
    package func burstRepresentative(_ key: String) throws -> AssetRecord? {
        try assetQueries.burstRepresentative(key)
    }

    /// Returns the values of an asset's own file, if its other files or the user may override them.
    package func ownValues(of record: AssetRecord) throws -> OwnValues? {
        try assetQueries.ownValues(of: record)
    }

    /// Returns the records of an asset's other files, in the order in which they are reported.
    package func partRecords(of record: AssetRecord) throws -> [AssetRecord] {
        try assetQueries.partRecords(of: record)
    }

    /// Returns the files of one directory, for comparison with the disk.
    package func files(in directory: Int64) throws -> [FileRecord] {
        try assetQueries.files(in: directory)
    }

    /// Calls `body` with every file of a root and its path relative to the root.
    package func forEachFile(
        ofRoot root: Int64,
        _ body: ([UInt8], FileRecord) -> Void
    ) throws {
        try assetQueries.forEachFile(ofRoot: root, body)
    }

    /// Returns the identifier of an asset that exists, was removed, or is now part of another.
    package func identifier(_ id: Int64) throws -> ObjectUUID? { try identifiers.identifier(id) }

    /// Returns the ID of the asset with an identifier, live or not; nil if no asset has it.
    ///
    /// Identifiers sort like the IDs, except for random ones.
    package func number(of uuid: ObjectUUID) throws -> Int64? { try identifiers.number(of: uuid) }
}

/// Lists of assets.
extension CatalogueReader {
    /// Calls `body` with each asset of a query, in its present state; call within ``snapshot(_:)``.
    package func forEachAsset(
        _ query: AssetQuery,
        _ body: (AssetRecord) throws -> Void
    ) throws {
        try assetQueries.forEach(query, body)
    }

    /// Returns the assets of a query, in its order.
    ///
    /// Without an order, assets are sorted by creation date and then by ID; those of a user-created album in
    /// the user's order.
    package func listing(_ query: AssetQuery) throws -> [ListedAsset] {
        try listings.listing(query)
    }

    /// Returns the number of assets that a query lists, regardless of its limit.
    package func count(_ query: AssetQuery) throws -> Int64 { try listings.count(query) }

    /// Lists assets so that changes of the list can be computed; call within ``snapshot(_:)``.
    package func track(_ query: AssetQuery) throws -> TrackedListing { try tracking.track(query) }

    /// The number of changed assets above which they are reported without details, if they are also more than half of
    /// the list.
    package static let mostDetails = TrackingQueries.mostDetails

    /// Computes the changes of a tracked list since its position; nil if nothing changed.
    ///
    /// Call it within ``snapshot(_:)``. The result is computed from the changed assets alone if their
    /// positions follow from one date; the first call reads the list once to prepare that. Otherwise the
    /// whole list is queried again and compared: in another order, with a limit, in an album that the user
    /// orders, in a moment, or with a condition that depends on time.
    ///
    /// The list keeps what was prepared, and if nothing changed its position is advanced, so that no change
    /// is examined twice. `query` is the present query of the list; nil if the listed object is gone.
    package func change(
        of listing: inout TrackedListing,
        _ query: AssetQuery?
    ) throws -> ListingChange? {
        try tracking.change(of: &listing, query)
    }
}

extension TrackedListing {
    /// Returns the same list with its sort keys, so that changes can be placed in it; call within a snapshot.
    package func prepared(_ reader: CatalogueReader) throws -> TrackedListing {
        try reader.tracking.prepared(self)
    }
}
