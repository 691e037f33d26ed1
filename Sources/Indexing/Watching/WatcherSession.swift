internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Kernel
internal import Logging
internal import MediaMetadata
internal import PhotoModel

/// The running watcher, and the exits of earlier ones.
final class WatcherSession {
    let progress: WatchProgress
    private let context: IndexingContext
    private var link: WatcherLink?
    /// The times at which watchers exited recently, in milliseconds.
    private var restarts: [Int64] = []
    /// When to try again to start a watcher that could not be started because descriptors, memory or processes were
    /// short, in milliseconds.
    private(set) var nextStart: Int64?
    /// The interval between such attempts, in milliseconds.
    private static let pauseWhileShort: Int64 = 500

    init(_ context: IndexingContext) {
        self.context = context
        progress = WatchProgress(at: context.now)
    }

    /// A descriptor that is readable when the watcher has sent frames; negative when no watcher is running.
    var frames: Int32 { link?.frames ?? -1 }

    /// Starts a watcher, replacing the one that is running.
    ///
    /// If the system is too short of a resource to start it now, it is started at ``nextStart``, unless it is the first
    /// one and a user waits for the end.
    ///
    /// `roots`: The paths of the roots, in the order in which frames will number them.
    func start(_ reason: StateReason, roots: [[UInt8]]) throws(ExtractionError) {
        let wasShort = nextStart != nil
        let isFirst = link == nil && !wasShort
        progress.start(reason, at: context.now)
        (link, nextStart) = (nil, nil)
        do {
            link = try makeLink(to: roots)
            if wasShort { context.logger.notice("a watcher is started again") }
        } catch {
            guard error.isShortage, !isFirst || !context.options.endsWhenSynced else { throw error }
            nextStart = context.now + Self.pauseWhileShort
            guard !wasShort else { return }
            context.logger.warning("no watcher can be started; trying until one can: \(error)")
        }
    }

    private func makeLink(to roots: [[UInt8]]) throws(ExtractionError) -> WatcherLink {
        let options = context.options
        return try WatcherLink(
            WatchConfiguration(
                roots: roots,
                ignored: options.ignored,
                extensions: MediaFileName.extensions,
                unsupported: MediaFileName.unsupported,
                watchBudget: options.watchBudget,
                pollSeconds: options.pollSeconds
            ),
            context.system.helpers
        )
    }

    /// Calls `body` with each frame that has arrived.
    ///
    /// - Returns: False when the watcher has exited.
    func receive(_ body: (WatchFrame) throws -> Void) throws -> Bool {
        try link?.receive(body) ?? true
    }

    /// Records that the watcher exited by itself.
    ///
    /// - Throws: ``IndexingError`` if that happens repeatedly.
    func recordEnd() throws {
        end()
        let now = context.now
        restarts = restarts.filter { now - $0 < 10_000 } + [now]
        context.logger.warning("the watcher ended; starting another and re-checking everything")
        guard restarts.count > 20 else { return }
        throw IndexingError(
            .watcherUnavailable,
            "heliograph-watcher ended \(restarts.count) times within 10 seconds; its messages above say "
                + "why, and what the system lacks is found by: heliograph doctor"
        )
    }

    /// Kills the watcher and waits for it.
    func end() { link?.end() }

    /// Requests a walk over everything.
    func requestWalk(_ reason: StateReason) {
        progress.requestWalk(reason)
        link?.send(.walk)
    }

    /// Requests a walk over everything for which nobody waits.
    func requestWalkInBackground() {
        progress.requestWalk(.timer)
        link?.send(.walkInBackground)
    }

    /// Requests a walk for which nobody waits, and which lists the directories that may have changed since they were
    /// listed.
    func requestRecheck() {
        progress.requestWalk(.timer)
        link?.send(.recheck)
    }

    /// Requests a frame after everything that has happened so far was reported; it carries the returned number.
    func requestFlush() -> UInt32 {
        let number = progress.requestFlush()
        link?.send(.flush)
        return number
    }

    /// Determines, in several calls, whether nothing happened while everything known was processed.
    func confirmQuiet() -> Bool {
        switch progress.confirmQuiet() {
        case .confirmed: return true
        case .pending: return false
        case .needsFlush:
            _ = requestFlush()
            return false
        }
    }
}
