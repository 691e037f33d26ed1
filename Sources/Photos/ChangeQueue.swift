internal import Catalogue
internal import Foundation
internal import LibraryFiles

/// Carries out the change blocks of a library, one after another.
final class ChangeQueue: @unchecked Sendable {
    // `@unchecked Sendable` is true because the writer is accessed only on the serial queue, and everything else is
    // constant and Sendable.

    private let library: LibraryConnection
    private let queue = DispatchQueue(label: "photo library change blocks")
    private var writer: CatalogueWriter?
    /// The file that ``writer`` has open.
    private var file: FileNumber?

    init(_ library: LibraryConnection) {
        self.library = library
    }

    /// Runs a block, commits it and passes an error, if any, to the completion handler.
    ///
    /// The handler is not called on the library's queue, so that it can request more changes and wait for them.
    func perform(
        _ block: @escaping @Sendable () -> Void,
        _ completion: @escaping @Sendable (PHPhotosError?) -> Void
    ) {
        refuseNesting()
        queue.async { [self] in
            let failure = run(block)
            DispatchQueue.global().async { completion(failure) }
        }
    }

    /// Runs a block, commits it and waits; returns the error, if any.
    func performAndWait(_ block: () -> Void) -> PHPhotosError? {
        refuseNesting()
        return queue.sync { run(block) }
    }

    private func refuseNesting() {
        ensure(ChangeTransaction.current == nil, "performChanges blocks cannot be nested")
    }

    private func run(_ block: () -> Void) -> PHPhotosError? {
        let transaction = ChangeTransaction.collecting(of: library, block)
        defer { transaction.end() }
        do {
            try transaction.commit(openWriter())
            return nil
        } catch {
            if !(error is PHPhotosError) { writer = nil }
            return Self.error(error)
        }
    }

    /// Returns a writer for the current catalogue file: writes to one that was replaced would be lost.
    private func openWriter() throws -> CatalogueWriter {
        let now = FileNumber(path: library.path)
        if let writer, now != nil, now == file { return writer }
        writer = nil
        let opened = try CatalogueWriter(path: library.path, as: .editor)
        (writer, file) = (opened, now)
        return opened
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
