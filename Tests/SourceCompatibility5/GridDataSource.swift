// Code as apps have it, in a style of its own.
// swift-format-ignore-file
import Foundation
import Photos

/// What a grid of thumbnails asks for.
public final class GridDataSource {
    public enum Filter {
        case all, photos, videos, panoramas, screenshots, live, favorites
    }

    public private(set) var fetchResult = PHFetchResult<PHAsset>()
    public var collection: PHAssetCollection?
    public var filter: Filter = .all { didSet { reload() } }
    public var since: Date? { didSet { reload() } }
    public var newestFirst = true

    public init(collection: PHAssetCollection? = nil) {
        self.collection = collection
        reload()
    }

    private var predicate: NSPredicate? {
        var parts = [NSPredicate]()
        switch filter {
        case .all: break
        case .photos:
            parts.append(NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue))
        case .videos:
            parts.append(
                NSPredicate(format: "mediaType = %i", PHAssetMediaType.video.rawValue))
        case .panoramas:
            parts.append(
                NSPredicate(
                    format: "(mediaSubtype & %d) != 0", PHAssetMediaSubtype.photoPanorama.rawValue))
        case .screenshots:
            parts.append(
                NSPredicate(
                    format: "((mediaSubtypes & %d) == %d)",
                    PHAssetMediaSubtype.photoScreenshot.rawValue,
                    PHAssetMediaSubtype.photoScreenshot.rawValue))
        case .live:
            parts.append(
                NSPredicate(
                    format: "(mediaSubtypes & %d) != 0",
                    argumentArray: [PHAssetMediaSubtype.photoLive.rawValue]))
        case .favorites:
            parts.append(NSPredicate(format: "favorite == %@", NSNumber(value: true)))
        }
        if let since = since {
            parts.append(NSPredicate(format: "creationDate >= %@", since as NSDate))
        }
        parts.append(NSPredicate(format: "hidden == NO"))
        return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    }

    public func reload() {
        let options = PHFetchOptions()
        options.predicate = predicate
        options.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared]
        options.sortDescriptors = [
            NSSortDescriptor(key: "creationDate", ascending: !newestFirst),
            NSSortDescriptor(keyPath: \PHAsset.localIdentifier, ascending: true),
        ]
        if let collection = collection {
            fetchResult = PHAsset.fetchAssets(in: collection, options: options)
        } else {
            fetchResult = PHAsset.fetchAssets(with: options)
        }
    }

    public func asset(at indexPath: IndexPath) -> PHAsset { fetchResult[indexPath.item] }

    public func indexPath(of asset: PHAsset) -> IndexPath? {
        let index = fetchResult.index(of: asset)
        return index == NSNotFound ? nil : IndexPath(item: index, section: 0)
    }

    public func assets(in range: NSRange) -> [PHAsset] {
        guard let range = Range(range) else { return [] }
        return fetchResult.objects(at: IndexSet(integersIn: range))
    }

    public var footer: String {
        let photos = fetchResult.countOfAssets(with: .image)
        let videos = fetchResult.countOfAssets(with: .video)
        return "\(photos) Photos, \(videos) Videos"
    }

    public static func badge(for asset: PHAsset) -> String? {
        if asset.mediaSubtypes.contains(.photoLive) { return "LIVE" }
        if asset.mediaSubtypes.contains(.videoHighFrameRate) { return "SLO-MO" }
        if asset.representsBurst { return "BURST" }
        switch asset.mediaType {
        case .video: return String(format: "%d:%02d", Int(asset.duration) / 60, Int(asset.duration) % 60)
        case .image, .audio, .unknown: return nil
        @unknown default: return nil
        }
    }

    /// The assets of the last search that are still there.
    public func restore(_ identifiers: [String]) -> [String: PHAsset] {
        var found: [String: PHAsset] = [:]
        PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
            .enumerateObjects { (asset: PHAsset, _: Int, stop: UnsafeMutablePointer<ObjCBool>) in
                found[asset.localIdentifier] = asset
                if found.count == identifiers.count { stop.pointee = true }
            }
        return found
    }
}

/// The newest picture, as a camera's button shows it.
public func newestAsset() -> PHAsset? {
    let options = PHFetchOptions()
    options.fetchLimit = 1
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    return PHAsset.fetchAssets(with: .image, options: options).firstObject
}

/// Photos and films of a day, by two conditions merged.
public func assets(on day: Date, calendar: Calendar) -> PHFetchResult<PHAsset> {
    let start = calendar.startOfDay(for: day)
    let end = start.addingTimeInterval(86_400)
    let options = PHFetchOptions()
    options.predicate = NSCompoundPredicate(
        type: .and,
        subpredicates: [
            NSPredicate(format: "creationDate >= %@ AND creationDate < %@", start as CVarArg, end as CVarArg),
            NSPredicate(
                format: "mediaType == %d || mediaType == %d", PHAssetMediaType.image.rawValue,
                PHAssetMediaType.video.rawValue),
        ])
    return PHAsset.fetchAssets(with: options)
}
