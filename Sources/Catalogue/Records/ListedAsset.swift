package import PhotoModel

/// An asset in a listing: its ID, with properties that listings use in the lowest bits.
///
/// The column `listed` has the same value, so it sorts by ID.
package struct ListedAsset: Hashable, Sendable {
    package let rawValue: Int64

    init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package init(_ record: AssetRecord) {
        rawValue = record.id << Self.bits | Int64(record.mediaType.rawValue)
    }

    /// Creates an asset of which only the number is known.
    package init(id: Int64) {
        rawValue = id << Self.bits
    }

    /// The asset's number.
    package var id: Int64 { rawValue >> Self.bits }

    package var mediaType: MediaType {
        MediaType(rawValue: Int(rawValue & 3)) ?? .unknown
    }

    private static let bits: Int64 = 4

    /// Returns the smallest raw value that an asset with this number can have.
    static func first(_ id: Int64) -> Int64 { id == .min ? .min : id << bits }

    /// Returns the largest raw value that an asset with this number can have.
    static func last(_ id: Int64) -> Int64 { id << bits | 15 }

    /// Returns the marks of an asset of which only the lowest bits are known.
    static func marks(_ lowest: Int) -> AssetMarks {
        AssetMarks(rawValue: Int64(lowest >> 3 | (lowest >> 2 & 1) << 1 | (lowest & 3) << 4))
    }
}
