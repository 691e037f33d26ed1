// Code as apps have it, in a style of its own.
// swift-format-ignore-file
import AVFoundation
import Foundation
import Photos
import UIKit

/// Loads pictures and films in the forms that apps have.
public class ImageLoader: NSObject {
    public static let manager = PHCachingImageManager()
    private lazy var imageManager = PHCachingImageManager()
    private var requestID: PHImageRequestID = PHInvalidImageRequestID
    public private(set) var log: [String] = []

    public override init() { super.init() }

    @discardableResult
    public class func fetchImage(
        for asset: PHAsset,
        size: CGSize = PHImageManagerMaximumSize,
        resizeMode: PHImageRequestOptionsResizeMode = .fast,
        progress: Photos.PHAssetImageProgressHandler? = nil,
        completion: @escaping (UIImage?, Bool) -> Void
    ) -> PHImageRequestID {
        let option = PHImageRequestOptions()
        option.resizeMode = size == PHImageManagerMaximumSize ? .none : resizeMode
        option.isNetworkAccessAllowed = true
        option.progressHandler = { pro, error, stop, info in
            DispatchQueue.main.async { _ = pro }
            progress?(pro, error, stop, info)
        }
        return PHImageManager.default().requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: option) { image, info in
            var downloadFinished = false
            if let info = info {
                downloadFinished = !(info[PHImageCancelledKey] as? Bool ?? false) && (info[PHImageErrorKey] == nil)
            }
            let isDegraded = (info?[PHImageResultIsDegradedKey] as? Bool ?? false)
            if downloadFinished { completion(image, isDegraded) }
        }
    }

    public static func image(of asset: PHAsset, synchronously size: CGSize) -> UIImage? {
        var result: UIImage?
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        options.deliveryMode = .highQualityFormat
        options.resizeMode = .exact
        options.normalizedCropRect = CGRect(x: 0, y: 0, width: 1, height: 1)
        manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: options, resultHandler: { image, _ in
            result = image
        })
        return result
    }

    public func load(_ asset: PHAsset, done: @escaping ([String]) -> Void) {
        let handler: (UIImage?, [AnyHashable: Any]?) -> Void = { [weak self] image, info in
            guard let self = self else { return }
            if (info?["PHImageResultIsDegradedKey"] as? Int) == 1 { return self.log.append("degraded") }
            if let id = info?[PHImageResultRequestIDKey] as? Int, id > 0 { self.log.append("numbered") }
            if info?[PHImageResultIsInCloudKey] as? NSNumber == 0 { self.log.append("here") }
            if let image = image { self.log.append("\(Int(image.size.width * image.scale))x\(Int(image.size.height))") }
            done(self.log)
        }
        if requestID != PHInvalidImageRequestID { imageManager.cancelImageRequest(requestID) }
        requestID = imageManager.requestImage(
            for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .default, options: nil, resultHandler: handler)
    }

    public func preheat(_ added: [PHAsset], _ removed: [PHAsset], _ thumbnailSize: CGSize) {
        imageManager.allowsCachingHighQualityImages = false
        imageManager.startCachingImages(for: added, targetSize: thumbnailSize, contentMode: .aspectFill, options: nil)
        imageManager.stopCachingImages(for: removed, targetSize: thumbnailSize, contentMode: .aspectFill, options: nil)
    }

    public func reset() { imageManager.stopCachingImagesForAllAssets() }

    public class func data(of asset: PHAsset, completion: @escaping (Data, String, Bool) -> Void) {
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) { data, uti, orientation, info in
            guard let data = data, let uti = uti else { return completion(Data(), "\(String(describing: info?[PHImageErrorKey]))", false) }
            switch orientation {
            case .up: completion(data, uti, true)
            case .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: completion(data, uti, false)
            @unknown default: completion(data, uti, false)
            }
        }
    }

    public class func oldData(of asset: PHAsset, completion: @escaping (Data?, Bool, URL?) -> Void) {
        let options = PHImageRequestOptions()
        options.version = .original
        PHImageManager.default().requestImageData(for: asset, options: options) { (data, dataUTI, orientation, info) in
            completion(data, orientation == .up, info?["PHImageFileURLKey"] as? URL)
        }
    }

    public class func filmURL(of asset: PHAsset, completion: @escaping (URL?, Double) -> Void) {
        let options: PHVideoRequestOptions = PHVideoRequestOptions()
        options.version = .original
        options.deliveryMode = .automatic
        options.progressHandler = { (progress, _, _, _) in _ = progress }
        PHImageManager.default().requestAVAsset(forVideo: asset, options: options, resultHandler: { (asset: AVAsset?, audioMix: AVAudioMix?, info: [AnyHashable: Any]?) -> Void in
            if let urlAsset = asset as? AVURLAsset {
                let localVideoUrl: URL = urlAsset.url as URL
                completion(localVideoUrl, CMTimeGetSeconds(urlAsset.duration))
            } else {
                completion(nil, 0)
            }
        })
    }

    public class func play(_ asset: PHAsset, completion: @escaping (AVPlayerItem?) -> Void) {
        PHCachingImageManager().requestPlayerItem(forVideo: asset, options: nil) { item, _ in completion(item) }
    }

    public class func export(_ asset: PHAsset, to url: URL, completion: @escaping @Sendable (Bool) -> Void) {
        PHImageManager.default().requestExportSession(forVideo: asset, options: nil, exportPreset: AVAssetExportPresetPassthrough) { session, info in
            guard let session = session else { return completion(false) }
            session.outputURL = url
            session.outputFileType = .mp4
            session.shouldOptimizeForNetworkUse = true
            session.exportAsynchronously {
                switch session.status {
                case .completed: completion(true)
                case .failed, .cancelled, .unknown, .waiting, .exporting: completion(false)
                @unknown default: completion(false)
                }
            }
        }
    }

    public class func livePhoto(_ asset: PHAsset, completion: @escaping ([PHAssetResourceType], CGSize) -> Void) {
        let options = PHLivePhotoRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.isNetworkAccessAllowed = true
        PHImageManager.default().requestLivePhoto(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: options) { livePhoto, info in
            guard let livePhoto else { return completion([], .zero) }
            completion(PHAssetResource.assetResources(for: livePhoto).map(\.type), livePhoto.size)
        }
    }

    public class func save(_ image: UIImage) async throws -> String? {
        nonisolated(unsafe) var identifier: String?
        try await PHPhotoLibrary.shared().performChanges {
            let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
            request.isFavorite = true
            identifier = request.placeholderForCreatedAsset?.localIdentifier
        }
        return identifier
    }

    public class func thumbnails(_ image: UIImage) -> [Data] {
        [image.jpegData(compressionQuality: 0.8), image.pngData()].compactMap { $0 }
    }
}

