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

    /// Creates the user's own library; meant for subclasses.
    public override convenience init() {
        self.init(catalogueAt: URL(fileURLWithPath: CatalogueLocation.standard))
    }

    /// Creates the library of a catalogue file, for a program that serves several.
    ///
    /// The catalogue is opened when it is first used.
    public init(catalogueAt url: URL) {
        connection = LibraryConnection(path: url.path)
        edits = ChangeQueue(connection)
    }

    private static let current = Mutex<PHPhotoLibrary?>(nil)

    /// Returns the library that fetches use: the user's own, unless ``setShared(_:)`` set another.
    open class func shared() -> PHPhotoLibrary {
        current.withLock { library in
            if let library { return library }
            let file = URL(fileURLWithPath: CatalogueLocation.standard)
            let standard = PHPhotoLibrary(catalogueAt: file)
            library = standard
            return standard
        }
    }

    /// Sets the library that fetches use from now on; objects already fetched stay with their own library.
    open class func setShared(_ library: PHPhotoLibrary) {
        current.withLock { $0 = library }
    }

    /// The catalogue's file, which need not exist yet.
    public var catalogueURL: URL { URL(fileURLWithPath: connection.path) }

    /// Returns whether the program may use the library: `.denied` if its catalogue may not be read, `.restricted` for
    /// adding to a library that takes no files.
    ///
    /// The status is never undetermined. Without a catalogue, the library is empty and may be read, and
    /// ``unavailabilityReason`` says what is missing. A catalogue that cannot be used for other reasons is
    /// `.restricted`.
    open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        switch shared().connection.failure?.code {
        case nil: accessLevel == .addOnly && shared().isReadOnly ? .restricted : .authorized
        case .missing: accessLevel == .addOnly ? .restricted : .authorized
        case .noPermission: .denied
        default: .restricted
        }
    }

    /// The time zone that is assumed for assets that give none.
    ///
    /// Heliograph's own.
    public var timeZone: TimeZone {
        connection.ask { try $0.timeZone }.flatMap { TimeZone(identifier: $0) } ?? .gmt
    }

    /// Whether the owner of the library does not want files to be added or deleted.
    var isReadOnly: Bool { connection.ask { try $0.isReadOnly } == true }

    /// Returns whether the program may use the library for reading and writing.
    open class func authorizationStatus() -> PHAuthorizationStatus {
        authorizationStatus(for: .readWrite)
    }

    /// Calls the handler with the status; on Linux there is no prompt, since file permissions decide.
    @preconcurrency
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel,
        handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        let status = authorizationStatus(for: accessLevel)
        DispatchQueue.global().async { handler(status) }
    }

    /// Calls the handler with the status for reading and writing.
    @preconcurrency
    open class func requestAuthorization(
        _ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        requestAuthorization(for: .readWrite, handler: handler)
    }

    /// Returns the status, the same as ``authorizationStatus(for:)``.
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel
    ) async -> PHAuthorizationStatus {
        await withCheckedContinuation { continuation in
            requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
        }
    }

    /// The reason the library cannot be used; nil if it can.
    ///
    /// A ``PHPhotosError``: `libraryVolumeOffline` if the disks of all its folders are away,
    /// `relinquishingLibraryBundleToWriter` if its folders or its catalogue are gone or have been replaced,
    /// `accessUserDenied` if the catalogue may not be read, otherwise `internalError`. Indexed objects can be fetched
    /// while folders are away.
    open var unavailabilityReason: (any Error)? {
        if let catalogueError { return catalogueError }
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

    /// The reason the catalogue cannot be read; nil if it can.
    private var catalogueError: PHPhotosError? {
        connection.failure.map { failure in
            let code: PHPhotosError.Code =
                failure.code == .noPermission
                ? .accessUserDenied
                : failure.code == .missing ? .relinquishingLibraryBundleToWriter : .internalError
            return PHPhotosError(code, userInfo: [NSLocalizedDescriptionKey: "\(failure)"])
        }
    }

    /// Registers an observer of the library becoming unavailable; the observer is held weakly.
    open func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        availability.add(observer, of: self)
    }

    /// Unregisters an observer.
    open func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        availability.remove(observer)
    }

    /// Registers an observer of new changes for ``fetchPersistentChanges(since:)``; the observer is held weakly.
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

    /// Registers an observer of changes from now on; the observer is held weakly.
    ///
    /// Each observer has its own serial queue, so a slow one does not delay others.
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

    /// Runs a block of change requests and commits all of them, or none.
    ///
    /// The block runs on a serial queue of the library, the handler on no particular queue. The changes are on disk and
    /// can be fetched when the handler is called; it receives a ``PHPhotosError`` if they could not be made. Blocks
    /// cannot be nested.
    @preconcurrency
    open func performChanges(
        _ changeBlock: @escaping @Sendable () -> Void,
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)?
    ) {
        edits.perform(changeBlock) { completionHandler?($0 == nil, $0) }
    }

    /// Starts a block of change requests and returns at once; failures are not reported.
    ///
    /// In top-level code, Swift chooses this form even after `try await`, with a warning: call the async form in a
    /// function there, or use ``performChangesAndWait(_:)``.
    @available(
        *,
        noasync,
        message: "this form returns at once; await in a function, or use performChangesAndWait"
    )
    @preconcurrency
    public final func performChanges(_ changeBlock: @escaping @Sendable () -> Void) {
        performChanges(changeBlock, completionHandler: nil)
    }

    /// Runs a block of change requests and commits all of them, or none.
    ///
    /// The block runs on a serial queue of the library.
    ///
    /// - Throws: ``PHPhotosError``.
    @preconcurrency
    open func performChanges(_ changeBlock: @escaping @Sendable () -> Void) async throws {
        // Calls the other form, so that a subclass needs to override only that one.
        try await withCheckedThrowingContinuation { continuation in
            performChanges(changeBlock) { isDone, failure in
                let error = failure ?? PHPhotosError(.internalError)
                continuation.resume(with: isDone ? .success(()) : .failure(error))
            }
        }
    }

    /// Runs a block of change requests and commits all of them, or none, before it returns.
    ///
    /// The block runs on the calling thread.
    ///
    /// - Throws: ``PHPhotosError``.
    open func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        if let failure = edits.performAndWait(changeBlock) { throw failure }
    }

    /// The position after the last change; if the catalogue cannot be read, a token that no library accepts.
    open var currentChangeToken: PHPersistentChangeToken {
        PHPersistentChangeToken(connection.ask { try $0.currentToken() } ?? .ofNoLibrary)
    }

    /// Fetches the changes after a token.
    ///
    /// - Throws: ``PHPhotosError`` with `persistentChangeTokenExpired` if the history does not go back to the token, or
    ///   the token is from another library or none: fetch everything and begin with ``currentChangeToken``. If the
    ///   catalogue cannot be read, the ``unavailabilityReason``: the token may be of use later.
    open func fetchPersistentChanges(
        since token: PHPersistentChangeToken
    ) throws -> PHPersistentChangeFetchResult {
        guard token.token != .ofNoLibrary else {
            throw PHPhotosError(.persistentChangeTokenExpired)
        }
        let ranges = connection.ask { reader -> [CommittedRange]? in
            do {
                return try reader.transactions(since: token.token)
            } catch is ChangeToken.Expiry {
                return nil
            }
        }
        guard let ranges else { throw catalogueError ?? PHPhotosError(.internalError) }
        guard let ranges else { throw PHPhotosError(.persistentChangeTokenExpired) }
        return PHPersistentChangeFetchResult(
            ranges.map { PHPersistentChange($0, connection) }
        )
    }

    /// Returns identifiers of assets that are the same in every library; an error for each identifier without an asset.
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

    /// Returns the identifiers of assets in this library; an error for an asset that it does not have, or has several
    /// times.
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
