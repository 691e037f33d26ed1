// Code as apps have it, in a style of its own.
// swift-format-ignore-file
import Photos

/// The list of albums of a picker, as apps build it.
public final class AlbumListModel {
    public struct Row {
        public let title: String
        public let count: Int
        public let identifier: String
        public let thumbnail: PHAsset?
        public let isSmart: Bool
    }

    public private(set) var rows: [Row] = []
    private let options: PHFetchOptions

    public init(mediaTypes: [PHAssetMediaType] = [.image, .video]) {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType IN %@", mediaTypes.map { $0.rawValue })
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        self.options = options
    }

    public func reload() {
        rows.removeAll()
        let smartAlbums = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum, subtype: .albumRegular, options: nil)
        let userOptions = PHFetchOptions()
        userOptions.predicate = NSPredicate(format: "estimatedAssetCount > 0")
        userOptions.sortDescriptors = [
            NSSortDescriptor(key: "localizedTitle", ascending: true)
        ]
        let albums = PHAssetCollection.fetchAssetCollections(
            with: .album, subtype: .any, options: userOptions)
        for result in [smartAlbums, albums] {
            result.enumerateObjects { collection, _, _ in
                if let row = self.row(for: collection) { self.rows.append(row) }
            }
        }
        rows.sort { first, second in first.isSmart && !second.isSmart }
    }

    private func row(for collection: PHAssetCollection) -> Row? {
        // "Recently Deleted" has no public name.
        if collection.assetCollectionSubtype.rawValue == 1_000_000_201 { return nil }
        if collection.assetCollectionSubtype == .smartAlbumAllHidden { return nil }
        let assets = PHAsset.fetchAssets(in: collection, options: options)
        guard assets.count > 0 else { return nil }
        return Row(
            title: collection.localizedTitle ?? "Untitled",
            count: collection.estimatedAssetCount == NSNotFound
                ? assets.count : collection.estimatedAssetCount,
            identifier: collection.localIdentifier.components(separatedBy: "/").first ?? "",
            thumbnail: assets.firstObject,
            isSmart: collection.assetCollectionType == .smartAlbum)
    }

    public static func icon(for collection: PHAssetCollection) -> String {
        switch collection.assetCollectionSubtype {
        case .smartAlbumUserLibrary: return "photo.on.rectangle"
        case .smartAlbumFavorites: return "heart"
        case .smartAlbumPanoramas: return "pano"
        case .smartAlbumVideos, .smartAlbumSlomoVideos, .smartAlbumTimelapses: return "video"
        case .smartAlbumSelfPortraits: return "person.crop.square"
        case .smartAlbumLivePhotos: return "livephoto"
        case .smartAlbumBursts: return "square.stack.3d.down.right"
        default: return "folder"
        }
    }
}

/// Walks folders the way a sidebar does.
public func outline(
    of list: PHCollectionList? = nil, depth: Int = 0
) -> [(title: String, depth: Int)] {
    let children: PHFetchResult<PHCollection>
    if let list = list {
        children = PHCollection.fetchCollections(in: list, options: nil)
    } else {
        children = PHCollectionList.fetchTopLevelUserCollections(with: nil)
    }
    var lines: [(String, Int)] = []
    children.enumerateObjects { child, _, _ in
        lines.append((child.localizedTitle ?? "", depth))
        if let folder = child as? PHCollectionList {
            lines += outline(of: folder, depth: depth + 1)
        } else if child.isKind(of: PHAssetCollection.self) {
            assert(child.canContainAssets)
        }
    }
    return lines
}
