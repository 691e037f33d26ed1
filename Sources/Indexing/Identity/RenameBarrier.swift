/// Ensures that every rename is known that happened before the queued files were opened.
///
/// A file is opened after the watcher saw its name, and may have come there meanwhile. Until the watcher reads the
/// events that say where from, it would pass for new content of the asset that was there.
final class RenameBarrier {
    private let session: WatcherSession
    private let queue: ObservationQueue
    /// The flush that the watcher has to answer, and how many of the files were opened before its request.
    private var flush: (number: UInt32, opened: UInt64)?
    /// How many of the files were opened before the last flush that was answered.
    private var passed: UInt64 = 0

    init(_ session: WatcherSession, _ queue: ObservationQueue) {
        (self.session, self.queue) = (session, queue)
    }

    /// Forgets the flush: a new watcher does not answer it.
    func watcherStarted() { flush = nil }

    /// Returns whether all these renames are known; asks the watcher for them if not.
    ///
    /// Only files at known places wait: others belong to no asset but their own, or to one whose file is missing.
    func isPassed() -> Bool {
        if let flush, session.progress.hasAnswered(flush.number) {
            (passed, self.flush) = (flush.opened, nil)
        }
        if queue.occupants > passed, flush == nil {
            flush = (session.requestFlush(), queue.occupants)
        }
        return queue.occupants == passed
    }
}
