// Code as apps have it, in a style of its own.
// swift-format-ignore-file
import Photos
import UniformTypeIdentifiers

/// What an uploader sends along with a file, as apps write it.
public struct UploadDescription: Codable, Hashable, Sendable {
    public let type: UTType
    public let mimeType: String
    public let name: String
    public let caption: String?
    public let keywords: [String]
    public let stars: Int

    public init(asset: PHAsset, resource: PHAssetResource) {
        type = resource.contentType
        mimeType = resource.contentType.preferredMIMEType ?? "application/octet-stream"
        let base = (resource.originalFilename as NSString).deletingPathExtension
        let file = asset.contentType.preferredFilenameExtension ?? "bin"
        name = "\(base).\(file)"
        caption = asset.extendedMetadata.caption
        keywords = asset.extendedMetadata.keywords
        stars = asset.rating.rawValue
    }
}

/// Whether a file that was dropped somewhere can be added.
public func canImport(_ url: URL) -> Bool {
    guard let type = UTType(filenameExtension: url.pathExtension) else { return false }
    return type.conforms(to: .image) || type.conforms(to: .movie)
}

/// The extension for what a server says that it sends.
public func fileExtension(mimeType: String) -> String? {
    UTType(mimeType: mimeType, conformingTo: .image)?.preferredFilenameExtension
}

/// How many stars are shown; a switch over all cases compiles.
public func stars(_ rating: PHAsset.Rating) -> String {
    switch rating {
    case .unset: return "–"
    case .one: return "★"
    case .two: return "★★"
    case .three: return "★★★"
    case .four: return "★★★★"
    case .five: return "★★★★★"
    @unknown default: return "?"
    }
}

/// The best pictures with a keyword.
public func best(with keyword: String) -> PHFetchResult<PHAsset> {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(
        format: "rating >= %d AND ANY keywords ==[cd] %@",
        PHAsset.Rating.four.rawValue,
        keyword
    )
    options.sortDescriptors = [NSSortDescriptor(key: "rating", ascending: false)]
    options.prefetchAssetExtendedMetadata = true
    return PHAsset.fetchAssets(with: options)
}

/// Gives pictures stars.
public func rate(_ assets: [PHAsset], _ rating: PHAsset.Rating) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
        for asset in assets { PHAssetChangeRequest(for: asset).rating = rating }
    }
}

/// What is shown of an error.
public func explanation(_ error: any Error) -> String {
    guard let error = error as? PHPhotosError else { return error.localizedDescription }
    return "\(error.errorCode): \(error.errorUserInfo[NSLocalizedDescriptionKey] ?? "")"
}

/// Names for collections by what they are.
public func kind(of collection: PHCollection) -> String {
    if collection is PHProject { return "project" }
    return collection is PHAssetCollection ? "album" : "folder"
}

/// Where a floor is known, it is shown.
public func floor(of location: CLLocation?) -> String? {
    location?.floor.map { "floor \($0.level)" }
}

/// What was written of an asset, for previews and tests.
public final class PreviewTexts: PHAssetExtendedMetadata, @unchecked Sendable {
    public override var caption: String? { "A caption" }
    public override var keywords: [String] { ["one"] }
}
