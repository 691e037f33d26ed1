internal import Foundation
internal import Photos
internal import Synchronization

/// The maker of thumbnails that a page is about to show.
final class Preheater: Sendable {
    private struct Wish {
        let asset: PHAsset
        let size: CGSize
    }

    /// The most thumbnails that are wanted at once; the oldest wishes are dropped first.
    private static let most = 600

    private let manager = PHCachingImageManager()
    private let wishes = Mutex<[Wish]>([])

    /// Adds thumbnails; `side` is the length of the longer side in pixels, as the page will request it.
    func want(_ assets: [PHAsset], side: Int) {
        let size = CGSize(width: side, height: side)
        let dropped = wishes.withLock { wishes in
            wishes += assets.map { Wish(asset: $0, size: size) }
            let surplus = max(0, wishes.count - Self.most)
            defer { wishes.removeFirst(surplus) }
            return Array(wishes.prefix(surplus))
        }
        for wish in dropped {
            manager.stopCachingImages(
                for: [wish.asset],
                targetSize: wish.size,
                contentMode: .aspectFit,
                options: Thumbnail.options
            )
        }
        manager.startCachingImages(
            for: assets,
            targetSize: size,
            contentMode: .aspectFit,
            options: Thumbnail.options
        )
    }
}
