package import PhotoModel

/// Assets and their files.
extension CatalogueReader {
    /// A live asset by its ID.
    package func asset(_ id: Int64) throws -> AssetRecord? { try assetQueries.asset(id) }

    /// A live asset by its identifier.
    package func asset(_ uuid: ObjectUUID) throws -> AssetRecord? { try assetQueries.asset(uuid) }

    /// The live asset one of whose files lies at an absolute path, and what that file is known by.
    package func asset(at path: [UInt8]) throws -> (asset: AssetRecord, file: FileIdentity)? {
        try assetQueries.asset(at: path)
    }

    /// A live or recently deleted asset by its ID.
    package func assetOrTrashed(_ id: Int64) throws -> AssetRecord? {
        try assetQueries.assetOrTrashed(id)
    }

    /// A removed asset as it was, for as long as it is remembered; its file is nowhere.
    package func removedAsset(_ id: Int64) throws -> AssetRecord? {
        try assetQueries.removedAsset(id)
    }

    /// The recently deleted asset with an identifier.
    package func trashedAsset(_ uuid: ObjectUUID) throws -> AssetRecord? {
        try assetQueries.trashedAsset(uuid)
    }

    /// The asset deleted last whose own file lay at an absolute path.
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

    /// Live assets whose own file has this content: the hash of its first 64 KiB, and its size.
    package func assets(fingerprint: Int64, size: Int64) throws -> [AssetRecord] {
        try assetQueries.assets(fingerprint: fingerprint, size: size)
    }

    /// Where the file of an asset lies, in the trash too.
    package func absolutePath(of record: AssetRecord) throws -> [UInt8] {
        try assetQueries.absolutePath(of: record)
    }

    /// The files that are part of an asset beside its own, in the order they are listed.
    package func parts(of record: AssetRecord) throws -> [FileRecord] {
        try assetQueries.parts(of: record)
    }

    /// What an asset's own file says, where its other files or the user say something else.
    package func ownValues(of record: AssetRecord) throws -> OwnValues? {
        try assetQueries.ownValues(of: record)
    }

    /// Returns the records of an asset's other files.
    package func partRecords(of record: AssetRecord) throws -> [AssetRecord] {
        try assetQueries.partRecords(of: record)
    }

    /// The files of one directory, for comparison with the disk.
    package func files(in directory: Int64) throws -> [FileRecord] {
        try assetQueries.files(in: directory)
    }

    /// Every file of a root with its path relative to it.
    package func forEachFile(
        ofRoot root: Int64,
        _ body: ([UInt8], FileRecord) -> Void
    ) throws {
        try assetQueries.forEachFile(ofRoot: root, body)
    }

    /// The identifier of an asset that is there, was removed, or is part of another now.
    package func identifier(_ id: Int64) throws -> ObjectUUID? { try identifiers.identifier(id) }

    /// The ID of the asset with an identifier, live or not; nil when there is none.
    ///
    /// Identifiers are in the order of the IDs, but for random ones.
    package func number(of uuid: ObjectUUID) throws -> Int64? { try identifiers.number(of: uuid) }
}

/// Lists of assets.
extension CatalogueReader {
    /// Lists assets, each as it is now; call within ``snapshot(_:)``.
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

    /// How many assets a query lists, its limit aside.
    package func count(_ query: AssetQuery) throws -> Int64 { try listings.count(query) }

    /// Lists assets so that changes of the list can be computed; call within ``snapshot(_:)``.
    package func track(_ query: AssetQuery) throws -> TrackedListing { try tracking.track(query) }

    /// More changed assets than this, if they are more than half of the list too, come without details.
    package static let mostDetails = TrackingQueries.mostDetails

    /// Computes what changed in a tracked list since its position; nil if nothing did.
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
    /// The same list, ready to have changes placed in it; call within a snapshot.
    package func prepared(_ reader: CatalogueReader) throws -> TrackedListing {
        try reader.tracking.prepared(self)
    }
}
