internal import Foundation
internal import Photos

/// What the picture of a photo is made of, as a short text: it names the content, so that it can be kept for ever.
enum ContentAddress {
    static func addresses(of assets: [PHAsset]) -> [String] {
        let known = PHPhotoLibrary.shared()
            .cloudIdentifierMappings(forLocalIdentifiers: assets.map(\.localIdentifier))
        return assets.map { asset in
            let content = try? known[asset.localIdentifier]?.get().stringValue
            return address(asset, content ?? "")
        }
    }

    /// An edited version lies in a file of its own, which only its date tells of; so does a photo in the trash, whose
    /// content has no name.
    private static func address(_ asset: PHAsset, _ content: String) -> String {
        guard !content.isEmpty else { return "at-" + date(of: asset) }
        let name = content.replacing(":", with: "-")
        return asset.hasAdjustments ? name + "-" + date(of: asset) : name
    }

    private static func date(of asset: PHAsset) -> String {
        let date = asset.modificationDate.map { Int64($0.timeIntervalSince1970 * 1_000) } ?? 0
        return String(date, radix: 36)
    }
}
