package import Kernel

/// Follows directory trees through inotify and emits, as frames, what changed in them.
///
/// An event is only a hint that a name may have changed: each leads to a check of the name on disk, and what the
/// check finds is what is emitted. A directory is watched before it is listed, so an entry made before
/// is in the listing and one made after has an event. The identity of a live directory is its
/// watch descriptor; that of one known from before an overflow, its device, inode and birth.
///
/// The watcher itself only says in which order its parts have their turns. One thread uses it.
package final class FolderWatcher<Queue: WatchQueue> {
    private let emitter: FrameEmitter
    private let time: any TimeSource
    private let walk: WalkState
    private let watches: WatchAllocator<Queue>
    private let remover: DirectoryRemover<Queue>
    private let roots: RootWatch<Queue>
    private let events: EventReader<Queue>
    private let poller: DirectoryPoller<Queue>
    private let work: WatchWork<Queue>

    /// Makes a watcher that does nothing yet.
    ///
    /// - Parameters:
    ///   - queue: The kernel's watches and events.
    ///   - configuration: What to watch, and how.
    ///   - output: Where frames are emitted.
    ///   - files: What directories are opened, listed and looked at by.
    ///   - time: The clock for everything that waits.
    package init(
        queue: Queue,
        configuration: WatchConfiguration,
        output: FrameOutput,
        files: any FileSystemCalls,
        time: any TimeSource
    ) {
        let parts = WatcherParts(queue, configuration, output, files, time)
        (emitter, self.time, walk) = (parts.emitter, time, parts.walk)
        (watches, remover, roots) = (parts.watches, parts.remover, parts.roots)
        (events, poller, work) = (parts.events, parts.poller, parts.work)
    }

    /// The configured paths of the roots.
    var rootPaths: [[UInt8]] { roots.paths }
    package var output: FrameOutput { emitter.output }
    package var queue: Queue { watches.queue }
    package var finishedWalks: UInt32 { walk.finishedWalks }
    package var flushes: UInt32 { walk.flushes }

    /// Begins to watch the roots, and to list what is below them.
    package func start() { beginWalk(.start) }

    /// Takes note that something was mounted or unmounted in or over a root.
    package func mountsChanged() { beginWalk(.mounts) }

    /// Does what the indexer asks for.
    package func take(_ command: WatchCommand) {
        switch command {
        case .walk: beginWalk(.requested)
        case .flush: walk.flush()
        case .configure: break
        }
    }

    /// Takes the kernel's events, and does a bounded piece of what waits.
    ///
    /// - Returns: Whether more waits, so that the next turn should come at once.
    /// - Throws: ``SystemError`` when the kernel's queue itself cannot be used any more.
    package func turn() throws(SystemError) -> Bool {
        events.drain()
        if walk.needsRecovery { try recover() }
        let isBusy = doWork()
        output.flush()
        if !isBusy, !output.isClosed {
            reportIdle()
            watches.becomeIdle()
        }
        return isBusy
    }

    /// Does a bounded piece of what waits; false when nothing does or nobody takes the output.
    private func doWork() -> Bool {
        guard output.hasRoom else { return false }
        let now = time.milliseconds
        checkTimers(now)
        return work.step(now)
    }

    private func checkTimers(_ now: Int64) {
        // As long as something waits, a detached directory may be found by it.
        if work.isQuiet { remover.forgetExpired(now) }
        work.takeDue(now)
        poller.poll(now)
        roots.checkOffline(now)
    }

    /// Milliseconds until a timer needs attention.
    package var pollTimeout: Int32 {
        let now = time.milliseconds
        let timers = [remover.nextExpiry, roots.nextCheck, poller.nextPoll]
        let next = timers.reduce(now + 60_000) { min($0, $1 ?? $0) }
        return Int32(clamping: max(work.nextDue(before: next, after: now) - now, 0))
    }

    /// Goes over every directory of every root.
    private func beginWalk(_ reason: WalkReason) {
        walk.begin()
        emitter.emit(.walkBegan(reason: reason))
        roots.enqueueAll()
    }

    /// Places all watches anew, because events were lost or too many watches are dead, and compares every directory
    /// with what is known.
    private func recover() throws(SystemError) {
        walk.beginRecovery()
        let reason = watches.needsHousekeeping ? WalkReason.housekeeping : .overflow
        try watches.reset()
        work.removeAll()
        roots.recover()
        beginWalk(reason)
    }

    /// Reports once that everything seen has been emitted, and that the walk is over if it is.
    private func reportIdle() {
        guard output.hasRoom, !walk.isIdleReported, !work.hasDeferred else { return }
        if walk.isWalking, work.isListed {
            walk.finish()
            roots.endRecovery()
            if watches.needsHousekeeping { walk.requestRecovery() }
        }
        remover.releaseAnchor()
        emitter.reportIdle(after: watches.takeReport())
    }
}
