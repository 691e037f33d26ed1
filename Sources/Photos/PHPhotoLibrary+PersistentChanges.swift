public import Foundation

/// Is told that there are persistent changes to fetch.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// Called on a serial queue in the background; changes that come together are told together.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}

extension PHPhotoLibrary {
    /// Has an observer told from now on that there are changes to fetch with ``fetchPersistentChanges(since:)``; it
    /// is not kept alive for that.
    public func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        changes.add(observer, of: connection) { [weak self, weak observer] in
            guard let self, let observer else { return }
            observer.photoLibraryPersistentChangesDidUpdate(self)
        }
    }

    /// Has an observer told no more.
    public func unregisterPersistentChangesObserver(
        _ observer: any PHPhotoLibraryPersistentChangesObserver
    ) {
        changes.remove(observer, of: connection)
    }
}
