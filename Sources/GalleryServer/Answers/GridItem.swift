internal import Foundation
internal import Photos

/// The part of a photo's data that a grid shows.
struct GridItem: Encodable, Sendable {
    let id: String
    /// The identity of the picture's content: it changes with the content, but not with the file's location.
    let content: String
    /// Pixels.
    let width: Int
    let height: Int
    /// Milliseconds since 1970.
    let date: Int64
    /// Minutes by which the clocks were ahead of UTC where it was taken.
    let offset: Int
    /// The duration of a film in seconds; nil for photos.
    let duration: Double?
    let isFavorite: Bool
    let isHidden: Bool
    /// `PHAssetMediaSubtype`, as bits.
    let subtypes: UInt
    /// The burst that the photo represents; the burst's other photos are not in the list.
    let burst: String?
    /// The text that a screen reader speaks.
    let name: String

    private init(_ asset: PHAsset, _ content: String) {
        id = PhotoID(asset.localIdentifier).text
        self.content = content
        (width, height) = (asset.pixelWidth, asset.pixelHeight)
        date = Int64((asset.creationDate ?? .distantPast).timeIntervalSince1970 * 1_000)
        offset = (asset.creationTimeZone?.secondsFromGMT() ?? 0) / 60
        duration = asset.mediaType == .video ? asset.duration : nil
        (isFavorite, isHidden) = (asset.isFavorite, asset.isHidden)
        subtypes = asset.mediaSubtypes.rawValue
        burst = asset.representsBurst ? asset.burstIdentifier : nil
        name = asset.value(forKey: "filename") as? String ?? ""
    }

    /// Returns the items of several photos with a single query.
    static func items(_ assets: [PHAsset]) -> [GridItem] {
        zip(assets, ContentAddress.addresses(of: assets)).map { GridItem($0, $1) }
    }
}
