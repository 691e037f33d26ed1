internal import LibraryPictures
public import Foundation
internal import Imaging
internal import Renditions
internal import Synchronization

/// Has pictures made before they are asked for.
///
/// They lie in the cache then, where every manager finds them when it is asked for the same size in the same way. What
/// is larger than 2048 pixels is not kept.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is guarded by mutexes.

    /// A picture that is to be kept ready.
    private struct Key: Hashable, Sendable {
        let asset: String
        let isOriginal: Bool
        let request: RenditionRequest
    }

    /// What is being made, or was; work that has no end yet has not begun.
    private typealias Kept = [Key: (@Sendable () -> Void)?]

    private let kept = Mutex<Kept>([:])
    private let takesLarge = Mutex(true)
    private let queue = DispatchQueue(label: "photos.preheating", qos: .utility)

    /// A manager that keeps nothing ready yet.
    public override init() {}

    deinit {
        for end in kept.withLock({ $0.values }) { end?() }
    }

    /// Whether pictures of high quality are kept ready too; here it makes no difference.
    open var allowsCachingHighQualityImages: Bool {
        get { takesLarge.withLock { $0 } }
        set { takesLarge.withLock { $0 = newValue } }
    }

    /// Has pictures made in the order of the assets, when nothing is asked for that somebody waits for.
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

    /// Returns when all that was to begin has begun.
    func settle() { queue.sync {} }

    private func begin(_ key: Key, _ asset: PHAsset, _ version: PictureFile.Version) {
        guard kept.withLock({ $0[key] }) != nil,
            let file = try? PictureFile.find(asset, version)
        else { return }
        let maker = file.maker
        // Nobody looks at it yet.
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

    /// Has pictures no longer made that are not yet; those that are stay in the cache.
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

    /// The same for all that this manager was asked to keep ready.
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
