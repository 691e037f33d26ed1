internal import Catalogue
public import Foundation
internal import PhotoModel

/// That the library changed; asked for details, it tells what became of an object or of a result.
///
/// Details are as of when they are asked for: what was fetched is compared with what is there now. A result that
/// is newer than the change has none.
open class PHChange: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored.

    /// What became of an asset or a collection's own properties; nil when nothing did.
    ///
    /// Which members a collection has is told of the result of fetching them.
    open func changeDetails<ObjectType: PHObject>(
        for object: ObjectType
    ) -> PHObjectChangeDetails<ObjectType>? {
        switch object {
        case let asset as PHAsset: Self.details(asset, as: object)
        case let collection as PHCollection: Self.details(collection, as: object)
        default: nil
        }
    }

    /// What became of the result of a fetch; nil when nothing did, and for what was fetched from a transient
    /// collection.
    open func changeDetails<ObjectType: PHObject>(
        for fetchResult: PHFetchResult<ObjectType>
    ) -> PHFetchResultChangeDetails<ObjectType>? {
        fetchResult.fetched?.change().map { PHFetchResultChangeDetails(fetchResult, $0) }
    }

    private static func details<ObjectType: PHObject>(
        _ asset: PHAsset,
        as object: ObjectType
    ) -> PHObjectChangeDetails<ObjectType>? {
        guard let before = asset.record, let connection = asset.connection else { return nil }
        let found = connection.ask { reader in try reader.difference(before) }
        guard let found, let (after, isContent) = found else { return nil }
        return PHObjectChangeDetails(
            object,
            after.map { PHAsset($0, connection) } as? ObjectType,
            assetContentChanged: isContent
        )
    }

    private static func details<ObjectType: PHObject>(
        _ collection: PHCollection,
        as object: ObjectType
    ) -> PHObjectChangeDetails<ObjectType>? {
        guard let connection = collection.connection else { return nil }
        let now: CollectionItem?
        switch collection.item {
        case .record(let record)?:
            now = connection.ask { try $0.collection(record.id, record.source) }.flatMap { $0 }
                .map { .record($0) }
        case .momentList(let list)?:
            let lists = connection.ask { try $0.momentLists() }
            now = lists.flatMap { ($0.clusters + $0.years).first { $0.uuid == list.uuid } }
                .map { .momentList($0) }
        case .object?, nil: return nil
        }
        guard now?.facts.properties != collection.facts.properties else { return nil }
        return PHObjectChangeDetails(
            object,
            now?.object(connection) as? ObjectType,
            assetContentChanged: false
        )
    }
}
