internal import Catalogue
public import Foundation
internal import PhotoModel

/// That the library changed; asked for details, it tells what became of an object or of a result.
///
/// Details are as of the change. Asked for within ten seconds, they tell of nothing that came later, be it
/// committed meanwhile; a change that is kept longer tells of the present.
///
/// What is asked about has to be of the library that changed.
open class PHChange: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because the only stored property is constant and Sendable.

    /// The state after the change; nil for a change of nothing.
    private let moment: LibraryMoment?

    /// A change of nothing, which has no details.
    public override init() {
        moment = nil
    }

    init(_ moment: LibraryMoment) {
        self.moment = moment
    }

    /// All that happened to a library up to now.
    package init(upToNowIn library: PHPhotoLibrary) {
        moment = LibraryMoment(library.connection, since: nil)
    }

    /// What became of an asset or a collection's own properties; nil when this change did nothing to it.
    ///
    /// Which members a collection has is told of the result of fetching them.
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

    /// How the result of a fetch differs from what the same fetch gives after the change; nil when it does not, for a
    /// result that is newer than the change, and for what was fetched from a transient collection.
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
