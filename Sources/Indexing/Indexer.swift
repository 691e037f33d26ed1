package import Catalogue
internal import Extraction
internal import FolderWatch
package import Glibc
internal import Kernel
package import Logging
internal import MediaMetadata
internal import PhotoModel

/// Keeps a catalogue in sync with the folders it follows.
///
/// It runs on one thread: it receives the watcher's frames, hands files to the extractors, determines in order which
/// asset each file is, and commits. Only the catalogue is persistent: after a crash at any point the next walk finds
/// everything again that was not committed.
package final class Indexer {
    let context: IndexingContext
    let follower: LibraryFollower
    let reading: FileReading
    let removal: Removal
    let arrivals: ForeignArrivals
    let reporter: ProgressReporter
    var commits = CommitPolicy()
    var schedule: Schedule
    private let resolver: IdentityResolver
    private var signals: IndexerSignals
    private let reload: (() -> IndexingOptions?)?
    private var isFinished = false

    /// Creates an indexer.
    ///
    /// - `writer`: The open catalogue.
    /// - `stop`: A descriptor that becomes readable when indexing should end after the current transaction.
    /// - `wakeUp`: An eventfd; a write to it requests a re-check of everything.
    /// - `reload`: Returns the current options, called at each `wakeUp`; nil to keep the present ones.
    /// - `onProgress`: Called on the indexing thread, a few times a second at most.
    /// - `system`: The operating system, or a simulation of it.
    package init(
        options: IndexingOptions,
        writer: CatalogueWriter,
        logger: Logger,
        stop: Int32,
        wakeUp: Int32,
        reload: (() -> IndexingOptions?)? = nil,
        onProgress: ((IndexingProgress) -> Void)? = nil,
        on system: IndexingSystem = .linux
    ) {
        context = IndexingContext(
            options: options,
            writer: writer,
            logger: logger,
            system: system
        )
        let (tree, queue, retries) = (WatchedTree(), ObservationQueue(), RetryQueue())
        let missing = MissingFiles()
        let rechecks = FileRechecks(tree, retries)
        reporter = ProgressReporter(context, onProgress)
        reading = FileReading(context, tree, queue, retries)
        follower = LibraryFollower(context, tree, missing, reading, reporter)
        removal = Removal(
            context,
            tree,
            missing,
            follower.roots,
            rechecks,
            follower.session,
            queue,
            follower.unlisted
        )
        let renames = RenameBarrier(follower.session, queue)
        resolver = IdentityResolver(context, tree, queue, missing, rechecks, renames)
        arrivals = ForeignArrivals(context, follower.session, missing)
        schedule = Schedule(at: context.now)
        signals = IndexerSignals(stop: stop, recheck: wakeUp, system.channels)
        self.reload = reload
    }

    /// The initial options, or what `reload` returned last.
    package var options: IndexingOptions { context.options }
    var writer: CatalogueWriter { context.writer }
    /// Whether a walk over everything is in progress.
    package var isWalking: Bool { progress.isWalking }
    var progress: WatchProgress { follower.session.progress }

    /// Indexes and follows until it is stopped or, with `endsWhenSynced`, until the catalogue is in sync.
    ///
    /// - Throws: ``CatalogueError``, ``IndexingError``.
    package func run() throws {
        defer { end() }
        try start()
        while try turn(wait()) {}
        try finish()
    }

    /// Prepares the catalogue and starts the watcher; ``turn(_:)`` does the rest.
    ///
    /// - Throws: ``CatalogueError``, ``IndexingError``.
    package func start() throws {
        try Self.addRoots(options.roots, to: writer)
        try writer.write { try context.recoverJournals() }
        try applyOptions()
        if try writer.isFirstIndex() {
            commits.beginFirstIndex()
            try writer.beginBulk()
        }
        try startWatcher(options.startReason)
        planRescan()
    }

    /// Commits the changes of the last turn.
    package func finish() throws {
        try writer.commit()
        if !commits.isFirstIndex { try writer.checkpoint() }
    }

    /// Terminates the helper processes.
    package func end() {
        follower.session.end()
        reading.extractors.end()
        // A request that was not served is left for the next indexer.
        if signals.isPostponed { signals.repeatRecheckRequest() }
    }

    /// Runs one turn of the loop: reads the input that is ready and does the work that has become possible.
    ///
    /// - Parameter ready: Which descriptors of ``polled`` are ready.
    /// - Returns: False when the indexer was stopped, or when indexing has finished.
    /// - Throws: ``CatalogueError``, ``ExtractionError``.
    package func turn(_ ready: Ready) throws -> Bool {
        if ready.contains(.stop) { return false }
        if ready.contains(.wakeUp) { try recheck() }
        if ready.contains(.frames) { try takeFrames() }
        if let next = follower.session.nextStart, context.now >= next {
            try startWatcher(.helperRestarted)
        }
        try reading.turn(hasAnswers: ready.contains(.extractors))
        try reading.retry()
        try resolve()
        if mayRemove { try removal.removeDue() }
        isFinished = try finishTurn() || isFinished
        return !isFinished
    }

    private func takeFrames() throws {
        guard try !follower.takeFrames(isFirstIndex: commits.isFirstIndex) else { return }
        try follower.session.recordEnd()
        try startWatcher(.helperRestarted)
    }

    func startWatcher(_ reason: StateReason) throws {
        arrivals.watcherStarted()
        removal.watcherStarted()
        resolver.renames.watcherStarted()
        try follower.start(reason)
    }

    private func resolve() throws {
        let queue = reading.queue
        // Asked while the files are still being read, the watcher has mostly answered by the time they are.
        let knowsRenames = resolver.renames.isPassed()
        // While a commit is being written, more files can be submitted and read; their answers lead here again.
        if reading.extractors.isBusy, queue.count < 8_192, writer.isBusy { return }
        let count = try resolver.resolve(
            isSettled: progress.isSettled && knowsRenames,
            isFirstIndex: commits.isFirstIndex
        )
        reporter.indexed(count)
    }

    /// Whether missing assets may be removed, which is so once everything found has been processed.
    ///
    /// Until the first walk has been everywhere, they may be about to be found.
    private var mayRemove: Bool {
        reading.queue.isEmpty && reading.retries.isEmpty && progress.hasFinishedWalk
    }

    /// Serves a request to re-check everything, with the current options.
    private func recheck() throws {
        // The catalogue lacks its indexes during the first index.
        signals.takeRecheck(postpones: commits.isFirstIndex)
        guard !commits.isFirstIndex else { return }
        context.logger.notice("re-checking everything as requested")
        guard let changed = reload?() else { return follower.session.requestWalk(.requested) }
        let before = options
        do {
            try adopt(changed)
        } catch let error as IndexingError where error.code != .watcherUnavailable {
            context.use(before)
            context.logger.error("the configuration was not taken: \(error)")
            follower.session.requestWalk(.requested)
        } catch {
            context.use(before)
            signals.repeatRecheckRequest()
            throw error
        }
    }

    /// Repeats a re-check request that had to be postponed.
    func repeatPostponedRequest() { if signals.isPostponed { signals.repeatRecheckRequest() } }
}

