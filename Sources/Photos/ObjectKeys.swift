internal import Catalogue
internal import Foundation
internal import ObjectEvaluation
internal import PredicateFormat

/// The values that a library's objects have for the names of keys; each table has the properties of one class.
///
/// Numbers are `NSNumber`, as in key-value coding, which `as?` converts to any type of number.
enum ObjectKeys<Object> {
    typealias Value = @Sendable (Object) -> Any?
    typealias Table = [String: Value]
}

extension PHObject {
    static let objectKeys: ObjectKeys<PHObject>.Table = [
        "localIdentifier": { $0.localIdentifier }
    ]
}

extension PHAsset {
    /// The keys of Apple's properties, other names that predicates use for some of them, and `filename`.
    static let assetKeys: ObjectKeys<PHAsset>.Table = [
        "playbackStyle": { NSNumber(value: $0.playbackStyle.rawValue) },
        "mediaType": { NSNumber(value: $0.mediaType.rawValue) },
        "mediaSubtypes": { NSNumber(value: $0.mediaSubtypes.rawValue) },
        "pixelWidth": { NSNumber(value: $0.pixelWidth) },
        "pixelHeight": { NSNumber(value: $0.pixelHeight) },
        "creationDate": { $0.creationDate },
        "modificationDate": { $0.modificationDate },
        "addedDate": { $0.addedDate },
        "location": { $0.location },
        "duration": { NSNumber(value: $0.duration) },
        "isFavorite": { NSNumber(value: $0.isFavorite) },
        "favorite": { NSNumber(value: $0.isFavorite) },
        "isHidden": { NSNumber(value: $0.isHidden) },
        "hidden": { NSNumber(value: $0.isHidden) },
        "burstIdentifier": { $0.burstIdentifier },
        "representsBurst": { NSNumber(value: $0.representsBurst) },
        "burstSelectionTypes": { NSNumber(value: $0.burstSelectionTypes.rawValue) },
        "sourceType": { NSNumber(value: $0.sourceType.rawValue) },
        "hasAdjustments": { NSNumber(value: $0.hasAdjustments) },
        "adjustmentFormatIdentifier": { $0.adjustmentFormatIdentifier },
        "adjustmentsState": { NSNumber(value: $0.adjustmentsState.rawValue) },
        "adjustmentTimestamp": { $0.adjustmentTimestamp },
        "originalResourceChoice": { NSNumber(value: $0.originalResourceChoice.rawValue) },
        "rating": { NSNumber(value: $0.rating.rawValue) },
        "extendedMetadata": { $0.extendedMetadata },
        "contentType": { $0.contentType },
        "uniformTypeIdentifier": { $0.contentType.identifier },
        "originalFilename": { $0.value(forKey: "filename") },
        "filename": { asset in
            asset.record.map { String(decoding: $0.file.name, as: UTF8.self) }
        },
    ]

    /// Returns the value of a key that only predicates know, such as `cameraMake`.
    func predicateValue(forKey key: String) -> Any? {
        guard let known = PredicateKey(key, of: .asset) else { return nil }
        return value(of: known).object
    }
}

extension PHCollection {
    static let collectionKeys: ObjectKeys<PHCollection>.Table = [
        "canContainAssets": { NSNumber(value: $0.canContainAssets) },
        "canContainCollections": { NSNumber(value: $0.canContainCollections) },
        "localizedTitle": { $0.localizedTitle },
        "title": { $0.localizedTitle },
        "modificationDate": { $0.modificationDate },
    ]
}

extension PHAssetCollection {
    static let assetCollectionKeys: ObjectKeys<PHAssetCollection>.Table = [
        "assetCollectionType": { NSNumber(value: $0.assetCollectionType.rawValue) },
        "assetCollectionSubtype": { NSNumber(value: $0.assetCollectionSubtype.rawValue) },
        "estimatedAssetCount": { NSNumber(value: $0.estimatedAssetCount) },
        "startDate": { $0.startDate },
        "endDate": { $0.endDate },
        "approximateLocation": { $0.approximateLocation },
        "localizedLocationNames": { $0.localizedLocationNames },
    ]
}

extension PHCollectionList {
    static let collectionListKeys: ObjectKeys<PHCollectionList>.Table = [
        "collectionListType": { NSNumber(value: $0.collectionListType.rawValue) },
        "collectionListSubtype": { NSNumber(value: $0.collectionListSubtype.rawValue) },
        "startDate": { $0.startDate },
        "endDate": { $0.endDate },
        "localizedLocationNames": { $0.localizedLocationNames },
    ]
}

extension PHAssetResource {
    /// The keys of the properties, and names that code for Apple's systems uses without a property.
    static let resourceKeys: ObjectKeys<PHAssetResource>.Table = [
        "type": { NSNumber(value: $0.type.rawValue) },
        "assetLocalIdentifier": { $0.assetLocalIdentifier },
        "uniformTypeIdentifier": { $0.uniformTypeIdentifier },
        "uti": { $0.uniformTypeIdentifier },
        "contentType": { $0.contentType },
        "originalFilename": { $0.originalFilename },
        "filename": { $0.filename },
        "pixelWidth": { NSNumber(value: $0.pixelWidth) },
        "pixelHeight": { NSNumber(value: $0.pixelHeight) },
        "fileSize": { $0.dataSize.map { NSNumber(value: $0) } },
        "dataSize": { $0.dataSize.map { NSNumber(value: $0) } },
        "locallyAvailable": { _ in NSNumber(value: true) },
        "isCurrent": { _ in NSNumber(value: true) },
    ]
}
