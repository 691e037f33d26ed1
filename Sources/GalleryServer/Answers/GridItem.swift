internal import Foundation
internal import Photos

/// What a page shows of a photo in a grid.
struct GridItem: Encodable, Sendable {
    let id: String
    /// What its picture is made of: another content has another one, wherever it lies.
    let content: String
    /// Pixels.
    let width: Int
    let height: Int
    /// Milliseconds since 1970.
    let date: Int64
    /// Seconds; nil for photos.
    let duration: Double?
    let isFavorite: Bool
    /// `PHAssetMediaSubtype`, as bits.
    let subtypes: UInt
    let isFilm: Bool
    /// Whether it stands for a burst, whose other photos are not in the list.
    let burst: String?
    /// What a screen reader says.
    let name: String

    private init(_ asset: PHAsset, _ content: String) {
        id = PhotoID(asset.localIdentifier).text
        self.content = content
        (width, height) = (asset.pixelWidth, asset.pixelHeight)
        date = Int64((asset.creationDate ?? .distantPast).timeIntervalSince1970 * 1_000)
        isFilm = asset.mediaType == .video
        duration = isFilm ? asset.duration : nil
        isFavorite = asset.isFavorite
        subtypes = asset.mediaSubtypes.rawValue
        burst = asset.representsBurst ? asset.burstIdentifier : nil
        name = asset.value(forKey: "filename") as? String ?? ""
    }

    /// The items of several photos, which take one question.
    static func items(_ assets: [PHAsset]) -> [GridItem] {
        zip(assets, ContentAddress.addresses(of: assets)).map { GridItem($0, $1) }
    }
}

/// A local identifier as it stands in addresses: without slashes.
struct PhotoID: Hashable, Sendable {
    let text: String

    init(_ localIdentifier: String) {
        text = localIdentifier.replacing("/", with: ".")
    }

    /// What stands in an address; nil for what is no identifier.
    init?(address: Substring) {
        let isPlain = address.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E
        }
        guard isPlain, (1...60).contains(address.utf8.count) else { return nil }
        text = String(address)
    }

    var localIdentifier: String { text.replacing(".", with: "/") }

    /// The photo of that identifier.
    ///
    /// - Throws: ``GalleryError`` if the library has none.
    func asset() throws -> PHAsset {
        let options = PHFetchOptions()
        (options.includeHiddenAssets, options.includeUnreadableAssets) = (true, true)
        options.includeAllBurstAssets = true
        let found = PHAsset.fetchAssets(
            withLocalIdentifiers: [localIdentifier],
            options: options
        )
        guard let asset = found.firstObject else {
            throw GalleryError.notFound("there is no such photo")
        }
        return asset
    }
}