/// A cell as grids have it.
@MainActor
public final class GridCell {
    public var representedAssetIdentifier: String?
    public private(set) var thumbnail: UIImage?
    private var request: PHImageRequestID?

    public init() {}

    public func show(_ asset: PHAsset, _ manager: PHImageManager, _ size: CGSize) {
        representedAssetIdentifier = asset.localIdentifier
        request = manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: nil) { image, _ in
            if self.representedAssetIdentifier == asset.localIdentifier && image != nil { self.thumbnail = image }
        }
    }

    public func prepareForReuse(_ manager: PHImageManager) {
        thumbnail = nil
        if let request { manager.cancelImageRequest(request) }
        request = nil
    }
}

/// What tests of apps put in the place of the manager.
public final class MockImageManager: PHImageManager, @unchecked Sendable {
    public var cancelled: [PHImageRequestID] = []

    public override func requestImage(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(UIImage(), [PHImageResultIsDegradedKey: false])
        return 7
    }

    public override func cancelImageRequest(_ requestID: PHImageRequestID) { cancelled.append(requestID) }

    public override class func `default`() -> PHImageManager { MockImageManager() }
}

public class LoggingCachingManager: PHCachingImageManager, @unchecked Sendable {
    public var started = 0

    public override func startCachingImages(
        for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) {
        started += assets.count
        super.startCachingImages(for: assets, targetSize: targetSize, contentMode: contentMode, options: options)
    }
}

public enum ImageNames {
    public static func name(_ orientation: UIImage.Orientation) -> String {
        switch orientation {
        case .up: return "up"
        case .down: return "down"
        case .left: return "left"
        case .right: return "right"
        case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: return "mirrored"
        }
    }

    /// The extension that Apple's sample for `CGImagePropertyOrientation` has.
    public static func same(_ orientation: UIImage.Orientation) -> CGImagePropertyOrientation { .init(orientation) }
}

extension CGImagePropertyOrientation {
    init(_ uiOrientation: UIImage.Orientation) {
        switch uiOrientation {
        case .up: self = .up
        case .upMirrored: self = .upMirrored
        case .down: self = .down
        case .downMirrored: self = .downMirrored
        case .left: self = .left
        case .leftMirrored: self = .leftMirrored
        case .right: self = .right
        case .rightMirrored: self = .rightMirrored
        }
    }
}
