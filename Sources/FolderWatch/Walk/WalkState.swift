/// The walk in progress, and what has been reported of it.
final class WalkState {
    /// The number of the walk in progress or, between two walks, of the last one.
    private(set) var number: UInt32 = 0
    private(set) var isWalking = false
    /// Whether the walk in progress passes over directories that have not changed since they were listed.
    private(set) var isRecheck = false
    /// Whether nobody waits for the walk in progress.
    private(set) var isInBackground = false
    private(set) var finishedWalks: UInt32 = 0
    /// The number of flush commands received.
    private(set) var flushes: UInt32 = 0
    /// Nothing has happened since the last idle report.
    private(set) var isIdleReported = true
    /// Since the mounts were last compared, a directory was found in the place of another one.
    private var hasReplacements = false
    /// Events were lost, or the watches are to be placed anew for another reason.
    private(set) var needsRecovery = false

    /// Begins a walk; one that is in progress goes on as part of it.
    ///
    /// It lists everything if either of them does, and is in the background if both are.
    func begin(isRecheck: Bool = false, isInBackground: Bool = false) {
        number += 1
        self.isRecheck = isRecheck && (self.isRecheck || !isWalking)
        self.isInBackground = isInBackground && (self.isInBackground || !isWalking)
        isWalking = true
    }

    /// Ends the walk in progress.
    func finish() {
        (isWalking, isInBackground) = (false, false)
        finishedWalks += 1
    }

    /// Records activity, so that the next idle state is reported.
    func markBusy() { isIdleReported = false }

    /// Records a flush command; the next idle report answers it.
    func flush() {
        flushes += 1
        isIdleReported = false
    }

    /// Returns the report that everything seen has been emitted.
    func reportIdle() -> WatchFrame {
        isIdleReported = true
        return .settled(walks: finishedWalks, flushes: flushes)
    }

    /// Records that a directory was found where another one was, as when something is mounted or unmounted there.
    func markReplacement() { hasReplacements = true }

    /// Returns whether one was since the last call.
    func takeReplacements() -> Bool {
        defer { hasReplacements = false }
        return hasReplacements
    }

    func requestRecovery() { needsRecovery = true }

    func beginRecovery() { needsRecovery = false }
}
