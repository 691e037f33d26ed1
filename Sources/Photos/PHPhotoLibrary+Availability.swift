internal import Catalogue
public import Foundation

/// Is told when a library cannot be used any more, as when its disk was taken away.
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// Called once for each time, on a queue of the library's own; ``PHPhotoLibrary/unavailabilityReason``
    /// says why.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}

/// Who wants to know when a library becomes unavailable.
final class AvailabilityObservers: @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is touched by whoever holds the lock only,
    // and observers are called on one queue.

    private struct Entry {
        weak var observer: (any PHPhotoLibraryAvailabilityObserver)?
    }

    private let lock = NSLock()
    private let queue = DispatchQueue(label: "photo library availability")
    private var entries: [Entry] = []
    private var listener: CommitListener?
    private var wasAvailable = true

    func add(_ observer: any PHPhotoLibraryAvailabilityObserver, of library: PHPhotoLibrary) {
        change { entries in
            guard !entries.contains(where: { $0.observer === observer }) else { return }
            entries.append(Entry(observer: observer))
            guard listener == nil else { return }
            wasAvailable = library.unavailabilityReason == nil
            listener = CommitListener(catalogue: library.connection.path) {
                [weak self, weak library] in
                if let library { self?.check(library) }
            }
        }
    }

    func remove(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        change { entries in
            entries.removeAll { $0.observer === observer }
            if entries.isEmpty { listener = nil }
        }
    }

    /// Changes the entries of observers that are still there; see ``ChangeObservers``.
    private func change(_ body: (inout [Entry]) -> Void) {
        let observers = lock.withLock {
            let observers = entries.map(\.observer)
            entries = zip(entries, observers).filter { $0.1 != nil }.map(\.0)
            body(&entries)
            return observers
        }
        withExtendedLifetime(observers) {}
    }

    private func check(_ library: PHPhotoLibrary) {
        let isAvailable = library.unavailabilityReason == nil
        queue.async { [self] in
            let told = lock.withLock {
                defer { wasAvailable = isAvailable }
                return wasAvailable && !isAvailable ? entries.compactMap(\.observer) : []
            }
            for observer in told { observer.photoLibraryDidBecomeUnavailable(library) }
        }
    }
}
