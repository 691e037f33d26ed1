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
        changes.add(observer, .persistentChanges, of: connection) { [weak self, weak observer] _ in
            guard let self, let observer else { return nil }
            observer.photoLibraryPersistentChangesDidUpdate(self)
            return nil
        }
    }

    /// Has an observer told no more.
    public func unregisterPersistentChangesObserver(
        _ observer: any PHPhotoLibraryPersistentChangesObserver
    ) {
        changes.remove(observer, .persistentChanges, of: connection)
    }
}
