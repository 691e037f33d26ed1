internal import LibraryPictures
public import Foundation
internal import Imaging
internal import Renditions
internal import Synchronization

/// Prepares pictures before they are requested.
///
/// Prepared pictures are in the cache, where every manager finds them when asked for the same size with the same
/// options. Pictures larger than 2048 pixels are not cached.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is guarded by mutexes.

    /// A picture to prepare.
    private struct Key: Hashable, Sendable {
        let asset: String
        let isOriginal: Bool
        let request: RenditionRequest
    }

    /// The closures that cancel the pictures being prepared, or already prepared; nil if the work has not begun.
    private typealias Kept = [Key: (@Sendable () -> Void)?]

    private let kept = Mutex<Kept>([:])
    private let takesLarge = Mutex(true)
    private let queue = DispatchQueue(label: "photos.preheating", qos: .utility)

    /// Creates a manager that prepares nothing yet.
    public override init() {}

    deinit {
        for end in kept.withLock({ $0.values }) { end?() }
    }

    /// Whether pictures of high quality are prepared too; this has no effect.
    open var allowsCachingHighQualityImages: Bool {
        get { takesLarge.withLock { $0 } }
        set { takesLarge.withLock { $0 = newValue } }
    }

    /// Prepares pictures in the order of the assets, while no request is waiting for a picture.
    open func startCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        let version = PictureFile.Version(options?.version)
        for asset in assets {
            let key = key(asset, targetSize, contentMode, options)
            let isNew = kept.withLock { kept in
                guard kept[key] == nil else { return false }
                kept[key] = .some(nil)
                return true
            }
            guard isNew else { continue }
            queue.async { [weak self] in self?.begin(key, asset, version) }
        }
    }

    /// Waits until all scheduled work has begun.
    func settle() { queue.sync {} }

    private func begin(_ key: Key, _ asset: PHAsset, _ version: PictureFile.Version) {
        guard kept.withLock({ $0[key] }) != nil,
            let file = try? PictureFile.find(asset, version)
        else { return }
        let maker = file.maker
        // Nobody needs the pixels yet.
        var order = file.order(key.request, .soon)
        order.request.wantsPixels = false
        guard maker.cached(order) == nil else { return }
        let end = maker.make(order) { _ in }
        let isWanted = kept.withLock { kept in
            guard kept[key] != nil else { return false }
            kept[key] = end
            return true
        }
        if !isWanted { end() }
    }

    /// Stops preparing pictures that are not finished; finished ones stay in the cache.
    open func stopCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        for asset in assets {
            let key = key(asset, targetSize, contentMode, options)
            if let end = kept.withLock({ $0.removeValue(forKey: key) }) { end?() }
        }
    }

    /// Stops preparing all pictures that this manager was asked for.
    open func stopCachingImagesForAllAssets() {
        let all = kept.withLock { kept in
            defer { kept = [:] }
            return kept.values.compactMap { $0 }
        }
        for end in all { end() }
    }

    private func key(
        _ asset: PHAsset,
        _ size: CGSize,
        _ mode: PHImageContentMode,
        _ options: PHImageRequestOptions?
    ) -> Key {
        let subject: RenditionRequest.Subject = asset.mediaType == .video ? .frame : .picture
        return Key(
            asset: asset.localIdentifier,
            isOriginal: PictureFile.Version(options?.version) == .original,
            request: RenditionRequest(size, mode, options, of: subject)
        )
    }
}
