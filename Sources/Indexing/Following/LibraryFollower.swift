internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import Logging
internal import PhotoModel

/// Follows the library's folders: runs the watcher and dispatches its frames.
final class LibraryFollower {
    let session: WatcherSession
    let roots: RootMonitor
    let missing: MissingFiles
    private let context: IndexingContext
    private let tree: WatchedTree
    private let establishment: RootEstablishment
    private let departures: DirectoryDepartures
    private let directories: DirectoryFrames
    private let files: FileFrames
    private let reading: FileReading
    private let reporter: ProgressReporter
    /// When decisions about overwritten files are reviewed again, if not every change is seen at once.
    private var nextConfirmation: Int64 = 0

    init(
        _ context: IndexingContext,
        _ tree: WatchedTree,
        _ missing: MissingFiles,
        _ reading: FileReading,
        _ reporter: ProgressReporter
    ) {
        (self.context, self.tree, self.missing) = (context, tree, missing)
        (self.reading, self.reporter) = (reading, reporter)
        session = WatcherSession(context)
        let unlisted = UnlistedDirectories(context.writer, tree)
        roots = RootMonitor(context, tree, missing, session, unlisted)
        establishment = RootEstablishment(context.writer)
        departures = DirectoryDepartures(context, tree, missing, roots)
        directories = DirectoryFrames(
            context,
            tree,
            missing,
            roots,
            departures,
            establishment,
            reading,
            session
        )
        files = FileFrames(
            context,
            tree,
            missing,
            roots,
            establishment,
            reading,
            session.progress,
            unlisted
        )
    }

    private var writer: CatalogueWriter { context.writer }
    var unlisted: UnlistedDirectories { roots.unlisted }
    private var progress: WatchProgress { session.progress }

    /// The IDs of the roots, in the watcher's order.
    var rootIDs: [Int64] { tree.roots }

    // MARK: Watcher

    /// Starts a watcher, replacing the one that is running.
    func start(_ reason: StateReason) throws {
        tree.reset(roots: try rootsInOrder())
        reading.closeDirectories()
        reading.retries.removeAll()
        reading.queue.renames.removeAll()
        roots.watcherStarted()
        reporter.walkBegan()
        try session.start(reason, roots: tree.roots.compactMap { writer.roots[$0]?.path })
    }

    /// The roots in the order in which the watcher attaches them.
    ///
    /// Of two roots that are the same directory the first is followed, so roots with their known directory come first.
    private func rootsInOrder() throws -> [Int64] {
        let all = writer.roots.keys.sorted()
        guard all.count > 1 else { return all }
        let known = try writer.write {
            try all.filter { id in
                guard let root = writer.roots[id],
                    let directory = writer.directories[root.directory],
                    let found = try? SightedDirectory(root.path, context.system.files, writer)
                else { return false }
                return try writer.isFilled(directory.id) && found.volume == directory.volume
                    && found.inode == directory.inode
            }
        }
        return known + all.filter { !known.contains($0) }
    }

    /// Handles the frames the watcher has sent.
    ///
    /// `isFirstIndex`: Whether the catalogue was empty when indexing began.
    /// Returns false when the watcher has exited.
    func takeFrames(isFirstIndex: Bool) throws -> Bool {
        try writer.query {
            try session.receive { try take($0, isFirstIndex: isFirstIndex) }
        }
    }

