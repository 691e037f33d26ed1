internal import Catalogue
public import Foundation
internal import PhotoModel

extension PHAssetCollection {
    /// The albums, smart albums or moments of a type.
    ///
    /// With the subtype `.any` all of them but Recently Deleted, which only its own subtype finds; `.smartAlbum`
    /// with `.albumRegular` gives all smart albums too, as on Apple's systems. Albums come by path, then those the
    /// user made; smart albums in the order Apple's app shows them; moments by date.
    public class func fetchAssetCollections(
        with type: PHAssetCollectionType,
        subtype: PHAssetCollectionSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        fetch(options) { reader in
            switch type {
            case .album:
                return subtype == .any || subtype == .albumRegular ? try reader.albums() : []
            case .smartAlbum:
                let isAny = subtype == .any || subtype == .albumRegular
                let deleted = PHAssetCollectionSubtype.smartAlbumRecentlyDeleted.rawValue
                return try reader.collections([.smartAlbum]).filter {
                    isAny
                        ? $0.subtype.rawValue != deleted : $0.subtype.rawValue == subtype.rawValue
                }
            case .moment:
                return subtype == .any ? try reader.collections([.moment]) : []
            }
        }
    }

    /// The albums, smart albums and moments with these identifiers, whole or only their UUIDs.
    public class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        fetch(options) { reader in
            try reader.collections(identifiers, [.album, .smartAlbum, .moment])
        }
    }

    /// The albums an asset is in, or its moment; smart albums are not supported, as on Apple's systems.
    public class func fetchAssetCollectionsContaining(
        _ asset: PHAsset,
        with type: PHAssetCollectionType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        fetch(options, in: asset.connection) { reader in
            guard let id = asset.record?.id, let record = try reader.asset(id) else { return [] }
            switch type {
            case .album: return try reader.albums(containing: record)
            case .moment:
                return try record.momentItem.flatMap { try reader.moment(of: $0) }.map { [$0] }
                    ?? []
            case .smartAlbum: return []
            }
        }
    }

    /// Nothing: there is no asset library of before 2014 on Linux.
    public class func fetchAssetCollections(
        withALAssetGroupURLs assetGroupURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        PHFetchResult()
    }

    /// The moments of a cluster or a year, by date.
    public class func fetchMoments(
        inMomentList momentList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard let connection = momentList.connection else { return PHFetchResult() }
        return PHFetchResult(CollectionList(connection, options) { try momentList.moments($0) })
    }

    /// All moments, by date.
    public class func fetchMoments(with options: PHFetchOptions?) -> PHFetchResult<
        PHAssetCollection
    > {
        fetchAssetCollections(with: .moment, subtype: .any, options: options)
    }

    private class func fetch(
        _ options: PHFetchOptions?,
        in connection: LibraryConnection? = nil,
        _ records: @escaping @Sendable (CatalogueReader) throws -> [CollectionRecord]
    ) -> PHFetchResult<PHAssetCollection> {
        PHFetchResult(
            CollectionList(connection ?? PHPhotoLibrary.shared().connection, options) { reader in
                try records(reader).map { .record($0) }
            }
        )
    }
}

extension CatalogueReader {
    /// The collections with these identifiers, each once, of which kinds are wanted.
    func collections(
        _ identifiers: [String],
        _ kinds: Set<ObjectKind>
    ) throws -> [CollectionRecord] {
        var seen: Set<ObjectUUID> = []
        var found: [CollectionRecord] = []
        for identifier in identifiers {
            guard let uuid = ObjectUUID(identifier), seen.insert(uuid).inserted else { continue }
            if let record = try collection(uuid), kinds.contains(record.kind) {
                found.append(record)
            }
        }
        return found
    }
}
