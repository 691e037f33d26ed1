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
