internal import Glibc
internal import Kernel

/// The names that have to be checked: those that are due, files being written, and names to retry.
///
/// All times are milliseconds of the monotonic clock.
final class PendingNames {
    /// How long to wait for a created file to be closed.
    private static let creationDelay: Int64 = 1_000
    private static let retryInterval: Int64 = 20
    /// The maximum number of retries in a row, so that a name that never succeeds is dropped eventually.
    private static let mostAttempts = 100

    private var queue = PendingNameQueue()
    /// Files created and not closed yet, with the time at which they are checked regardless.
    private var created: [PendingName: Int64] = [:]
    /// Names whose check found that the tree is not as expected.
    private var deferred: [PendingName] = []
    private var attempts: [PendingName: Int] = [:]
    /// The error of the last check of each deferred name, unless it only says that the tree has changed.
    private var errors: [PendingName: SystemError] = [:]
    private var retryTime: Int64 = 0

    /// Whether no name is due.
    var isEmpty: Bool { queue.isEmpty }
    var hasDeferred: Bool { !deferred.isEmpty }
    /// Whether a deferred name lies in a directory that has a path, so that a retry can succeed.
    var hasRetryable: Bool { deferred.contains { $0.node.isAttached } }
    /// When the first file that was created and never closed is due.
    var nextCreationDue: Int64? { created.values.min() }

    /// Adds a name that is due at once, unless it is already queued.
    func add(_ name: PendingName) { queue.append(name) }

    /// Adds the name of a file that was created and may still be written to.
    func addCreated(_ name: PendingName, at now: Int64) {
        created[name] = now + Self.creationDelay
    }

    /// Adds a name that was changed or closed according to an event, whether or not it was created recently.
    func addChanged(_ name: PendingName) {
        created[name] = nil
        queue.append(name)
    }

    /// Takes the next name that is due.
    func next() -> PendingName? { queue.popFirst() }

    /// Postpones a name until the next retry.
    ///
    /// `error`: Why it could not be checked, if that is known.
    func postpone(_ name: PendingName, after error: SystemError? = nil) {
        deferred.append(name)
        let isOfTree = error.map { Self.errorsOfTree.contains($0.code) } ?? true
        if let error, !isOfTree { errors[name] = error }
    }

    /// The errors that only say that a directory is not where it was, or is about to be replaced.
    private static let errorsOfTree = [ENOENT, ENOTDIR, ESTALE, ELOOP, EAGAIN]

    /// Postpones a check of the name under which the parent has a directory that was not found there.
    func recheckParent(of node: DirectoryNode) {
        guard let name = PendingName(of: node), !deferred.contains(name) else { return }
        deferred.append(name)
    }

    /// Makes the files due that were created long enough ago.
    func takeDue(_ now: Int64) {
        guard !created.isEmpty else { return }
        for (name, due) in created where due <= now {
            created[name] = nil
            queue.append(name)
        }
    }

    /// When deferred names may be retried, but never before the next millisecond.
    func nextRetry(after now: Int64) -> Int64 { max(retryTime, now + 1) }

    func isRetryDue(_ now: Int64) -> Bool { now >= retryTime }

    /// Makes the deferred names due, except those in detached directories, which have no path to check.
    ///
    /// Drops names that were retried too often, and names in removed directories.
    ///
    /// - Returns: The names retried too often whose check failed with an error.
    @discardableResult
    func retryDeferred(_ now: Int64) -> [(name: PendingName, error: SystemError)] {
        let (again, errors) = (deferred, errors)
        var dropped: [(name: PendingName, error: SystemError)] = []
        self.errors = [:]
        deferred = []
        retryTime = now + Self.retryInterval
        attempts = attempts.filter { again.contains($0.key) }
        for name in again where !name.node.isForgotten {
            guard name.node.isAttached else {
                deferred.append(name)
                continue
            }
            guard attempts[name, default: 0] < Self.mostAttempts else {
                if let error = errors[name] { dropped.append((name, error)) }
                continue
            }
            attempts[name, default: 0] += 1
            queue.append(name)
        }
        return dropped
    }

    /// Releases the memory of names that have been checked.
    func shrink() {
        queue.shrink()
        if created.isEmpty { created = [:] }
    }

    /// Drops every name, because everything will be listed again.
    func removeAll() {
        queue.removeAll()
        (deferred, errors) = ([], [:])
        created = [:]
    }
}
