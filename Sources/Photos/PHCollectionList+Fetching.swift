internal import Catalogue
internal import Foundation
internal import PhotoModel

extension PHCollectionList {
    /// The folders, or the lists of moments: clusters by date, then years.
    ///
    /// The library's roots are `.rootFolder`s, which only that subtype gives. There are no smart folders.
    public class func fetchCollectionLists(
        with collectionListType: PHCollectionListType,
        subtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options) { reader in
            switch (collectionListType, subtype) {
            case (.folder, .any), (.folder, .regularFolder):
                return try reader.folders().filter { !$0.isRoot }.map { .record($0) }
            case (.folder, .rootFolder):
                return try reader.folders().filter(\.isRoot).map { .record($0) }
            case (.momentList, _):
                return try momentLists(reader, subtype).map { .momentList($0) }
            default: return []
            }
        }
    }

    /// The folders and lists of moments with these identifiers, whole or only their UUIDs.
    public class func fetchCollectionLists(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options) { reader in
            let wanted = Set(identifiers.compactMap { ObjectUUID($0) })
            let folders = try reader.collections(identifiers, [.folder])
            guard folders.count < wanted.count else { return folders.map { .record($0) } }
            let lists = try momentLists(reader, .any).filter { wanted.contains($0.uuid) }
            return folders.map { .record($0) } + lists.map { .momentList($0) }
        }
    }

    /// The folder a collection is in, or a moment's cluster and year; nothing at the top level, in a root.
    public class func fetchCollectionListsContaining(
        _ collection: PHCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options, in: collection.connection) { reader in
            guard let uuid = ObjectUUID(collection.localIdentifier),
                let record = try reader.collection(uuid)
            else { return [] }
            guard record.source == .moment else {
                let parent = try reader.parent(of: record)
                return parent.flatMap { $0.isRoot ? nil : [.record($0)] } ?? []
            }
            return try momentLists(reader, .any, containing: record).map { .momentList($0) }
        }
    }

    /// The cluster or the year a moment is in: with `.any` both.
    public class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        containingMoment moment: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options, in: moment.connection) { reader in
            guard case .stored(let record) = moment.members, record.source == .moment else {
                return []
            }
            return try momentLists(reader, momentListSubtype, containing: record)
                .map { .momentList($0) }
        }
    }

    /// The clusters or the years, by date; with `.any` both.
    public class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options) { try momentLists($0, momentListSubtype).map { .momentList($0) } }
    }

    private class func momentLists(
        _ reader: CatalogueReader,
        _ subtype: PHCollectionListSubtype,
        containing moment: CollectionRecord? = nil
    ) throws -> [MomentList] {
        let (clusters, years) = try reader.momentLists()
        let wanted =
            (subtype == .any || subtype == .momentListCluster ? clusters : [])
            + (subtype == .any || subtype == .momentListYear ? years : [])
        guard let moment else { return wanted }
        return wanted.filter { $0.moments.contains { $0.uuid == moment.uuid } }
    }

    private class func fetch(
        _ options: PHFetchOptions?,
        in connection: LibraryConnection? = nil,
        _ items: @escaping @Sendable (CatalogueReader) throws -> [CollectionItem]
    ) -> PHFetchResult<PHCollectionList> {
        let library = connection ?? PHPhotoLibrary.shared().connection
        return PHFetchResult(CollectionList(library, options, items))
    }
}

extension CollectionRecord {
    /// Whether it is the folder of a root.
    var isRoot: Bool { source == .folder && parent == nil }
}
