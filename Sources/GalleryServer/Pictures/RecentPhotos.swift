internal import Foundation
internal import NIOCore
internal import Photos
internal import Synchronization

/// Remembers the photos that pages were told of, and the thumbnails that they asked for last: what a page shows then
/// takes few questions to the catalogue, or none.
///
/// An address always names the same thumbnail. Every change of the library drops all nevertheless, for it may have
/// taken a photo away.
final class RecentPhotos: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    /// A photo, and what its picture is made of.
    struct Photo: Sendable {
        let asset: PHAsset
        let content: String
    }

    private struct State {
        var thumbnails: RecentValues<Thumbnail, Thumbnail.Picture>
        var photos: RecentValues<PhotoID, Photo>
        var changes = 0
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - bytes: How many bytes of thumbnails are kept.
    ///   - photos: How many photos are.
    init(bytes: Int = 16 << 20, photos: Int = 8_192) {
        state = Mutex(
            State(thumbnails: RecentValues(limit: bytes), photos: RecentValues(limit: photos))
        )
    }

    /// Begins to follow the library.
    func begin() { PHPhotoLibrary.shared().register(self) }

    /// How often the library has changed; ask before fetching or making what is to be kept.
    var changes: Int { state.withLock { $0.changes } }

    subscript(thumbnail: Thumbnail) -> Thumbnail.Picture? {
        state.withLock { $0.thumbnails.find(thumbnail) { $0.bytes.readableBytes } }
    }

    /// Keeps a thumbnail, unless the library has changed since it began to be made.
    func keep(_ picture: Thumbnail.Picture, for thumbnail: Thumbnail, since changes: Int) {
        state.withLock { state in
            guard state.changes == changes else { return }
            state.thumbnails.keep(picture, for: thumbnail, cost: picture.bytes.readableBytes)
        }
    }

    /// The photo of an identifier.
    ///
    /// - Throws: ``GalleryError`` if the library has none.
    func photo(_ id: PhotoID) throws -> Photo {
        if let known = state.withLock({ $0.photos.find(id) { _ in 1 } }) { return known }
        return try fetch([id])[0]
    }

    /// Fetches those of some photos that are not known, for whoever is about to ask for their pictures.
    func prepare(_ ids: [PhotoID]) throws {
        let unknown = state.withLock { state in
            ids.filter { state.photos.find($0) { _ in 1 } == nil }
        }
        _ = try fetch(unknown)
    }

    private func fetch(_ ids: [PhotoID]) throws -> [Photo] {
        let changes = self.changes
        let assets = try PhotoID.assets(ids)
        let found = zip(assets, ContentAddress.addresses(of: assets)).map(Photo.init)
        state.withLock { state in
            guard state.changes == changes else { return }
            for (id, photo) in zip(ids, found) { state.photos.keep(photo, for: id, cost: 1) }
        }
        return found
    }

    func photoLibraryDidChange(_ change: PHChange) { forget() }

    /// Drops all, and what is being made.
    func forget() {
        state.withLock { state in
            state.thumbnails.removeAll()
            state.photos.removeAll()
            state.changes += 1
        }
    }
}
