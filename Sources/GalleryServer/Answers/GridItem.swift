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
    /// Minutes by which the clock of the camera was before UTC; nil where the file does not say.
    let offset: Int?
    /// Seconds of a film; nil for photos.
    let duration: Double?
    let isFavorite: Bool
    let isHidden: Bool
    /// `PHAssetMediaSubtype`, as bits.
    let subtypes: UInt
    /// Whether it stands for a burst, whose other photos are not in the list.
    let burst: String?
    /// What a screen reader says.
    let name: String

    private init(_ asset: PHAsset, _ content: String) {
        id = PhotoID(asset.localIdentifier).text
        self.content = content
        (width, height) = (asset.pixelWidth, asset.pixelHeight)
        date = Int64((asset.creationDate ?? .distantPast).timeIntervalSince1970 * 1_000)
        offset = asset.creationTimeZone.map { $0.secondsFromGMT() / 60 }
        duration = asset.mediaType == .video ? asset.duration : nil
        (isFavorite, isHidden) = (asset.isFavorite, asset.isHidden)
        subtypes = asset.mediaSubtypes.rawValue
        burst = asset.representsBurst ? asset.burstIdentifier : nil
        name = asset.value(forKey: "filename") as? String ?? ""
    }

    /// The items of several photos, which take one question.
    static func items(_ assets: [PHAsset]) -> [GridItem] {
        zip(assets, ContentAddress.addresses(of: assets)).map { GridItem($0, $1) }
    }
}
