import Photos

/// The newest photos of the library, kept up to date.
@MainActor
final class NewestPhotos: NSObject, PHPhotoLibraryChangeObserver {
    private(set) var result: PHFetchResult<PHAsset>
    /// An element for each change; changes that arrive while the reader is busy are merged.
    let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation

    init(count: Int) {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.fetchLimit = count
        result = PHAsset.fetchAssets(with: options)
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    /// Called on a queue of the library's own.
    nonisolated func photoLibraryDidChange(_ change: PHChange) {
        Task { @MainActor in
            guard let details = change.changeDetails(for: result) else { return }
            result = details.fetchResultAfterChanges
            let (removed, inserted) = (details.removedObjects.count, details.insertedObjects.count)
            say("removed \(removed), inserted \(inserted), changed \(details.changedObjects.count)")
            changed.yield()
        }
    }
}
