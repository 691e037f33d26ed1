internal import Catalogue
internal import Foundation

/// The change requests of one block, carried out together or not at all.
final class ChangeTransaction {
    private var requests: [(CatalogueWriter) throws -> Void] = []

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

    /// Has something done when the block is committed, in the order of the calls.
    func add(_ request: @escaping (CatalogueWriter) throws -> Void) {
        requests.append(request)
    }

    /// Does everything that was asked, durably, or nothing.
    func commit(_ writer: CatalogueWriter) throws {
        try writer.transaction { for request in requests { try request(writer) } }
    }
}

/// Carries out the change blocks of a library, one after another.
final class ChangeQueue: @unchecked Sendable {
    // `@unchecked Sendable` is true because the writer is touched on the serial queue only, and all else
    // is constant and Sendable.

    private let path: String
    private let queue = DispatchQueue(label: "photo library change blocks")
    private var writer: CatalogueWriter?

    init(path: String) {
        self.path = path
    }

    /// Runs a block and commits it; answers with what went wrong.
    func perform(
        _ block: @escaping () -> Void,
        _ completion: @escaping @Sendable (PHPhotosError?) -> Void
    ) {
        precondition(ChangeTransaction.current == nil, "performChanges blocks cannot be nested")
        // It is called once, on the queue, as who hands a block over expects.
        nonisolated(unsafe) let block = block
        queue.async { [self] in completion(run(block)) }
    }

    /// Likewise, and waits for it.
    func performAndWait(_ block: () -> Void) -> PHPhotosError? {
        precondition(ChangeTransaction.current == nil, "performChanges blocks cannot be nested")
        return queue.sync { run(block) }
    }

    private func run(_ block: () -> Void) -> PHPhotosError? {
        let transaction = ChangeTransaction.collecting(block)
        do {
            let writer = try writer ?? CatalogueWriter(path: path, as: .editor)
            self.writer = writer
            try transaction.commit(writer)
            return nil
        } catch {
            if !(error is PHPhotosError) { writer = nil }
            return Self.error(error)
        }
    }

    private static func error(_ error: any Error) -> PHPhotosError {
        if let error = error as? PHPhotosError { return error }
        let codes: [CatalogueError.Code: PHPhotosError.Code] = [
            .noPermission: .accessUserDenied, .missing: .accessRestricted,
            .cannotCreate: .accessUserDenied, .diskFull: .notEnoughSpace,
        ]
        let code = (error as? CatalogueError).flatMap { codes[$0.code] } ?? .internalError
        return PHPhotosError(
            code,
            userInfo: [
                NSLocalizedDescriptionKey: "\(error)",
                NSUnderlyingErrorKey: NSError(
                    domain: "heliograph",
                    code: 0,
                    userInfo: [NSLocalizedDescriptionKey: "\(error)"]
                ),
            ]
        )
    }
}