extension Indexer {
    /// The kinds of input an indexer waits for.
    package struct Ready: OptionSet, Sendable {
        package let rawValue: Int
        static let stop = Self(rawValue: 1)
        static let wakeUp = Self(rawValue: 2)
        static let frames = Self(rawValue: 4)
        static let extractors = Self(rawValue: 8)

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// - Parameter polled: ``Indexer/polled`` after poll(2).
        package init(_ polled: [pollfd]) {
            self = []
            if polled[0].revents != 0 { insert(.stop) }
            if polled[1].revents != 0 { insert(.wakeUp) }
            if polled[2].revents != 0 { insert(.frames) }
            if polled[3...].contains(where: { $0.revents != 0 }) { insert(.extractors) }
        }
    }

    /// The descriptors to poll before the next turn.
    package var polled: [pollfd] {
        let takesFrames = reading.extractors.hasRoom && !reading.queue.isFull
        let frames = takesFrames ? follower.session.frames : -1
        return signals.polled + [pollfd(fd: frames, events: Int16(POLLIN), revents: 0)]
            + reading.extractors.polled
    }

    private func wait() -> Ready {
        var polled = polled
        guard unsafe poll(&polled, UInt(polled.count), pollTimeout) > 0 else { return [] }
        return Ready(polled)
    }

    /// Milliseconds until the next timer fires.
    package var pollTimeout: Int32 {
        let now = context.now
        var next = schedule.next(now, date: context.system.time.date)
        if mayRemove, let deadline = removal.nextDeadline { next = min(next, deadline) }
        if !reading.retries.isEmpty { next = min(next, now + 50) }
        if let held = reading.retries.nextHeld { next = min(next, held) }
        if let start = follower.session.nextStart { next = min(next, start) }
        if reading.queue.hasAnsweredAsides { next = min(next, now + 100) }
        // Frames are not read in that case, and nothing reports that a killed process has ended.
        if !reading.extractors.hasRoom { next = min(next, now + 1_000) }
        if reading.extractors.isBusy {
            next = min(next, now + reading.extractors.pollTimeout(now))
        }
        if let seconds = options.heartbeatSeconds { next = min(next, now + Int64(seconds * 1_000)) }
        return Int32(clamping: max(next - now, 0))
    }
}
