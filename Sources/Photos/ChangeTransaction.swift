internal import Catalogue
internal import Foundation
internal import LibraryFiles
internal import PhotoModel

/// The change requests of one block, carried out together or not at all.
final class ChangeTransaction {
    private var requests: [(CatalogueWriter) throws -> Void] = []
    /// Closures that create albums and folders before the requests that may refer to them.
    private var makers: [(CatalogueWriter) throws -> Void] = []
    private var creations: [AssetCreation] = []
    private var deleted: [Int64] = []
    private var restored: [Int64] = []
    /// The changes of assets' contents, one per asset.
    private var contents: [ContentChange] = []
    /// The directories whose albums a created asset is added to, by the asset's identifier.
    private var destinations: [ObjectUUID: ObjectUUID] = [:]
    /// The numbers assigned to created assets.
    private var created: [ObjectUUID: Int64] = [:]
    /// Whether the block is still running.
    private(set) var isOpen = true
    /// The library to change.
    private let library: LibraryConnection
    /// The first object in the block that belongs to another library.
    private var stranger: PHObject?

    private init(_ library: LibraryConnection) {
        self.library = library
    }

    private static let key = "photo library change block"

    /// The transaction of the block running on this thread.
    static var current: ChangeTransaction? {
        Thread.current.threadDictionary[key] as? ChangeTransaction
    }

    /// Returns the transaction of the block running on this thread; without one, ends the program.
    static func required(_ what: String) -> ChangeTransaction {
        guard let current else {
            fatalError("\(what) can only be used inside a performChanges block")
        }
        return current
    }

    /// Runs a block and collects its requests.
    static func collecting(of library: LibraryConnection, _ block: () -> Void) -> ChangeTransaction
    {
        ensure(current == nil, "performChanges blocks cannot be nested")
        let transaction = ChangeTransaction(library)
        Thread.current.threadDictionary[key] = transaction
        defer { Thread.current.threadDictionary.removeObject(forKey: key) }
        block()
        transaction.isOpen = false
        return transaction
    }

    /// Adds a request to run when the block is committed, in the order of the calls, after assets are created and
    /// before assets are deleted.
    func add(_ request: @escaping (CatalogueWriter) throws -> Void) {
        requests.append(request)
    }

    /// Adds a closure that creates an album or folder before any request runs.
    func make(_ maker: @escaping (CatalogueWriter) throws -> Void) { makers.append(maker) }

    func create(_ creation: AssetCreation) { creations.append(creation) }
    func delete(_ assets: [Int64]) { deleted += assets }
    func restore(_ assets: [Int64]) { restored += assets }

    /// Changes an asset's content to an edit or back to the original; nil cancels an earlier change.
    func change(contentOf asset: ObjectUUID, number: Int64?, _ kind: ContentChange.Kind?) {
        contents.removeAll { $0.asset == asset }
        guard let kind else { return }
        contents.append(ContentChange(asset: asset, number: number, kind: kind))
    }

    /// Puts a created asset into the directory of an album, unless it already has one.
    func put(_ asset: ObjectUUID, into directory: ObjectUUID) {
        if destinations[asset] == nil { destinations[asset] = directory }
    }

    /// Returns the number of an asset that the block created.
    func number(of asset: ObjectUUID) -> Int64? { created[asset] }

    /// Returns the objects that belong to the library or are being created; an object of another library fails the
    /// block, because the same number means a different object here.
    func admitted<Object: PHObject>(_ objects: [Object]) -> [Object] {
        objects.filter { object in
            guard let origin = object.origin, origin.library != library.library else { return true }
            stranger = stranger ?? object
            return false
        }
    }

    private func refuseStrangers() throws {
        guard let stranger else { return }
        throw PHPhotosError(
            .identifierNotFound,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "\(stranger.localIdentifier) is of the library \(stranger.origin?.path ?? "") and "
                    + "cannot be changed in a block of \(library.path); nothing was changed"
            ]
        )
    }

    /// Carries out all requests durably, or none.
    func commit(_ writer: CatalogueWriter) throws {
        try refuseStrangers()
        guard creations.isEmpty, deleted.isEmpty, restored.isEmpty, contents.isEmpty else {
            return try commit(FileTransaction(writer), writer)
        }
        try writer.transaction { try carryOut(writer) }
    }

    /// Releases the requests, which hold the transaction that holds them.
    func end() { (requests, makers, creations, contents) = ([], [], [], []) }

    private func carryOut(_ writer: CatalogueWriter) throws {
        for request in makers + requests { try request(writer) }
    }

    private func commit(_ files: FileTransaction, _ writer: CatalogueWriter) throws {
        let staged: [StagedAsset]
        let edits: [StagedEdit?]
        do {
            staged = try creations.map { try files.stage($0.asset(in: directory($0.uuid, writer))) }
            edits = try contents.map { try stage($0, files, staged) }
        } catch {
            files.cancel()
            throw error
        }
        try files.commit {
            for (creation, asset) in zip(creations, staged) {
                created[creation.uuid] = try files.place(asset)
            }
            try files.restore(restored)
            for (change, edit) in zip(contents, edits) {
                guard let id = change.number ?? created[change.asset] else { continue }
                if let edit { try files.apply(edit, to: id) } else { try files.revert(id) }
            }
            try carryOut(writer)
            try files.trash(deleted)
        }
    }

    /// Returns nil for an asset that reverts to its original.
    private func stage(
        _ change: ContentChange,
        _ files: FileTransaction,
        _ staged: [StagedAsset]
    ) throws -> StagedEdit? {
        guard let edit = try change.edit() else { return nil }
        if let number = change.number { return try files.stage(edit, of: number) }
        let made = zip(creations, staged).first { $0.0.uuid == change.asset }?.1
        return try made.map { try files.stage(edit, of: $0) }
    }

    private func directory(_ asset: ObjectUUID, _ writer: CatalogueWriter) throws -> Int64? {
        guard let wanted = destinations[asset] else { return nil }
        let known = try writer.query { try writer.directory(wanted) }
        return known.flatMap { $0.isRemoved ? nil : $0.id }
    }
}
