internal import PhotoModel

/// The changes of assets in a range of the history.
package struct AssetChanges: Sendable {
    /// An asset that was inserted, removed or changed.
    struct Asset: Sendable {
        /// Whether the asset existed at the beginning.
        var wasThere: Bool
        /// The date it was ordered by then, in microseconds since 1970.
        var creationDate: Int64 = 0
        var modificationDate: Int64 = 0
    }

    /// The sequence number after which the range begins.
    package let base: Int64
    /// The last sequence number in the range.
    package let end: Int64
    let assets: [Int64: Asset]

    package var count: Int { assets.count }

    package var isEmpty: Bool { assets.isEmpty }
}
