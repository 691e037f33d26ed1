internal import Catalogue
internal import FolderWatch
internal import PhotoModel

/// The progress of the running watcher: completed walks and answered flushes.
///
/// It does no I/O and reads no clock.
final class WatchProgress {
    /// The reason for the walk in progress, or for the last one.
    private(set) var reason: StateReason = .start
    /// Whether the initial walk of this watcher is still in progress.
    private(set) var isFirstWalk = true
    private(set) var isWalking = true
    /// Whether the watcher has reported everything it saw.
    private(set) var isSettled = false
    /// When the walk in progress, or the last one, began, in milliseconds.
    private(set) var walkBegan: Int64
    /// When everything the last walk found had been processed.
    private var walkEnded: Int64?
    private var finishedWalks: UInt32 = 0
    private var lastFlush: UInt32 = 0
    private var answeredFlush: UInt32 = 0
    /// Whether the answer to the last flush confirms that nothing happened since it was requested.
    private var isConfirming = false
    /// Whether a root came back, or a directory could be listed again: it remains to be determined which files vanished
    /// from it in the meantime.
    private var hasReturned = false
    /// The reason for a requested walk that the watcher has not begun yet.
    private var awaited: StateReason?

    init(at now: Int64) {
        walkBegan = now
    }

    /// Whether the watcher has completed at least one walk.
    var hasFinishedWalk: Bool { finishedWalks > 0 }

    /// Resets the state for a new watcher.
    func start(_ reason: StateReason, at now: Int64) {
        self.reason = reason
        (finishedWalks, lastFlush, answeredFlush) = (0, 0, 0)
        (isFirstWalk, isConfirming, hasReturned) = (true, false, false)
        awaited = nil
        beginWalk(at: now)
    }

    /// Records that the watcher has begun a walk.
    func beginWalk(_ cause: WalkReason, at now: Int64) {
        let serves = isWalking && reason == .requested && awaited == nil
        beginWalk(at: now)
        switch cause {
        case .start: break
        case .requested:
            // A root that came back in the meantime had a walk of its own.
            reason = awaited ?? reason
            awaited = nil
        case .overflow: reason = .overflow
        case .mounts, .housekeeping: if !serves { reason = .timer }
        }
    }

    /// Records the reason for a walk about to be requested.
    ///
    /// The end of a walk that a user requested is reported as such, whatever else requests one.
    func requestWalk(_ reason: StateReason) {
        let reason = awaited == .requested ? .requested : reason
        (self.reason, awaited) = (reason, reason)
    }

    /// Whether the watcher has been everywhere and has reported everything it saw.
    var hasSeenAll: Bool { hasFinishedWalk && isSettled && awaited == nil }

    private func beginWalk(at now: Int64) {
        (isWalking, isSettled) = (true, false)
        walkBegan = now
    }

    /// Records that the watcher has reported a change.
    func receivedChange() { (isSettled, isConfirming) = (false, false) }

    /// Records that the watcher has reported everything it saw.
    ///
    /// `isPartlyOffline`: Whether a root is offline only because of a part of it.
    /// Returns whether to search for known directories that no walk has found.
    func settled(walks: UInt32, flushes: UInt32, isPartlyOffline: Bool) -> Bool {
        let isAfterWalk = walks > finishedWalks
        let needsSearch = hasReturned || (isAfterWalk && (isFirstWalk || isPartlyOffline))
        (hasReturned, isSettled) = (false, true)
        answeredFlush = flushes
        finishedWalks = max(finishedWalks, walks)
        return needsSearch
    }

    /// Records that a directory is readable again.
    func directoryReturned() { hasReturned = true }

    /// Records that a root is readable again.
    ///
    /// After the first walk the root is listed as a whole, which is a walk that was not requested. A first walk may
    /// have completed without the root.
    ///
    /// - Returns: Whether this began a walk.
    func rootReturned(at now: Int64) -> Bool {
        hasReturned = true
        guard !isFirstWalk, !isWalking else { return false }
        beginWalk(at: now)
        reason = .timer
        return true
    }

    /// Records that everything the walk found has been processed.
    func finishWalk(at now: Int64) {
        (isWalking, isFirstWalk) = (false, false)
        walkEnded = now
    }

    /// Returns whether files that are missing now may have been missed by a walk, instead of reported by an event.
    ///
    /// `aftermath`: How long after a walk directories are reported that it missed, in milliseconds.
    func isMissedByWalk(at now: Int64, aftermath: Int64) -> Bool {
        isWalking || walkEnded.map { now - $0 < aftermath } ?? false
    }

    // MARK: Flushes

    /// Returns the number of a flush to request from the watcher.
    func requestFlush() -> UInt32 {
        lastFlush += 1
        return lastFlush
    }

    /// Returns whether the watcher has reported everything that happened before a flush was requested.
    func hasAnswered(_ flush: UInt32) -> Bool { answeredFlush >= flush }

    enum Confirmation {
        /// A flush has to be requested.
        case needsFlush
        /// Everything that happened before the flush is known, and nothing changed.
        case confirmed
        /// A flush has not been answered yet.
        case pending
    }

    /// Determines, in two calls with a flush between them, whether nothing happened in the meantime.
    func confirmQuiet() -> Confirmation {
        guard answeredFlush == lastFlush else { return .pending }
        isConfirming.toggle()
        return isConfirming ? .needsFlush : .confirmed
    }
}
