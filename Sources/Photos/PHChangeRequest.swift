public import Foundation

/// Stands for an object that is being changed, inside a block of
/// ``PHPhotoLibrary/performChanges(_:completionHandler:)``; used elsewhere it ends the program.
open class PHChangeRequest: NSObject {
    let transaction: ChangeTransaction

    override init() {
        transaction = .required("a change request")
    }

    /// Ends the program when the block of the request is over: what is asked for then would be lost.
    final func checkIsInBlock() {
        ensure(
            transaction.isOpen,
            "a change request can only be used inside its performChanges block"
        )
    }
}

extension PHPhotoLibrary {
    /// Runs a block that makes change requests, and carries all of them out, or none.
    ///
    /// The block and then the handler run on a serial queue of the library. Changes are on disk and can be fetched
    /// when the handler is called; it is given a ``PHPhotosError`` when they could not be made. Blocks cannot be
    /// nested.
    @preconcurrency
    public func performChanges(
        _ changeBlock: @escaping @Sendable () -> Void,
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        edits.perform(changeBlock) { completionHandler?($0 == nil, $0) }
    }

    /// Runs a block that makes change requests, and carries all of them out, or none.
    ///
    /// The block runs on a serial queue of the library.
    ///
    /// - Throws: ``PHPhotosError``.
    @preconcurrency
    public func performChanges(_ changeBlock: @escaping @Sendable () -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            edits.perform(changeBlock) { failure in
                continuation.resume(with: failure.map { .failure($0) } ?? .success(()))
            }
        }
    }

    /// Runs a block that makes change requests, and carries all of them out, or none; returns when that is done.
    ///
    /// The block runs on the calling thread.
    ///
    /// - Throws: ``PHPhotosError``.
    public func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        if let failure = edits.performAndWait(changeBlock) { throw failure }
    }
}
