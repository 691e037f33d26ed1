internal import Catalogue
public import Foundation
internal import Synchronization

/// Where databases are: here, the catalogue of one library.
public final class CKContainer: NSObject, Sendable {
    /// The path of the catalogue's file.
    public let containerIdentifier: String?

    /// The library: one zone, whose records are its assets, albums and folders.
    public let privateCloudDatabase: CKDatabase

    private static let current = Mutex<CKContainer?>(nil)

    /// The container of a catalogue's file.
    public init(catalogueAt url: URL) {
        containerIdentifier = url.path
        privateCloudDatabase = CKDatabase(catalogue: url.path)
    }

    /// The container of a catalogue's file, by its path.
    public convenience init(identifier: String) {
        self.init(catalogueAt: URL(fileURLWithPath: identifier))
    }

    /// The container of the user's own library, unless ``setDefault(_:)`` named another.
    public class func `default`() -> CKContainer {
        current.withLock { container in
            if let container { return container }
            let standard = CKContainer(identifier: CatalogueLocation.standard)
            container = standard
            return standard
        }
    }

    /// Makes operations that name no database go to another library from now on.
    public class func setDefault(_ container: CKContainer) {
        current.withLock { $0 = container }
    }

    /// Has an operation carried out in the background.
    public func add(_ operation: CKOperation) { privateCloudDatabase.queue.addOperation(operation) }
}
