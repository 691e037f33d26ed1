internal import Foundation
internal import Photos

/// Measures the time from closing a file until it is in an observer's result, while another program indexes.
final class ObserverRun: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    // `@unchecked Sendable` is true because the stored properties are only accessed with the lock held.

    private let lock = NSLock()
    private let arrival = DispatchSemaphore(value: 0)
    private var result = PHFetchResult<PHAsset>()
    private var awaited = ""
    private var arrived: ContinuousClock.Instant?

    /// Prints the median and the 99th percentile in milliseconds.
    ///
    /// The catalogue is that of the folder, kept by a running program; `template` is a photo to copy into the folder.
    func run(catalogue: URL, folder: URL, template: URL, count: Int) throws {
        PHPhotoLibrary.setShared(PHPhotoLibrary(catalogueAt: catalogue))
        let photo = try Data(contentsOf: template)
        PHPhotoLibrary.shared().register(self)
        lock.withLock { result = PHAsset.fetchAssets(with: nil) }
        var took: [Double] = []
        for number in 0..<count {
            let name = "observed-\(number).jpg"
            lock.withLock { (awaited, arrived) = (name, nil) }
            // As different as one photo is from the next, so that it becomes a new asset.
            try (photo + Data("\(number)".utf8)).write(to: folder.appendingPathComponent(name))
            let closed = ContinuousClock.now
            arrival.wait()
            let time = closed.duration(to: lock.withLock { arrived ?? closed }).components
            took.append(Double(time.seconds) * 1e3 + Double(time.attoseconds) / 1e15)
        }
        took.sort()
        print("\(took[took.count / 2]) \(took[took.count * 99 / 100])")
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        let isThere = lock.withLock { () -> Bool in
            guard let details = changeInstance.changeDetails(for: result) else { return false }
            result = details.fetchResultAfterChanges
            let names = details.insertedObjects.map { $0.value(forKey: "filename") as? String }
            guard names.contains(awaited) else { return false }
            arrived = .now
            return true
        }
        if isThere { arrival.signal() }
    }
}
