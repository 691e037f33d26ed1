internal import Foundation
internal import NIOCore
internal import Photos
internal import Synchronization

/// Keeps the thumbnails that were asked for last in memory, where they need no question to the catalogue.
///
/// An address always names the same picture. Every change of the library drops all of them nevertheless, for it may
/// have taken a photo away.
final class RecentThumbnails: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private typealias Pictures = [Thumbnail: Thumbnail.Picture]

    private struct State {
        /// What was asked for last, and what was before that, which goes next.
        var (young, old): (Pictures, Pictures) = ([:], [:])
        /// Bytes of the young ones.
        var size = 0
        var changes = 0
    }

    /// Bytes of each half.
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter bytes: How much is kept at most.
    init(bytes: Int = 16 << 20) {
        limit = bytes / 2
    }

    /// Begins to follow the library.
    func begin() { PHPhotoLibrary.shared().register(self) }

    /// How often the library has changed; ask before making what is to be kept.
    var changes: Int { state.withLock { $0.changes } }

    subscript(thumbnail: Thumbnail) -> Thumbnail.Picture? {
        state.withLock { state in
            if let picture = state.young[thumbnail] { return picture }
            guard let picture = state.old.removeValue(forKey: thumbnail) else { return nil }
            insert(picture, for: thumbnail, in: &state)
            return picture
        }
    }

    /// Keeps a picture, unless the library has changed since it began to be made.
    func keep(_ picture: Thumbnail.Picture, for thumbnail: Thumbnail, since changes: Int) {
        state.withLock { state in
            guard state.changes == changes, state.young[thumbnail] == nil else { return }
            insert(picture, for: thumbnail, in: &state)
        }
    }

    private func insert(
        _ picture: Thumbnail.Picture,
        for thumbnail: Thumbnail,
        in state: inout State
    ) {
        let size = picture.bytes.readableBytes
        guard size <= limit else { return }
        if state.size + size > limit {
            (state.old, state.young, state.size) = (state.young, [:], 0)
        }
        state.young[thumbnail] = picture
        state.size += size
    }

    func photoLibraryDidChange(_ change: PHChange) { forget() }

    /// Drops all of them, and what is being made.
    func forget() {
        state.withLock { state in
            (state.young, state.old, state.size) = ([:], [:], 0)
            state.changes += 1
        }
    }
}
