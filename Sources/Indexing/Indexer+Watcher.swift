internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Kernel
internal import Logging
internal import PhotoModel

extension Indexer {
    func startWatcher(_ why: StateReason) throws {
        reason = why
        tree = WatchedTree(roots: writer.roots.keys.sorted())
        opener.close()
        (retries, parked, held) = ([:], [:], [:])
        walks = 0
        (flushesAsked, flushesAnswered, arrivals.flush) = (0, 0, 0)
        mayConclude = false
        (isFirstWalk, hasReturned) = (true, false)
        emptyRoots = []
        watcher = try WatcherLink(
            WatchConfiguration(
                roots: tree.roots.compactMap { writer.roots[$0]?.path },
                ignored: options.ignored,
                extensions: MediaFileName.extensions,
                watchBudget: options.watchBudget,
                pollSeconds: options.pollSeconds
            ),
            system.helpers
        )
        beginWalk()
    }

    func beginWalk() {
        isWalking = true
        isSettled = false
        walkBegan = system.time.milliseconds
        progress.seen = 0
    }

    func restartWatcher() throws {
        watcher?.end()
        let now = system.time.milliseconds
        restarts = restarts.filter { now - $0 < 10_000 } + [now]
        logger.warning("the watcher ended; starting another and re-checking everything")
        if restarts.count > 20 {
            throw ExtractionError(
                "heliograph-watcher ended \(restarts.count) times within 10 seconds; "
                    + "see its messages above"
            )
        }
        try startWatcher(.helperRestarted)
    }
}
