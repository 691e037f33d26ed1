internal import PhotoModel

/// The assets of a query at a position in the history, prepared for tracking changes.
package struct TrackedListing: Sendable {
    package let query: AssetQuery
    /// The sequence number of the last commit that the list reflects.
    package let position: Int64
    let storage: Storage

    enum Storage: Sendable {
        case listing([ListedAsset])
        /// A sequence, read from its end if it is reversed.
        case sequence(AssetSequence, isReversed: Bool)
    }

    init(_ query: AssetQuery, _ position: Int64, _ storage: Storage) {
        (self.query, self.position, self.storage) = (query, position, storage)
    }

    /// Returns the same list at a later position, up to which nothing in it changed.
    func unchanged(until position: Int64) -> TrackedListing {
        TrackedListing(query, position, storage)
    }

    package var count: Int {
        switch storage {
        case .listing(let listing): listing.count
        case .sequence(let sequence, _): sequence.count
        }
    }

    package subscript(index: Int) -> ListedAsset {
        switch storage {
        case .listing(let listing): listing[index]
        case .sequence(let sequence, let isReversed):
            sequence[isReversed ? sequence.count - 1 - index : index].asset
        }
    }

    /// All assets, in order.
    package var assets: [ListedAsset] {
        switch storage {
        case .listing(let listing): return listing
        case .sequence(let sequence, let isReversed):
            let assets = sequence.elements.map(\.asset)
            return isReversed ? assets.reversed() : assets
        }
    }

    /// Returns the position of an asset, if it is in the list.
    package func index(of id: Int64, _ record: AssetRecord?) -> Int? {
        if case .sequence(let sequence, let isReversed) = storage, let record,
            let order = TrackedOrder(query),
            let index = sequence.index(of: order.element(record))
        {
            return isReversed ? sequence.count - 1 - index : index
        }
        return assets.firstIndex { $0.id == id }
    }
}

/// The changes of a list of assets.
package struct ListingChange: Sendable {
    package let after: TrackedListing
    /// The details; nil if so much changed that they are not worth computing.
    package let change: ListChange?
    /// The assets at the positions of the details, in the same order.
    package var removed: [ListedAsset] = []
    package var inserted: [ListedAsset] = []
    package var changed: [ListedAsset] = []
}

extension TrackedListing {
    /// Returns the list with its sort keys; nil if they have not been read.
    func sequence(_ order: TrackedOrder) -> AssetSequence? {
        guard case .sequence(let sequence, order.isReversed) = storage else { return nil }
        return sequence
    }
}
