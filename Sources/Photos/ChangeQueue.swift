internal import Catalogue
internal import Foundation
internal import LibraryFiles

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
        queue.async { [self] in completion(run(unsafe block)) }
    }

    /// Likewise, and waits for it.
    func performAndWait(_ block: () -> Void) -> PHPhotosError? {
        precondition(ChangeTransaction.current == nil, "performChanges blocks cannot be nested")
        return queue.sync { run(block) }
    }

    private func run(_ block: () -> Void) -> PHPhotosError? {
        let transaction = ChangeTransaction.collecting(block)
        defer { transaction.end() }
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
        let code =
            (error as? CatalogueError).flatMap { catalogueCodes[$0.code] }
            ?? (error as? LibraryFileError).flatMap { fileCodes[$0.code] } ?? .internalError
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

    private static let catalogueCodes: [CatalogueError.Code: PHPhotosError.Code] = [
        .noPermission: .accessUserDenied, .missing: .accessRestricted,
        .cannotCreate: .accessUserDenied, .diskFull: .notEnoughSpace,
    ]

    private static let fileCodes: [LibraryFileError.Code: PHPhotosError.Code] = [
        .restricted: .accessRestricted, .missing: .identifierNotFound, .invalid: .invalidResource,
        .incomplete: .missingResource, .noPermission: .accessUserDenied,
        .diskFull: .notEnoughSpace, .offline: .libraryVolumeOffline,
    ]
}
