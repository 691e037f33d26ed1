/// The walk in progress, and the progress reported so far.
final class WalkState {
    /// The number of the walk in progress or, between two walks, of the last one.
    private(set) var number: UInt32 = 0
    private(set) var isWalking = false
    /// Whether the walk in progress skips directories that have not changed since they were listed.
    private(set) var isRecheck = false
    /// Whether nobody is waiting for the walk in progress.
    private(set) var isInBackground = false
    private(set) var finishedWalks: UInt32 = 0
    /// The number of flush commands received.
    private(set) var flushes: UInt32 = 0
    /// Whether nothing has happened since the last idle report.
    private(set) var isIdleReported = true
    /// Whether a directory was found in the place of another one since the mounts were last compared.
    private var hasReplacements = false
    /// Whether events were lost, or all watches have to be placed again for another reason.
    private(set) var needsRecovery = false

    /// Begins a walk; a walk in progress becomes part of it.
    ///
    /// The walk lists everything if either of the two does, and runs in the background if both do.
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

    /// Records that a directory was found in the place of another one, as after a mount or an unmount.
    func markReplacement() { hasReplacements = true }

    /// Returns whether a replacement was recorded since the last call.
    func takeReplacements() -> Bool {
        defer { hasReplacements = false }
        return hasReplacements
    }

    func requestRecovery() { needsRecovery = true }

    func beginRecovery() { needsRecovery = false }
}
