// Code as apps have it, in a style of its own.
// swift-format-ignore-file
import Foundation
import Photos

/// Copies originals somewhere else.
public final class BackupService {
    public enum Failure: Error {
        case denied, noResource
    }

    private let manager = PHAssetResourceManager.default()

    public init() {}

    public func begin(_ completion: @escaping @Sendable (Bool) -> Void) {
        PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
            switch status {
            case .authorized, .limited: completion(true)
            case .denied, .restricted, .notDetermined: completion(false)
            @unknown default: completion(false)
            }
        }
    }

    public func begin() async throws {
        let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        guard status == .authorized || status == .limited else { throw Failure.denied }
    }

    public func original(of asset: PHAsset) -> PHAssetResource? {
        let resources = PHAssetResource.assetResources(for: asset)
        let wanted: PHAssetResourceType = asset.mediaType == .video ? .video : .photo
        return resources.first(where: { $0.type == wanted }) ?? resources.first
    }

    public func size(of resource: PHAssetResource) -> Int64 {
        (resource.value(forKey: "fileSize") as? NSNumber)?.int64Value ?? 0
    }

    public func isLocal(_ resource: PHAssetResource) -> Bool {
        resource.value(forKey: "locallyAvailable") as? Bool ?? true
    }

    public func copy(_ asset: PHAsset, into folder: URL) async throws -> [URL] {
        var written: [URL] = []
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        options.progressHandler = { progress in print("downloading", progress) }
        for resource in PHAssetResource.assetResources(for: asset) {
            let file = folder.appendingPathComponent(resource.originalFilename)
            try await manager.writeData(for: resource, toFile: file, options: options)
            written.append(file)
        }
        return written
    }

    public func name(of asset: PHAsset) -> String {
        asset.value(forKey: "filename") as? String
            ?? PHAssetResource.assetResources(for: asset).first?.originalFilename ?? "unknown"
    }

    public static func explain(_ error: any Error) -> String {
        switch error {
        case let error as PHPhotosError where error.code == .userCancelled: return "cancelled"
        case let error as PHPhotosError where error.code == .missingResource: return "missing"
        case let error as NSError where error.domain == PHPhotosErrorDomain:
            return "library error \(error.code)"
        default: return error.localizedDescription
        }
    }
}
