package import Kernel

/// Follows directory trees through inotify and emits their changes as frames.
///
/// An event is only a hint that a name may have changed: each one leads to a check of the name on disk, and the result
/// of that check is emitted. A directory is watched before it is listed, so an entry created earlier is in the listing
/// and one created later has an event. A live directory is identified by its watch descriptor; one known from before an
/// overflow, by its device, inode and birth time.
///
/// The watcher itself only determines the order in which its parts run. It is used from one thread.
package final class FolderWatcher<Queue: WatchQueue> {
    private let emitter: FrameEmitter
    private let time: any TimeSource
    private let walk: WalkState
    private let unsupported: UnsupportedFiles
    private let watches: WatchAllocator<Queue>
    private let remover: DirectoryRemover<Queue>
    private let roots: RootWatch<Queue>
    private let events: EventReader<Queue>
    private let poller: DirectoryPoller<Queue>
    private let work: WatchWork<Queue>

    /// Creates a watcher, which does nothing until ``start()`` is called.
    ///
    /// - Parameters:
    ///   - queue: The kernel's watches and events.
    ///   - configuration: What to watch, and how.
    ///   - output: Where frames are emitted.
    ///   - files: The file system calls.
    ///   - time: The clock for all timers.
    package init(
        queue: Queue,
        configuration: WatchConfiguration,
        output: FrameOutput,
        files: any FileSystemCalls,
        time: any TimeSource
    ) {
        let parts = WatcherParts(queue, configuration, output, files, time)
        (emitter, self.time, walk) = (parts.emitter, time, parts.walk)
        unsupported = parts.unsupported
        (watches, remover, roots) = (parts.watches, parts.remover, parts.roots)
        (events, poller, work) = (parts.events, parts.poller, parts.work)
    }

    /// The configured paths of the roots.
    var rootPaths: [[UInt8]] { roots.paths }
    package var output: FrameOutput { emitter.output }
    package var queue: Queue { watches.queue }
    package var finishedWalks: UInt32 { walk.finishedWalks }
    package var flushes: UInt32 { walk.flushes }

    /// Starts watching and listing the roots.
    package func start() { beginWalk(.start) }

    /// Starts a walk if something was mounted or unmounted in or over a root.
    ///
    /// - Parameter areOthers: Compares the mounts with those at the last call. A mount that came and went in between
    ///   does not show in that comparison, but was seen as one directory in the place of another.
    package func mountsMayHaveChanged(_ areOthers: () -> Bool) {
        let hasReplacements = walk.takeReplacements()
        if areOthers() || hasReplacements {
            beginWalk(.mounts)
        } else {
            roots.checkAll()
        }
    }

    /// Handles a command from the indexer.
    package func take(_ command: WatchCommand) {
        switch command {
        case .walk: beginWalk(.requested)
        case .walkInBackground: beginWalk(.requested, isInBackground: true)
        case .recheck: beginWalk(.requested, isRecheck: true, isInBackground: true)
        case .flush: walk.flush()
        case .configure: break
        }
    }

    /// Drains the kernel's event queue and does a bounded amount of the pending work.
    ///
    /// - Returns: Whether more work is pending, so that the next turn should follow at once.
    /// - Throws: ``SystemError`` when the kernel's queue can no longer be used.
    package func turn() throws(SystemError) -> Bool {
        events.drain()
        if walk.needsRecovery { try recover() }
        guard output.hasRoom else {
            // Whether work is left was not checked, so nothing is reported about it.
            output.flush()
            return output.hasRoom
        }
        let isBusy = doWork()
        output.flush()
        if !isBusy, !output.isClosed {
            reportIdle()
            watches.becomeIdle()
        }
        return isBusy
    }

    /// Releases the memory of a burst of changes once all of them have been reported.
    ///
    /// - Returns: Whether much memory was released.
    package func rest() -> Bool {
        guard !output.hasBacklog, work.rest() else { return false }
        output.shrink()
        return true
    }

    /// Does a bounded amount of the pending work; false if nothing can be done now.
    private func doWork() -> Bool {
        let now = time.milliseconds
        checkTimers(now)
        return work.step(now)
    }

    private func checkTimers(_ now: Int64) {
        // Pending work may still find a detached directory.
        if work.isQuiet { remover.forgetExpired(now) }
        work.takeDue(now)
        poller.poll(now)
        roots.checkOffline(now)
    }

    /// Milliseconds until the next timer fires, as for poll(2); -1 if no timer is set, or nothing can be done until the
    /// output is read.
    package var pollTimeout: Int32 {
        guard output.hasRoom else { return -1 }
        let now = time.milliseconds
        let timers = [remover.nextExpiry, roots.nextCheck, poller.nextPoll]
        let next = work.nextDue(before: timers.reduce(.max) { min($0, $1 ?? $0) }, after: now)
        return next == .max ? -1 : Int32(clamping: max(next - now, 0))
    }

    /// Starts a walk over every directory of every root.
    private func beginWalk(
        _ reason: WalkReason,
        isRecheck: Bool = false,
        isInBackground: Bool = false
    ) {
        walk.begin(isRecheck: isRecheck, isInBackground: isInBackground)
        emitter.emit(.walkBegan(reason: reason))
        roots.enqueueAll()
    }

    /// Places all watches again, because events were lost or too many watches are dead, and compares every directory
    /// with its known state.
    private func recover() throws(SystemError) {
        walk.beginRecovery()
        let reason = watches.needsHousekeeping ? WalkReason.housekeeping : .overflow
        try watches.reset()
        work.removeAll()
        roots.recover()
        beginWalk(reason)
    }

    /// Reports once that everything seen has been emitted and, if so, that the walk is over.
    private func reportIdle() {
        guard output.hasRoom, !walk.isIdleReported, !work.hasDeferred else { return }
        if walk.isWalking, work.isListed {
            walk.finish()
            if let report = unsupported.takeReport() { output.send(report) }
            roots.endRecovery()
            if watches.needsHousekeeping { walk.requestRecovery() }
        }
        remover.releaseAnchor()
        emitter.reportIdle(after: watches.takeReport())
    }
}
