import Photos

/// The newest photos of the library, kept up to date.
@MainActor
final class NewestPhotos: NSObject, PHPhotoLibraryChangeObserver {
    private(set) var result: PHFetchResult<PHAsset>
    /// An element for each change; changes that come while one is dealt with are one.
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
            print(
                "removed \(details.removedObjects.count),",
                "inserted \(details.insertedObjects.count)"
            )
            changed.yield()
        }
    }
}
