public import Foundation

/// A request to change an object, inside a block of ``PHPhotoLibrary/performChanges(_:completionHandler:)``; any other
/// use ends the program.
open class PHChangeRequest: NSObject {
    let transaction: ChangeTransaction

    override init() {
        transaction = .required("a change request")
    }

    /// Ends the program if the block of the request has finished, because later changes would be lost.
    final func checkIsInBlock() {
        ensure(
            transaction.isOpen,
            "a change request can only be used inside its performChanges block"
        )
    }
}
