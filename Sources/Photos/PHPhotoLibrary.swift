internal import Catalogue
public import Foundation
internal import PhotoModel
internal import Synchronization

/// A library of photos: the catalogue of one or more folders.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    let connection: LibraryConnection
    let availability = AvailabilityObservers()
    let changes = ChangeObservers()
    let edits: ChangeQueue

    /// The user's own library; for those who make a class of their own of it.
    public override convenience init() {
        self.init(catalogueAt: URL(fileURLWithPath: CatalogueLocation.standard))
    }

    /// The library of a catalogue's file, such as a program names that serves several.
    ///
    /// Nothing is opened until something is asked.
    public init(catalogueAt url: URL) {
        connection = LibraryConnection(path: url.path)
        edits = ChangeQueue(connection)
    }

    private static let current = Mutex<PHPhotoLibrary?>(nil)

    /// The library that fetches go to: the user's own, unless ``setShared(_:)`` named another.
    open class func shared() -> PHPhotoLibrary {
        current.withLock { library in
            if let library { return library }
            let file = URL(fileURLWithPath: CatalogueLocation.standard)
            let standard = PHPhotoLibrary(catalogueAt: file)
            library = standard
            return standard
        }
    }

    /// Makes fetches go to another library from now on; what was fetched stays with its own.
    open class func setShared(_ library: PHPhotoLibrary) {
        current.withLock { $0 = library }
    }

    /// Whether the program may use the library: `.denied` when its catalogue may not be read, `.restricted` for adding
    /// to a library that takes no files.
    ///
    /// It is always decided. Where there is no catalogue yet the library is empty and may be read, and
    /// ``unavailabilityReason`` says what is missing.
    open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
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
    open class func authorizationStatus() -> PHAuthorizationStatus {
        authorizationStatus(for: .readWrite)
    }

    /// Tells the status; on Linux there is nobody to ask, permissions of files decide.
    @preconcurrency
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel,
        handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        let status = authorizationStatus(for: accessLevel)
        DispatchQueue.global().async { handler(status) }
    }

    /// Tells the status for reading and writing.
    @preconcurrency
    open class func requestAuthorization(
        _ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        requestAuthorization(for: .readWrite, handler: handler)
    }

    /// The status, as ``authorizationStatus(for:)`` tells it.
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel
    ) async -> PHAuthorizationStatus {
        await withCheckedContinuation { continuation in
            requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
        }
    }

    /// Why the library cannot be used; nil when it can.
    ///
    /// A ``PHPhotosError``: `libraryVolumeOffline` when the disks of all its folders are away,
    /// `relinquishingLibraryBundleToWriter` when its folders or its catalogue are gone or are others now,
    /// `accessUserDenied` when the catalogue may not be read. What was indexed can be fetched while folders
    /// are away.
    open var unavailabilityReason: (any Error)? {
        if let failure = connection.failure {
            let code: PHPhotosError.Code =
                failure.code == .noPermission
                ? .accessUserDenied
                : failure.code == .missing ? .relinquishingLibraryBundleToWriter : .internalError
            return PHPhotosError(code, userInfo: [NSLocalizedDescriptionKey: "\(failure)"])
        }
        let roots = connection.ask { $0.allRoots } ?? []
        guard !roots.isEmpty, roots.allSatisfy({ $0.state == .offline }) else { return nil }
        let isUnmounted = roots.contains { $0.reason == .unmounted }
        let paths = roots.map { String(decoding: $0.path, as: UTF8.self) }
        return PHPhotosError(
            isUnmounted ? .libraryVolumeOffline : .relinquishingLibraryBundleToWriter,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "the library's folders are away: \(paths.joined(separator: ", "))"
            ]
        )
    }

    /// Registers an observer of when the library becomes unavailable; it is not retained.
    open func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        availability.add(observer, of: self)
    }

    /// Unregisters an observer.
    open func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        availability.remove(observer)
    }

    /// Registers an observer of there being changes to fetch with ``fetchPersistentChanges(since:)``; it is not
    /// retained.
    open func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        changes.add(observer, .persistentChanges, of: connection) { [weak self, weak observer] _ in
            guard let self, let observer else { return .nothing }
            observer.photoLibraryPersistentChangesDidUpdate(self)
            return .nothing
        }
    }

    /// Unregisters an observer.
    open func unregisterPersistentChangesObserver(
        _ observer: any PHPhotoLibraryPersistentChangesObserver
    ) {
        changes.remove(observer, .persistentChanges, of: connection)
    }

    /// Registers an observer of changes from now on; it is not retained.
    ///
    /// Each observer has a queue of its own: one that takes its time delays nobody else.
    open func register(_ observer: any PHPhotoLibraryChangeObserver) {
        changes.add(observer, .changes, of: connection) { [weak observer, connection] known in
            guard let moment = LibraryMoment(connection, since: known) else { return .unreadable }
            guard moment.hasNews else { return .nothing }
            observer?.photoLibraryDidChange(PHChange(moment))
            return .told(moment.position)
        }
    }

    /// Unregisters an observer.
    open func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        changes.remove(observer, .changes, of: connection)
    }

    /// Runs a block that makes change requests, and carries all of them out, or none.
    ///
    /// The block and then the handler run on a serial queue of the library. Changes are on disk and can be fetched
    /// when the handler is called; it is given a ``PHPhotosError`` when they could not be made. Blocks cannot be
    /// nested.
    @preconcurrency
    open func performChanges(
        _ changeBlock: @escaping @Sendable () -> Void,
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)?
    ) {
        edits.perform(changeBlock) { completionHandler?($0 == nil, $0) }
    }

    /// Starts a block that makes change requests, and returns at once; nobody learns whether it failed.
    ///
    /// Swift takes this form in top-level code, also behind `try await`, and warns: call the awaited form in a function
    /// there, or ``performChangesAndWait(_:)``.
    @available(
        *,
        noasync,
        message: "this form returns at once; await in a function, or use performChangesAndWait"
    )
    @preconcurrency
    public final func performChanges(_ changeBlock: @escaping @Sendable () -> Void) {
        performChanges(changeBlock, completionHandler: nil)
    }

    /// Runs a block that makes change requests, and carries all of them out, or none.
    ///
    /// The block runs on a serial queue of the library.
    ///
    /// - Throws: ``PHPhotosError``.
    @preconcurrency
    open func performChanges(_ changeBlock: @escaping @Sendable () -> Void) async throws {
        // The other form, as who overrides only that one expects.
        try await withCheckedThrowingContinuation { continuation in
            performChanges(changeBlock) { isDone, failure in
                let error = failure ?? PHPhotosError(.internalError)
                continuation.resume(with: isDone ? .success(()) : .failure(error))
            }
        }
    }

    /// Runs a block that makes change requests, and carries all of them out, or none; returns when that is done.
    ///
    /// The block runs on the calling thread.
    ///
    /// - Throws: ``PHPhotosError``.
    open func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        if let failure = edits.performAndWait(changeBlock) { throw failure }
    }

    /// The position after the last change; one that no library knows when the catalogue cannot be read.
    open var currentChangeToken: PHPersistentChangeToken {
        let token = connection.ask { try $0.currentToken() }
        return PHPersistentChangeToken(token ?? ChangeToken(library: 0, epoch: 0, sequence: 0))
    }

    /// The changes after a token.
    ///
    /// - Throws: ``PHPhotosError`` with `persistentChangeTokenExpired` when the history does not go back to the
    ///   token, or the token is of another library: fetch everything and begin with ``currentChangeToken``.
    open func fetchPersistentChanges(
        since token: PHPersistentChangeToken
    ) throws -> PHPersistentChangeFetchResult {
        let ranges = connection.ask { reader -> [CommittedRange]? in
            do {
                return try reader.transactions(since: token.token)
            } catch is ChangeToken.Expiry {
                return nil
            }
        }
        guard let ranges else { throw PHPhotosError(.accessUserDenied) }
        guard let ranges else { throw PHPhotosError(.persistentChangeTokenExpired) }
        return PHPersistentChangeFetchResult(
            ranges.map { PHPersistentChange($0, connection) }
        )
    }

    /// The identifiers that assets have in every library; an error for what is no asset.
    open func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [String: Result<PHCloudIdentifier, any Error>] {
        let known = connection.ask { reader in
            try localIdentifiers.map { identifier in
                try ObjectUUID(identifier).flatMap { try reader.asset($0) }.map { $0.file }
            }
        }
        var found: [String: Result<PHCloudIdentifier, any Error>] = [:]
        for (place, identifier) in localIdentifiers.enumerated() {
            let file = known.flatMap { $0[place] }
            found[identifier] =
                file.map { .success(PHCloudIdentifier($0)) }
                ?? .failure(PHPhotosError(.identifierNotFound))
        }
        return found
    }

    /// The identifiers that assets have in this library; an error for what is not in it, or several times.
    open func localIdentifierMappings(
        for cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        var found: [PHCloudIdentifier: Result<String, any Error>] = [:]
        for identifier in cloudIdentifiers {
            let records = connection.ask { reader in
                try identifier.content.map {
                    try reader.assets(fingerprint: $0.fingerprint, size: $0.size)
                } ?? []
            }
            let names = (records ?? []).map { ObjectKind.asset.localIdentifier($0.uuid) }
            found[identifier] =
                switch names.count {
                case 0: .failure(PHPhotosError(.identifierNotFound))
                case 1: .success(names[0])
                default:
                    .failure(
                        PHPhotosError(
                            .multipleIdentifiersFound,
                            userInfo: [PHLocalIdentifiersErrorKey: names]
                        )
                    )
                }
        }
        return found
    }
}
