internal import Catalogue
internal import Foundation
internal import LibraryFiles
internal import PhotoModel

/// The change requests of one block, carried out together or not at all.
final class ChangeTransaction {
    private var requests: [(CatalogueWriter) throws -> Void] = []
    private var creations: [AssetCreation] = []
    private var deleted: [Int64] = []
    private var restored: [Int64] = []
    /// The directories whose albums a created asset is added to, by its identifier.
    private var destinations: [ObjectUUID: ObjectUUID] = [:]
    /// The numbers that created assets were given.
    private var created: [ObjectUUID: Int64] = [:]

    private static let key = "photo library change block"

    /// That of the block that runs on this thread.
    static var current: ChangeTransaction? {
        Thread.current.threadDictionary[key] as? ChangeTransaction
    }

    /// That of the block that runs on this thread, which there has to be.
    static func required(_ what: String) -> ChangeTransaction {
        guard let current else {
            preconditionFailure("\(what) can only be used inside a performChanges block")
        }
        return current
    }

    /// Runs a block and collects its requests.
    static func collecting(_ block: () -> Void) -> ChangeTransaction {
        precondition(current == nil, "performChanges blocks cannot be nested")
        let transaction = ChangeTransaction()
        Thread.current.threadDictionary[key] = transaction
        defer { Thread.current.threadDictionary.removeObject(forKey: key) }
        block()
        return transaction
    }

    /// Has something done when the block is committed, in the order of the calls; assets that are created
    /// are there then, those that are deleted still.
    func add(_ request: @escaping (CatalogueWriter) throws -> Void) {
        requests.append(request)
    }

    func create(_ creation: AssetCreation) { creations.append(creation) }
    func delete(_ assets: [Int64]) { deleted += assets }
    func restore(_ assets: [Int64]) { restored += assets }

    /// Has an asset that is created put into the directory of an album, unless it goes to another already.
    func put(_ asset: ObjectUUID, into directory: ObjectUUID) {
        if destinations[asset] == nil { destinations[asset] = directory }
    }

    /// The number of an asset that the block created.
    func number(of asset: ObjectUUID) -> Int64? { created[asset] }

    /// Does everything that was asked, durably, or nothing.
    func commit(_ writer: CatalogueWriter) throws {
        guard creations.isEmpty, deleted.isEmpty, restored.isEmpty else {
            return try commit(FileTransaction(writer), writer)
        }
        try writer.transaction { try carryOut(writer) }
    }

    /// Lets go of what was asked for: the requests hold the transaction that holds them.
    func end() { (requests, creations) = ([], []) }

    private func carryOut(_ writer: CatalogueWriter) throws {
        for request in requests { try request(writer) }
    }

    private func commit(_ files: FileTransaction, _ writer: CatalogueWriter) throws {
        let staged: [StagedAsset]
        do {
            staged = try creations.map { try files.stage($0.asset(in: directory($0.uuid, writer))) }
        } catch {
            files.cancel()
            throw error
        }
        try files.commit {
            for (creation, asset) in zip(creations, staged) {
                created[creation.uuid] = try files.place(asset)
            }
            try files.restore(restored)
            try carryOut(writer)
            try files.trash(deleted)
        }
    }

    private func directory(_ asset: ObjectUUID, _ writer: CatalogueWriter) throws -> Int64? {
        guard let wanted = destinations[asset] else { return nil }
        let known = try writer.query { try writer.directory(wanted) }
        return known.flatMap { $0.isRemoved ? nil : $0.id }
    }
}
