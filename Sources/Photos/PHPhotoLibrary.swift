internal import Catalogue
public import Foundation
internal import Synchronization

/// A library of photos: the catalogue of one or more folders.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    let connection: LibraryConnection
    let availability = AvailabilityObservers()
    let changes = ChangeObservers()
    let edits: ChangeQueue

    /// The library of a catalogue's file, such as a program names that serves several.
    ///
    /// Nothing is opened until something is asked.
    public init(catalogueAt url: URL) {
        connection = LibraryConnection(path: url.path)
        edits = ChangeQueue(connection)
    }

    private static let current = Mutex<PHPhotoLibrary?>(nil)

    /// The library that fetches go to: the user's own, unless ``setShared(_:)`` named another.
    public class func shared() -> PHPhotoLibrary {
        current.withLock { library in
            if let library { return library }
            let file = URL(fileURLWithPath: CatalogueLocation.standard)
            let standard = PHPhotoLibrary(catalogueAt: file)
            library = standard
            return standard
        }
    }

    /// Makes fetches go to another library from now on; what was fetched stays with its own.
    public class func setShared(_ library: PHPhotoLibrary) {
        current.withLock { $0 = library }
    }

    /// Whether the program may use the library: `.denied` when its catalogue may not be read, `.restricted` for adding
    /// to a library that takes no files.
    ///
    /// It is always decided. Where there is no catalogue yet the library is empty and may be read, and
    /// ``unavailabilityReason`` says what is missing.
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        switch shared().connection.failure?.code {
        case nil: accessLevel == .addOnly && shared().isReadOnly ? .restricted : .authorized
        case .missing: accessLevel == .addOnly ? .restricted : .authorized
        case .noPermission: .denied
        default: .restricted
        }
    }

    /// Whether the owner of the library wants no files added or deleted.
    var isReadOnly: Bool { connection.ask { try $0.isReadOnly } == true }

    /// Whether the program may use the library for reading and writing.
    public class func authorizationStatus() -> PHAuthorizationStatus {
        authorizationStatus(for: .readWrite)
    }

    /// Tells the status; on Linux there is nobody to ask, permissions of files decide.
    @preconcurrency
    public class func requestAuthorization(
        for accessLevel: PHAccessLevel,
        handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        let status = authorizationStatus(for: accessLevel)
        DispatchQueue.global().async { handler(status) }
    }

    /// Tells the status for reading and writing.
    @preconcurrency
    public class func requestAuthorization(
        _ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        requestAuthorization(for: .readWrite, handler: handler)
    }

    /// The status, as ``authorizationStatus(for:)`` tells it.
    public class func requestAuthorization(
        for accessLevel: PHAccessLevel
    ) async -> PHAuthorizationStatus {
        authorizationStatus(for: accessLevel)
    }
}
