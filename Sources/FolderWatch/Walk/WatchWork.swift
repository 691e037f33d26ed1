internal import Glibc
internal import Kernel

/// The pending work in order of priority: names to check, directories to list, retries.
final class WatchWork<Queue: WatchQueue> {
    private let pending: PendingNames
    private let listings: ListingQueue
    private let checker: NameChecker<Queue>
    private let walker: DirectoryWalker<Queue>
    private let roots: RootWatch<Queue>
    private let emitter: FrameEmitter
    private let walk: WalkState
    private let files: any FileSystemCalls
    private let time: any TimeSource
    private var urgency = DiskUrgency.usual
    /// The number of names that had been checked when memory was last released.
    private var checkedAtRest = 0
    /// The number of names after which releasing memory is worthwhile.
    private static var burst: Int { 16_384 }

    init(
        _ pending: PendingNames,
        _ listings: ListingQueue,
        _ checker: NameChecker<Queue>,
        _ walker: DirectoryWalker<Queue>,
        _ roots: RootWatch<Queue>,
        _ emitter: FrameEmitter,
        _ walk: WalkState,
        _ files: any FileSystemCalls,
        _ time: any TimeSource
    ) {
        (self.pending, self.listings) = (pending, listings)
        (self.checker, self.walker) = (checker, walker)
        (self.roots, self.emitter, self.walk) = (roots, emitter, walk)
        (self.files, self.time) = (files, time)
    }

    /// Whether every directory that can be listed was listed, and no name is due.
    var isListed: Bool { walker.isDone }
    var hasDeferred: Bool { pending.hasDeferred || listings.hasDeferred }
    /// Whether no pending work could find a detached directory.
    var isQuiet: Bool {
        pending.isEmpty && walker.isDone && !pending.hasRetryable && !listings.hasRetryable
    }

    /// Does a bounded amount of the work; false if nothing can be done now.
    func step(_ now: Int64) -> Bool {
        if !pending.isEmpty { use(.usual) }
        if checker.check(256) { return true }
        guard list() else {
            use(.usual)
            return retryDeferred(now)
        }
        // Every turn costs system calls, and the kernel's queue holds far more events than arrive in this time.
        while pending.isEmpty, emitter.output.hasRoom, time.milliseconds - now < 4, list() {}
        return true
    }

    private func list() -> Bool {
        use(walk.isInBackground ? .idle : .usual)
        return walker.step(onFailure: notListed)
    }

    private func use(_ urgency: DiskUrgency) {
        guard urgency != self.urgency else { return }
        self.urgency = urgency
        files.setUrgency(urgency)
    }

    /// Handles a directory that could not be opened for listing.
    private func notListed(_ node: DirectoryNode, _ error: SystemError) {
        if node.root != nil {
            roots.check(node)
        } else if [ENOENT, ESTALE, ENOTDIR].contains(error.code) {
            listings.postpone(node)
            pending.recheckParent(of: node)
            return
        }
        node.failListing()
        emitter.emitEmptyListing(of: node, error: error.code)
    }

    /// Retries postponed work; false if no retry is due.
    private func retryDeferred(_ now: Int64) -> Bool {
        guard hasDeferred, pending.isRetryDue(now) else { return false }
        listings.retryDeferred()
        for (name, error) in pending.retryDeferred(now) {
            // The state of the name is unknown, so the known contents of its directory are incomplete.
            name.node.failListing()
            emitter.emitEmptyListing(of: name.node, error: error.code)
        }
        return !pending.isEmpty || !listings.isEmpty
    }

    /// Releases the memory that many names took; false if there have not been that many since the last time.
    func rest() -> Bool {
        guard checker.checked - checkedAtRest >= Self.burst else { return false }
        checkedAtRest = checker.checked
        pending.shrink()
        return true
    }

    /// Makes the files due that were created and never closed.
    func takeDue(_ now: Int64) { pending.takeDue(now) }

    /// The earlier of `time` and the time when the first file or retry is due.
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
