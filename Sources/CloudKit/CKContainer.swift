internal import Catalogue
public import Foundation
internal import Synchronization

/// A container of databases: here, the catalogue of one library.
public final class CKContainer: NSObject, Sendable {
    /// The path of the catalogue's file.
    public let containerIdentifier: String?

    /// The library as a database with one zone, whose records are the assets, albums and folders.
    public let privateCloudDatabase: CKDatabase

    private static let current = Mutex<CKContainer?>(nil)

    /// Creates a container from the URL of a catalogue's file.
    public init(catalogueAt url: URL) {
        containerIdentifier = url.path
        privateCloudDatabase = CKDatabase(catalogue: url.path)
    }

    /// Creates a container from the path of a catalogue's file.
    public convenience init(identifier: String) {
        self.init(catalogueAt: URL(fileURLWithPath: identifier))
    }

    /// Returns the container of the user's own library, unless ``setDefault(_:)`` has set another.
    public class func `default`() -> CKContainer {
        current.withLock { container in
            if let container { return container }
            let standard = CKContainer(identifier: CatalogueLocation.standard)
            container = standard
            return standard
        }
    }

    /// Sets the library for operations that have no database or container, from now on.
    public class func setDefault(_ container: CKContainer) {
        current.withLock { $0 = container }
    }

    /// Runs an operation in the background.
    public func add(_ operation: CKOperation) { privateCloudDatabase.queue.addOperation(operation) }
}
