package import PhotoModel

/// The meaning of ``HistoryEntry/keys`` for each kind of object.
extension HistoryEntry {
    /// The changed properties of an asset that was not removed.
    package var assetKeys: AssetKeys { AssetKeys(rawValue: keys) }

    /// The changed properties of a collection.
    package var collectionKeys: CollectionKeys { CollectionKeys(rawValue: keys) }

    /// The media type of a removed asset.
    package var mediaType: MediaType { MediaType(rawValue: Int(keys)) ?? .unknown }

    /// The condition of a root.
    package var libraryState: LibraryState { LibraryState(rawValue: keys >> 8) ?? .offline }

    /// The reason for a root's condition.
    package var stateReason: StateReason { StateReason(rawValue: keys & 0xFF) ?? .start }

    /// The time until the catalogue was in sync with the folders, in milliseconds.
    package var milliseconds: Int64 { keys }

    static func keys(_ type: MediaType) -> Int64 { Int64(type.rawValue) }

    static func keys(_ state: LibraryState, _ reason: StateReason) -> Int64 {
        state.rawValue << 8 | reason.rawValue
    }
}