    private func take(_ frame: WatchFrame, isFirstIndex: Bool) throws {
        if frame.isChange { progress.receivedChange() }
        switch frame {
        case .hello: reporter.watcherRuns()
        case .rootOnline(let root, let number, let stat):
            let beganWalk = try writer.write {
                try directories.rootAppeared(tree.roots[Int(root)], number, stat)
            }
            if beganWalk { reporter.walkBegan() }
        case .rootOffline(let root, let error):
            try writer.write { try directories.rootDisappeared(tree.roots[Int(root)], error) }
        case .directory(let number, let parent, let stat, let name):
            try writer.write { try directories.directoryAppeared(number, in: parent, stat, name) }
        case .directoryMoved(let number, let parent, let name):
            try writer.write { try directories.directoryMoved(number, to: parent, name) }
        case .directoryGone(let number): try directories.directoryDisappeared(number)
        case .listingBegan(let number):
            try files.listingBegan(number, isFirstIndex: isFirstIndex)
        case .entry(let number, let stat, let name):
            if try files.entry(number, stat, name) { reporter.sawFile() }
        case .gone(let number, let name): try files.reportedGone(number, name)
        case .renamed(let number, let name, let toNumber, let toName):
            files.renamed((number, name), to: (toNumber, toName))
        case .listingEnded(let number, let error): try files.listingEnded(number, error)
        case .settled(let walks, let flushes):
            let needsSearch = progress.settled(
                walks: walks,
                flushes: flushes,
                isPartlyOffline: roots.isPartlyOffline
            )
            if needsSearch { try departures.markUnvisitedMissing() }
        case .walkBegan(let cause): try walkBegan(cause)
        case .watchLimit(let needed, let used, let limit, let isOfNamespace):
            try roots.setWatchLimit(
                needed: Int(needed),
                used: Int(used),
                limit: Int(limit),
                isOfNamespace: isOfNamespace
            )
        case .unsupported(_, let list):
            try writer.write {
                try writer.setStatus("unsupported", String(decoding: list, as: UTF8.self))
            }
        }
    }

    private func walkBegan(_ cause: WalkReason) throws {
        if cause == .start, try writer.status("unsupported") != nil {
            try writer.write { try writer.removeStatus("unsupported") }
        }
        progress.beginWalk(cause, at: context.now)
        roots.walkBegan()
        reporter.walkBegan()
        if cause == .overflow {
            // Events that came after the known ones were lost.
            reading.queue.renames.removeAll()
            context.logger.warning(
                "the kernel's event queue overflowed; re-checking everything"
            )
        }
        try writer.write { try roots.markWalking() }
    }

    // MARK: Quiet

    /// Releases the marks of roots whose photos have all been written to the catalogue.
    func releaseMarks() throws {
        // A file that could not be opened where it was seen may have vanished with its disk, so its absence proves
        // nothing.
        guard progress.hasFinishedWalk, !reading.retries.hasParked else { return }
        try establishment.releaseMarks(unless: roots.isOffline)
    }

    /// Ends a walk: marks the roots online and records that the catalogue is in sync.
    func finishWalk(_ now: Int64) throws {
        progress.finishWalk(at: now)
        roots.recordChange()
        context.endAccepting()
        try writer.write {
            for root in roots.reachable { try roots.markOnline(root) }
            try writer.recordSynced(milliseconds: now - progress.walkBegan)
        }
    }

    /// Makes decisions about overwritten files final once the watcher has reported everything that happened so far and
    /// none of it changed them.
    ///
    /// Where something is only checked by timer, cannot be listed or is away, the other half of an exchange is found
    /// later.
    func confirmReplaced(_ now: Int64) throws {
        let seesAll = roots.seesAll
        guard seesAll || now >= nextConfirmation, session.confirmQuiet() else { return }
        let turn = Int64(context.options.pollSeconds)
        nextConfirmation = now + 1_000 * turn
        let hidden = seesAll ? [] : roots.hiddenVolumes
        try writer.write {
            // A server's directories may be seen in their state of a minute ago, and a busy machine is late.
            try writer.forgetDisplaced(exceptOfLast: seesAll ? 0 : 5 * turn, hidden: hidden)
        }
    }

    /// Saves for `status` which directories could not be listed, and updates the states of the roots accordingly.
    func saveUnlisted() throws {
        guard unlisted.hasChanged, try unlisted.save(), !progress.isWalking else { return }
        try writer.write { for root in roots.reachable { try roots.markOnline(root) } }
    }

    /// Updates the state that depends on committed changes.
    func committed() { establishment.refresh(tree.roots) }
}

extension WatchFrame {
    fileprivate var isChange: Bool {
        switch self {
        case .settled, .hello, .watchLimit, .unsupported: false
        default: true
        }
    }
}
