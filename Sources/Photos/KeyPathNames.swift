internal import Foundation

/// The names of key paths, which Swift does not provide for computed properties.
enum KeyPathNames {
    /// Returns the name of a key path's last property; nil for one that cannot be sorted or searched by.
    static func name(of path: AnyKeyPath) -> String? {
        for (known, name) in all where known == path { return name }
        return nil
    }

    private static var all: [(AnyKeyPath, String)] { assets + collections }

    private static var assets: [(AnyKeyPath, String)] {
        [
            (\PHObject.localIdentifier, "localIdentifier"),
            (\PHAsset.localIdentifier, "localIdentifier"),
            (\PHAsset.creationDate, "creationDate"),
            (\PHAsset.modificationDate, "modificationDate"), (\PHAsset.addedDate, "addedDate"),
            (\PHAsset.mediaType, "mediaType"), (\PHAsset.mediaSubtypes, "mediaSubtypes"),
            (\PHAsset.duration, "duration"), (\PHAsset.pixelWidth, "pixelWidth"),
            (\PHAsset.pixelHeight, "pixelHeight"), (\PHAsset.isFavorite, "isFavorite"),
            (\PHAsset.isHidden, "isHidden"), (\PHAsset.burstIdentifier, "burstIdentifier"),
            (\PHAsset.representsBurst, "representsBurst"), (\PHAsset.rating, "rating"),
        ]
    }

    private static var collections: [(AnyKeyPath, String)] {
        [
            (\PHCollection.localIdentifier, "localIdentifier"),
            (\PHAssetCollection.localIdentifier, "localIdentifier"),
            (\PHCollectionList.localIdentifier, "localIdentifier"),
            (\PHCollection.localizedTitle, "localizedTitle"),
            (\PHAssetCollection.localizedTitle, "localizedTitle"),
            (\PHCollectionList.localizedTitle, "localizedTitle"),
            (\PHAssetCollection.startDate, "startDate"), (\PHAssetCollection.endDate, "endDate"),
            (\PHCollectionList.startDate, "startDate"), (\PHCollectionList.endDate, "endDate"),
            (\PHAssetCollection.estimatedAssetCount, "estimatedAssetCount"),
        ]
    }
}
