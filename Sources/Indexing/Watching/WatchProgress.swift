internal import Catalogue
internal import FolderWatch
internal import PhotoModel

/// How much of what there is the watcher has told: which walks it has finished, which flushes it has answered.
///
/// It calls nothing and asks no clock.
final class WatchProgress {
    /// Why the walk under way, or the last one, was begun.
    private(set) var reason: StateReason = .start
    /// Whether the walk of this watcher's start is not over yet.
    private(set) var isFirstWalk = true
    private(set) var isWalking = true
    /// Whether the watcher has told everything it saw.
    private(set) var isSettled = false
    /// When the walk under way, or the last one, was begun; milliseconds.
    private(set) var walkBegan: Int64
    private var finishedWalks: UInt32 = 0
    private var lastFlush: UInt32 = 0
    private var answeredFlush: UInt32 = 0
    /// Whether the answer to the last flush will tell that nothing happened since it was asked for.
    private var isConfirming = false
    /// Whether a root came back, or a directory could be listed at last: what has gone from it meanwhile
    /// is yet to be found out.
    private var hasReturned = false

    init(at now: Int64) {
        walkBegan = now
    }

    /// Whether the watcher has been everywhere at least once.
    var hasFinishedWalk: Bool { finishedWalks > 0 }

    /// A watcher is started: nothing of what another has told counts any more.
    func start(_ reason: StateReason, at now: Int64) {
        self.reason = reason
        (finishedWalks, lastFlush, answeredFlush) = (0, 0, 0)
        (isFirstWalk, isConfirming, hasReturned) = (true, false, false)
        beginWalk(at: now)
    }

    /// The watcher has begun a walk; `cause` tells why.
    func beginWalk(_ cause: WalkReason, at now: Int64) {
        beginWalk(at: now)
        switch cause {
        case .start, .requested: break
        case .overflow: reason = .overflow
        case .mounts, .housekeeping: reason = .timer
        }
    }

    /// A walk is going to be asked for.
    func requestWalk(_ reason: StateReason) { self.reason = reason }

    private func beginWalk(at now: Int64) {
        (isWalking, isSettled) = (true, false)
        walkBegan = now
    }

    /// The watcher has told something new.
    func receivedNews() { (isSettled, isConfirming) = (false, false) }

    /// The watcher has told everything it saw.
    ///
    /// `isPartlyOffline`: Whether a root is offline for a part of it alone.
    /// Returns whether directories that are known and that nobody has met are to be looked for.
    func settled(walks: UInt32, flushes: UInt32, isPartlyOffline: Bool) -> Bool {
        let isAfterWalk = walks > finishedWalks
        let needsSearch = hasReturned || (isAfterWalk && (isFirstWalk || isPartlyOffline))
        (hasReturned, isSettled) = (false, true)
        answeredFlush = flushes
        finishedWalks = max(finishedWalks, walks)
        return needsSearch
    }

    /// A directory is told of again that was out of reach.
    func directoryReturned() { hasReturned = true }

    /// A root is told of again that was out of reach.
    ///
    /// In the middle of following it is looked at whole, which is a walk that nobody asked for. A first walk may
    /// have come to its end without the root.
    ///
    /// - Returns: Whether this began a walk.
    func rootReturned(at now: Int64) -> Bool {
        hasReturned = true
        guard !isFirstWalk, !isWalking else { return false }
        beginWalk(at: now)
        reason = .timer
        return true
    }

    /// All that the walk has found is dealt with.
    func finishWalk() { (isWalking, isFirstWalk) = (false, false) }

    // MARK: Flushes

    /// The number of the flush to ask the watcher for.
    func requestFlush() -> UInt32 {
        lastFlush += 1
        return lastFlush
    }

    /// Whether the watcher has told everything that happened before it was asked for a flush.
    func hasAnswered(_ flush: UInt32) -> Bool { answeredFlush >= flush }

    enum Confirmation {
        /// A flush has to be asked for.
        case needsFlush
        /// Everything that happened until the flush is known, and it changed nothing.
        case confirmed
        /// A flush is not answered yet.
        case pending
    }

    /// Finds out, in two calls with a flush between them, whether nothing happened in the meantime.
    func confirmQuiet() -> Confirmation {
        guard answeredFlush == lastFlush else { return .pending }
        isConfirming.toggle()
        return isConfirming ? .needsFlush : .confirmed
    }
}
