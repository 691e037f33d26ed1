internal import Catalogue
public import Foundation

/// An observer that is notified when a library becomes unavailable, for example because its disk was removed.
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// Called each time the library becomes unavailable, on a queue of the library.
    ///
    /// ``PHPhotoLibrary/unavailabilityReason`` has the reason.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}

/// The observers of a library's availability.
final class AvailabilityObservers: @unchecked Sendable {
    // `@unchecked Sendable` is true because stored properties are accessed only with the lock held, and observers are
    // called on one queue.

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

    /// Changes the entries of observers that still exist; see ``ChangeObservers``.
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
