public import Foundation

/// An observer that is notified when there are persistent changes to fetch.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// Called on a serial queue in the background; one call may stand for several changes.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}
