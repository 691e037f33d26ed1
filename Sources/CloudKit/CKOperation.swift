public import Foundation
internal import Synchronization

/// Work on a database, done in the order and on the queue it is added to.
///
/// Blocks are set before the operation is added; they are called one after another, on the operation's thread.
open class CKOperation: Operation, @unchecked Sendable {
    // `@unchecked Sendable` is true as far as it is of any `Operation`: what is set before it is added is
    // not changed after.

    /// Names an operation.
    public typealias ID = String

    /// How an operation is carried out; kept, but everything is local.
    open class Configuration: NSObject, NSCopying, @unchecked Sendable {
        // `@unchecked Sendable` is true as of the operation it belongs to.

        /// Whose databases are meant; nil for the default one's.
        open var container: CKContainer?
        /// How soon the work is needed; kept and not used.
        open var qualityOfService = QualityOfService.default
        /// Whether mobile networks may be used; no network is.
        open var allowsCellularAccess = true
        /// Whether the work outlives the program; it never does.
        open var isLongLived = false
        /// Seconds.
        open var timeoutIntervalForRequest: TimeInterval = 60
        /// Seconds.
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
    /// How the operation is carried out.
    open var configuration: Configuration! = Configuration()

    /// What the operation belongs to; kept for who asks.
    open var group: CKOperationGroup?

    /// Another one for every operation.
    public let operationID: ID = UUID().uuidString

    /// Called when a long-lived operation is known to go on; never here, where there are none.
    @preconcurrency open var longLivedOperationWasPersistedBlock: (@Sendable () -> Void)?

    public override init() {}

    private struct State {
        var isCancelled = false
        /// Whether it is between ``start()`` and ``main()``.
        var isStarting = false
    }

    private let state = Mutex(State())

    /// Whether the operation is to end early.
    open override var isCancelled: Bool { state.withLock { $0.isCancelled && !$0.isStarting } }

    /// Has the operation end early, with the error `operationCancelled`.
    ///
    /// Foundation would never call ``main()`` of an operation that it knows to be cancelled, and so no block that
    /// tells of the end.
    open override func cancel() { state.withLock { $0.isCancelled = true } }

    /// Begins the operation, be it cancelled.
    open override func start() {
        state.withLock { $0.isStarting = true }
        super.start()
    }

    /// Does the work, or tells that it was cancelled before.
    open override func main() {
        state.withLock { $0.isStarting = false }
        guard !isCancelled else { return finish(with: CKError(.operationCancelled)) }
        perform()
    }

    /// Does the work.
    func perform() {}

    /// Calls the blocks that tell of the end.
    func finish(with error: CKError) {}
}

/// Operations that belong together, for who looks at them.
open class CKOperationGroup: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because it is set up before operations are given to it.

    /// Another one for every group.
    public let operationGroupID: String = UUID().uuidString
    /// What the group is called; kept and not used.
    open var name: String?
    /// How many operations it is expected to have; kept and not used.
    open var quantity = 0

    public override init() {}
}

/// Work on one database.
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
    // `@unchecked Sendable` is true as of ``CKOperation``.

    /// The database; nil for the private one of the configuration's container, or of the default one.
    open var database: CKDatabase?

    var chosenDatabase: CKDatabase {
        database ?? (configuration.container ?? CKContainer.default()).privateCloudDatabase
    }
}
