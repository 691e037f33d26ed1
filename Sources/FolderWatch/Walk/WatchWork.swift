internal import Glibc
internal import Kernel

/// What waits to be done, in the order in which it is: names to check, then directories to list, then retries.
final class WatchWork<Queue: WatchQueue> {
    private let pending: PendingNames
    private let listings: ListingQueue
    private let checker: NameChecker<Queue>
    private let walker: DirectoryWalker<Queue>
    private let roots: RootWatch<Queue>
    private let emitter: FrameEmitter
    private let time: any TimeSource

    init(
        _ pending: PendingNames,
        _ listings: ListingQueue,
        _ checker: NameChecker<Queue>,
        _ walker: DirectoryWalker<Queue>,
        _ roots: RootWatch<Queue>,
        _ emitter: FrameEmitter,
        _ time: any TimeSource
    ) {
        (self.pending, self.listings) = (pending, listings)
        (self.checker, self.walker) = (checker, walker)
        (self.roots, self.emitter, self.time) = (roots, emitter, time)
    }

    /// Whether every directory that can be listed was, and no name is due.
    var isListed: Bool { walker.isDone }
    var hasDeferred: Bool { pending.hasDeferred || listings.hasDeferred }
    /// Whether nothing that waits could find a detached directory.
    var isQuiet: Bool {
        pending.isEmpty && walker.isDone && !pending.hasRetryable && !listings.hasRetryable
    }

    /// Does a bounded piece of it; false when nothing can be done now.
    func step(_ now: Int64) -> Bool {
        if checker.check(256) { return true }
        guard list() else { return retryDeferred(now) }
        // Each turn costs system calls; the kernel's queue takes far more events than come within one.
        while pending.isEmpty, emitter.output.hasRoom, time.milliseconds - now < 4, list() {}
        return true
    }

    private func list() -> Bool { walker.step(onFailure: notListed) }

    /// A directory could not be opened in order to be listed.
    private func notListed(_ node: DirectoryNode, _ error: SystemError) {
        if node.root != nil {
            roots.check(node)
        } else if [ENOENT, ESTALE, ENOTDIR].contains(error.code) {
            listings.postpone(node)
            pending.recheckParent(of: node)
            return
        }
        emitter.emitEmptyListing(of: node, error: error.code)
    }

    /// Tries again what was put off; false when it is not time to, or there is nothing.
    private func retryDeferred(_ now: Int64) -> Bool {
        guard hasDeferred, pending.isRetryDue(now) else { return false }
        listings.retryDeferred()
        pending.retryDeferred(now)
        return !pending.isEmpty || !listings.isEmpty
    }

    /// Makes due the names of files that were created and never closed.
    func takeDue(_ now: Int64) { pending.takeDue(now) }

    /// The earlier of `time` and when the first file or retry is due.
    func nextDue(before time: Int64, after now: Int64) -> Int64 {
        var next = time
        if let due = pending.nextCreationDue { next = min(next, due) }
        if hasDeferred { next = min(next, pending.nextRetry(after: now)) }
        return next
    }

    /// Drops everything, because every directory will be listed again.
    func removeAll() {
        pending.removeAll()
        walker.cancelAll()
        listings.removeAll()
    }
}
