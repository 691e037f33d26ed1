internal import Foundation
internal import Photos

/// An album, folder, smart album or moment, as shown in the sidebar.
struct CollectionFacts: Encodable, Sendable {
    enum Kind: String, Encodable, Sendable {
        case album, folder, smart, moment
    }

    let id: String
    let title: String
    let kind: Kind
    /// `PHAssetCollectionSubtype` of a smart album, as a number.
    let subtype: Int?
    /// The number of photos; nil for folders, and where it would have to be counted.
    let count: Int?
    /// Milliseconds since 1970; only for moments.
    let date: Int64?
    /// Whether a person made it.
    let isOwn: Bool
    /// Whether its photos are in the trash.
    let isTrash: Bool

    private init?(_ collection: PHCollection) {
        id = PhotoID(collection.localIdentifier).text
        guard let album = collection as? PHAssetCollection else {
            guard collection is PHCollectionList else { return nil }
            (kind, subtype, count, date, isOwn, isTrash) =
                (.folder, nil, nil, nil, false, false)
            title = collection.localizedTitle ?? ""
            return
        }
        switch album.assetCollectionType {
        case .smartAlbum: kind = .smart
        case .moment: kind = .moment
        default: kind = .album
        }
        title = album.localizedTitle ?? ""
        isOwn = album.canPerform(.delete)
        isTrash = album.assetCollectionSubtype == .smartAlbumRecentlyDeleted
        subtype = kind == .smart ? album.assetCollectionSubtype.rawValue : nil
        count = album.estimatedAssetCount == NSNotFound ? nil : album.estimatedAssetCount
        date = album.startDate.map { Int64($0.timeIntervalSince1970 * 1_000) }
    }

    private static func all<Object: PHCollection>(_ found: PHFetchResult<Object>)
        -> [CollectionFacts]
    { (0..<found.count).compactMap { CollectionFacts(found[$0]) } }

    /// Returns the smart albums.
    static func smart() -> [CollectionFacts] {
        let found = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum,
            subtype: .any,
            options: nil
        )
        // It is only fetched by its own subtype.
        let deleted = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum,
            subtype: .smartAlbumRecentlyDeleted,
            options: nil
        )
        return all(found) + all(deleted)
    }

    /// Returns the collections in a folder, or at the top level.
    ///
    /// - Throws: ``GalleryError`` if the folder does not exist.
    static func children(of folder: PhotoID?) throws -> [CollectionFacts] {
        guard let folder else { return all(PHCollection.fetchTopLevelUserCollections(with: nil)) }
        let found = PHCollectionList.fetchCollectionLists(
            withLocalIdentifiers: [folder.localIdentifier],
            options: nil
        )
        guard let list = found.firstObject else {
            throw GalleryError.notFound("there is no such folder")
        }
        return all(PHCollection.fetchCollections(in: list, options: nil))
    }

    /// Returns some of the moments, the latest first.
    static func moments(from start: Int, count: Int) -> [CollectionFacts] {
        let found = PHAssetCollection.fetchMoments(with: nil)
        let end = max(0, found.count - start)
        let range = max(0, end - count)..<end
        return range.reversed().compactMap { CollectionFacts(found[$0]) }
    }

    /// Returns the albums that contain a photo.
    static func albums(of asset: PHAsset) -> [CollectionFacts] {
        let found = PHAssetCollection.fetchAssetCollectionsContaining(
            asset,
            with: .album,
            options: nil
        )
        return all(found)
    }
}
