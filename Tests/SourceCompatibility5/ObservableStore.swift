import Photos

// From the page "Porting from PhotoKit".
protocol ObservableObject: AnyObject {}

@propertyWrapper struct Published<Value> {
    var wrappedValue: Value
}

/// A model for a view, as apps write it with Combine.
final class ObservableStore: NSObject, ObservableObject, PHPhotoLibraryChangeObserver {
    @Published private(set) var favorites: [PHAsset] = []
    @Published var isEditing = false

    private var result = PHFetchResult<PHAsset>()

    func start() {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "isFavorite == YES")
        result = PHAsset.fetchAssets(with: options)
        favorites = result.objects(at: IndexSet(integersIn: 0..<result.count))
        PHPhotoLibrary.shared().register(self)
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        guard let details = changeInstance.changeDetails(for: result) else { return }
        DispatchQueue.main.async {
            self.result = details.fetchResultAfterChanges
            self.favorites = self.result.objects(at: IndexSet(integersIn: 0..<self.result.count))
        }
    }
}
