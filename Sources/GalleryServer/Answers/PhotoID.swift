internal import Foundation
internal import Photos

/// A local identifier in the form used in URLs, without slashes.
struct PhotoID: Hashable, Sendable {
    let text: String

    init(_ localIdentifier: String) {
        text = localIdentifier.replacing("/", with: ".")
    }

    /// Reads an identifier from a URL; nil if the text is not one.
    init?(address: Substring) {
        let isPlain = address.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E
        }
        guard isPlain, (1...60).contains(address.utf8.count) else { return nil }
        text = String(address)
    }

    var localIdentifier: String { text.replacing(".", with: "/") }

    /// Returns the photo with this identifier.
    ///
    /// - Throws: ``GalleryError`` if the library has no such photo.
    func asset() throws -> PHAsset { try Self.assets([self])[0] }

    /// Returns the photos with these identifiers, in the same order.
    ///
    /// - Throws: ``GalleryError`` if the library does not have all of them.
    static func assets(_ ids: [PhotoID]) throws -> [PHAsset] {
        guard !ids.isEmpty else { return [] }
        let options = PHFetchOptions()
        (options.includeHiddenAssets, options.includeUnreadableAssets) = (true, true)
        options.includeAllBurstAssets = true
        let wanted = ids.map(\.localIdentifier)
        let found = PHAsset.fetchAssets(withLocalIdentifiers: wanted, options: options)
        var byID = Dictionary(
            (0..<found.count).map { (found[$0].localIdentifier, found[$0]) },
            uniquingKeysWith: { first, _ in first }
        )
        let rest = wanted.filter { byID[$0] == nil }
        if !rest.isEmpty { for asset in deleted(rest) { byID[asset.localIdentifier] = asset } }
        let assets = wanted.compactMap { byID[$0] }
        guard assets.count == wanted.count else {
            throw GalleryError.notFound("there is no such photo")
        }
        return assets
    }

    /// Returns the photos in the trash among these.
    private static func deleted(_ identifiers: [String]) -> [PHAsset] {
        let albums = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum,
            subtype: .smartAlbumRecentlyDeleted,
            options: nil
        )
        guard let album = albums.firstObject else { return [] }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "localIdentifier IN %@", identifiers as NSArray)
        let found = PHAsset.fetchAssets(in: album, options: options)
        return (0..<found.count).map { found[$0] }
    }

    /// Returns the album, smart album or moment with this identifier.
    ///
    /// - Throws: ``GalleryError`` if the library has no such collection.
    func collection() throws -> PHAssetCollection {
        let found = PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [localIdentifier],
            options: nil
        )
        guard let collection = found.firstObject else {
            throw GalleryError.notFound("there is no such album")
        }
        return collection
    }
}
