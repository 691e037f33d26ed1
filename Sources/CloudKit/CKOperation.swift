public import Foundation
internal import Synchronization

/// An operation on a database, performed on the queue and in the order in which it is added.
///
/// Set the blocks before adding the operation; they are called one after another, on the operation's thread.
open class CKOperation: Operation, @unchecked Sendable {
    // `@unchecked Sendable` is true as far as it is of any `Operation`: properties are set before the operation is
    // added, and do not change afterwards.

    /// The identifier of an operation.
    public typealias ID = String

    /// The way to run an operation; the values are stored but have no effect, except for the container.
    open class Configuration: NSObject, NSCopying, @unchecked Sendable {
        // `@unchecked Sendable` is true for the same reason as for the operation.

        /// The container whose database is used; nil for the default container.
        open var container: CKContainer?
        /// The priority of the operation; it has no effect.
        open var qualityOfService = QualityOfService.default
        /// Whether mobile networks may be used; it has no effect, because no network is used.
        open var allowsCellularAccess = true
        /// Whether the operation outlives the program; it never does.
        open var isLongLived = false
        /// The timeout of a request in seconds.
        open var timeoutIntervalForRequest: TimeInterval = 60
        /// The timeout of the whole operation in seconds.
        open var timeoutIntervalForResource: TimeInterval = 604_800

        public override init() {}

        open func copy(with zone: NSZone? = nil) -> Any {
            let copy = Configuration()
            (copy.container, copy.qualityOfService) = (container, qualityOfService)
            (copy.allowsCellularAccess, copy.isLongLived) = (allowsCellularAccess, isLongLived)
            copy.timeoutIntervalForRequest = timeoutIntervalForRequest
            copy.timeoutIntervalForResource = timeoutIntervalForResource
            return copy
        }
    }

    // Never nil, as on Apple's systems, where it is declared so.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The configuration of the operation.
    open var configuration: Configuration! = Configuration()

    /// The group that the operation belongs to; it is stored but has no effect.
    open var group: CKOperationGroup?

    /// The identifier of the operation, unique to each.
    public let operationID: ID = UUID().uuidString

    /// Called when a long-lived operation will continue after the program ends; never called here.
    @preconcurrency open var longLivedOperationWasPersistedBlock: (@Sendable () -> Void)?

    public override init() {}

    private struct State {
        var isCancelled = false
        /// Whether the operation is between ``start()`` and ``main()``.
        var isStarting = false
    }

    private let state = Mutex(State())

    /// Whether the operation was cancelled.
    open override var isCancelled: Bool { state.withLock { $0.isCancelled && !$0.isStarting } }

    /// Ends the operation early, with the error `operationCancelled`.
    ///
    /// Foundation never calls ``main()`` of an operation that it knows to be cancelled, and so the completion blocks
    /// would never be called.
    open override func cancel() { state.withLock { $0.isCancelled = true } }

    /// Starts the operation, even if it is cancelled.
    open override func start() {
        state.withLock { $0.isStarting = true }
        super.start()
    }

    /// Performs the operation, or reports that it was cancelled before it began.
    open override func main() {
        state.withLock { $0.isStarting = false }
        guard !isCancelled else { return finish(with: CKError(.operationCancelled)) }
        perform()
    }

    /// Performs the operation.
    func perform() {}

    /// Calls the completion blocks with an error.
    func finish(with error: CKError) {}
}

/// A group of related operations.
open class CKOperationGroup: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because it is set up before it is given to operations.

    /// The identifier of the group, unique to each.
    public let operationGroupID: String = UUID().uuidString
    /// The name of the group; it has no effect.
    open var name: String?
    /// The expected number of operations in the group; it has no effect.
    open var quantity = 0

    public override init() {}
}

/// An operation on one database.
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
    // `@unchecked Sendable` is true for the same reason as for ``CKOperation``.

    /// The database; nil for the private database of the configured or the default container.
    open var database: CKDatabase?

    var chosenDatabase: CKDatabase {
        database ?? (configuration.container ?? CKContainer.default()).privateCloudDatabase
    }
}
