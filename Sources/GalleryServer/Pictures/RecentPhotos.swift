internal import Foundation
internal import NIOCore
internal import Photos
internal import Synchronization

/// The photos that pages have recently seen, and their thumbnails, kept to save queries of the catalogue.
///
/// A URL always names the same thumbnail. Even so, every change of the library drops everything, because it may have
/// removed a photo.
final class RecentPhotos: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    /// A photo, and the identity of its picture's content.
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
    ///   - bytes: The most bytes of thumbnails to keep.
    ///   - photos: The most photos to keep.
    init(bytes: Int = 16 << 20, photos: Int = 8_192) {
        state = Mutex(
            State(thumbnails: RecentValues(limit: bytes), photos: RecentValues(limit: photos))
        )
    }

    /// Registers for changes of the library.
    func begin() { PHPhotoLibrary.shared().register(self) }

    /// The number of changes of the library so far; read it before fetching or making a value to keep.
    var changes: Int { state.withLock { $0.changes } }

    subscript(thumbnail: Thumbnail) -> Thumbnail.Picture? {
        state.withLock { $0.thumbnails.find(thumbnail) { $0.bytes.readableBytes } }
    }

    /// Keeps a thumbnail, unless the library has changed since work on it began.
    func keep(_ picture: Thumbnail.Picture, for thumbnail: Thumbnail, since changes: Int) {
        state.withLock { state in
            guard state.changes == changes else { return }
            state.thumbnails.keep(picture, for: thumbnail, cost: picture.bytes.readableBytes)
        }
    }

    /// Returns the photo with an identifier.
    ///
    /// - Throws: ``GalleryError`` if the library has no such photo.
    func photo(_ id: PhotoID) throws -> Photo {
        if let known = state.withLock({ $0.photos.find(id) { _ in 1 } }) { return known }
        return try fetch([id])[0]
    }

    /// Fetches the photos that are not known yet, before a page requests their pictures.
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

    /// Drops everything, including the values being made at present.
    func forget() {
        state.withLock { state in
            state.thumbnails.removeAll()
            state.photos.removeAll()
            state.changes += 1
        }
    }
}
