internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import Logging
internal import MediaMetadata
internal import PhotoModel

/// The running watcher, and how often others ended before it.
final class WatcherSession {
    let progress: WatchProgress
    private let context: IndexingContext
    private var link: WatcherLink?
    /// When watchers ended of late; milliseconds.
    private var restarts: [Int64] = []

    init(_ context: IndexingContext) {
        self.context = context
        progress = WatchProgress(at: context.now)
    }

    /// Readable when the watcher has told something; below zero when none runs.
    var frames: Int32 { link?.frames ?? -1 }

    /// Starts a watcher in the place of the one that runs.
    ///
    /// `roots`: The paths of the roots, in the order in which frames will number them.
    func start(_ reason: StateReason, roots: [[UInt8]]) throws {
        let options = context.options
        progress.start(reason, at: context.now)
        link = try WatcherLink(
            WatchConfiguration(
                roots: roots,
                ignored: options.ignored,
                extensions: MediaFileName.extensions,
                watchBudget: options.watchBudget,
                pollSeconds: options.pollSeconds
            ),
            context.system.helpers
        )
    }

    /// Hands over the frames that are there.
    ///
    /// - Returns: False when the watcher has gone.
    func receive(_ body: (WatchFrame) throws -> Void) throws -> Bool {
        try link?.receive(body) ?? true
    }

    /// Counts a watcher that ended by itself.
    ///
    /// - Throws: ``IndexingError`` when that happens again and again.
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

    /// Ends the watcher and waits for it.
    func end() { link?.end() }

    /// Asks for a look at everything.
    func requestWalk(_ reason: StateReason) {
        progress.requestWalk(reason)
        link?.send(.walk)
    }

    /// Asks for a word when all that happened up to now has been told; the answer bears the returned number.
    func requestFlush() -> UInt32 {
        let number = progress.requestFlush()
        link?.send(.flush)
        return number
    }

    /// Finds out, in several calls, whether nothing happened while everything known was dealt with.
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
