internal import Catalogue
public import Foundation
internal import PhotoModel

/// A change of the library, with details for an object or a fetch result on request.
///
/// For ten seconds, details describe the library as of the change and leave out later commits; after that, they
/// describe its present state.
///
/// The objects and fetch results must come from the library that changed.
open class PHChange: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because the only stored property is constant and Sendable.

    /// The state after the change; nil for an empty change.
    private let moment: LibraryMoment?

    /// Creates an empty change, which has no details.
    public override init() {
        moment = nil
    }

    init(_ moment: LibraryMoment) {
        self.moment = moment
    }

    /// Creates the change that covers everything in the library's history up to now.
    package init(upToNowIn library: PHPhotoLibrary) {
        moment = LibraryMoment(library.connection, since: nil)
    }

    /// Returns how an asset, or a collection's own properties, changed; nil if this change did not affect the object.
    ///
    /// Changes of a collection's members are reported for the fetch result that contains them.
    open func changeDetails<ObjectType: PHObject>(
        for object: ObjectType
    ) -> PHObjectChangeDetails<ObjectType>? {
        guard let moment, object.origin?.library == moment.connection.library else { return nil }
        return switch object {
        case let asset as PHAsset: moment.details(asset, as: object)
        case let collection as PHCollection: moment.details(collection, as: object)
        default: nil
        }
    }

    /// Returns how a fetch result differs from the same fetch after the change.
    ///
    /// Returns nil if there is no difference, if the result is newer than the change, and for a fetch from a transient
    /// collection.
    open func changeDetails<ObjectType: PHObject>(
        for fetchResult: PHFetchResult<ObjectType>
    ) -> PHFetchResultChangeDetails<ObjectType>? {
        guard let moment else { return nil }
        return fetchResult.fetched?.change(at: moment)
            .map { PHFetchResultChangeDetails(fetchResult, $0) }
    }
}

extension LibraryMoment {
    fileprivate func details<ObjectType: PHObject>(
        _ asset: PHAsset,
        as object: ObjectType
    ) -> PHObjectChangeDetails<ObjectType>? {
        guard let before = asset.record else { return nil }
        let found = ask { [base] reader in try reader.difference(before, since: base) }
        guard let found, let (after, isContent) = found else { return nil }
        return PHObjectChangeDetails(
            object,
            after.map { PHAsset($0, connection) } as? ObjectType,
            assetContentChanged: isContent
        )
    }

    fileprivate func details<ObjectType: PHObject>(
        _ collection: PHCollection,
        as object: ObjectType
    ) -> PHObjectChangeDetails<ObjectType>? {
        let now: CollectionItem?
        var isTold = false
        switch collection.item {
        case .record(let record)?:
            let found = ask { [base] reader in
                let keys = try reader.changedKeys(of: record.id, record.source, since: base)
                return (keys, try reader.collection(record.id, record.source))
            }
            guard let (keys, after) = found, let keys else { return nil }
            now = after.map { .record($0) }
            isTold = !keys.isDisjoint(with: [.title, .location])
        case .momentList(let list)?:
            let lists = ask { try $0.momentLists() }
            now = lists.flatMap { ($0.clusters + $0.years).first { $0.uuid == list.uuid } }
                .map { .momentList($0) }
        case .object?, nil: return nil
        }
        guard isTold || now?.facts.properties != collection.facts.properties else { return nil }
        return PHObjectChangeDetails(
            object,
            now?.object(connection) as? ObjectType,
            assetContentChanged: false
        )
    }
}
