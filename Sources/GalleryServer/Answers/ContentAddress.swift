internal import Foundation
internal import Photos

/// A short text that identifies the content of a photo's picture, so that the picture can be cached for ever.
enum ContentAddress {
    static func addresses(of assets: [PHAsset]) -> [String] {
        let known = PHPhotoLibrary.shared()
            .cloudIdentifierMappings(forLocalIdentifiers: assets.map(\.localIdentifier))
        return assets.map { asset in
            let content = try? known[asset.localIdentifier]?.get().stringValue
            return address(asset, content ?? "")
        }
    }

    /// Returns the address, with the date of an edited version, whose file nothing else identifies.
    ///
    /// A photo in the trash has no name for its content, so only its date identifies it.
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
