package import Catalogue
internal import CSystem
internal import FolderWatch
internal import Glibc
package import Logging
internal import MediaMetadata
internal import PhotoModel

/// Keeps a catalogue equal to the folders it follows.
///
/// One thread runs it: it takes the watcher's frames, hands files to the extractors, decides in
/// order what became of every asset and commits. Nothing but the catalogue survives it: after a
/// crash at any point the next start's walk finds again whatever was not committed.
package final class Indexer {
    let options: IndexingOptions
    let logger: Logger
    let writer: CatalogueWriter
    private let stop: Int32
    private let wakeUp: Int32
    private let onProgress: ((IndexingProgress) -> Void)?

    var watcher: WatcherLink?
    /// The directories of the running watcher by its numbers.
    var nodes: [UInt32: WatchedDirectory] = [:]
    /// Roots in the watcher's order.
    var rootIDs: [Int64] = []
    /// Directories of the catalogue that the running watcher has named.
    var named: [Int64: UInt32] = [:]
    var walks: UInt32 = 0
    /// The flush that was asked for last will tell that all is known.
    var mayConclude = false
    var flushesAsked: UInt32 = 0
    var flushesAnswered: UInt32 = 0
    var isFirstWalk = true
    var isWalking = true
    var reason: StateReason = .start

    /// Everything found and not yet committed, in order; later ones supersede earlier ones.
    var stream: [Observation] = []
    var inFlight: [Place: Int] = [:]
    /// How many observations of ``stream`` are of each directory.
    var inFlightDirectories: [Int64: Int] = [:]
    var tickets: [UInt64: Observation] = [:]
    var lastTicket: UInt64 = 0
    var retries: [Place: Retry] = [:]
    /// What could not be opened for so long that its directory has to move before it is tried again.
    var parked: [Place: Retry] = [:]
    /// Assets whose file was not found at its place, until another place or removal.
    var vanished: [Int64: Int64] = [:]
    /// Directories gone from disk whose assets are on their way out.
    var goneDirectories: Set<Int64> = []
    /// Those of ``goneDirectories`` that could not be removed when that was last tried.
    var deadEnds: Set<Int64> = []
    /// Directories that could not be listed, with the error, and whether that is yet to be noted.
    var unlisted: [Int64: Int32] = [:]
    var unlistedIsNew = true
    var opener = DirectoryOpener()
    private(set) lazy var extractors = ExtractorPool(
        count: options.workers,
        deadline: Int64(options.extractionSeconds * 1_000)
    ) { [unowned self] in
        reopen($0)
    }

    /// A root that is offline may have come back since that was last found out.
    var mayBeWhole = false
    private var saidSandbox: String?
    /// Reads the few films the other extractors cannot; its process is started when one comes.
    private(set) lazy var filmExtractor = ExtractorPool(
        "heliograph-film-extractor",
        count: 1,
        deadline: Int64(options.extractionSeconds * 1_000)
    ) { [unowned self] in
        reopen($0)
    }
    /// Films found that are yet to be handed to ``filmExtractor``.
    var films: [ExtractionMessage.Request] = []
    private var pools: [ExtractorPool] { [extractors, filmExtractor] }
    private var isExtracting: Bool { !films.isEmpty || pools.contains { $0.outstanding > 0 } }
    var isBulk = false
    var isSettled = false
    var limitDetail: String?
    var progress = IndexingProgress()
    /// How many files had been read at the last commit.
    private var committed: Int64 = 0
    private var walkBegan = monotonicMilliseconds()
    private var nextRescan = Int64.max
    private var nextPrune: Int64 = 0
    private var restarts: [Int64] = []
    private var lastBusy = monotonicMilliseconds()
    private var isResting = false
    var isFinished = false

    /// Prepares a run.
    ///
    /// - `writer`: The open catalogue.
    /// - `stop`: Readable when indexing should end after the current transaction.
    /// - `wakeUp`: An eventfd; a write to it asks for a re-check of everything.
    /// - `onProgress`: Called from the indexing thread a few times a second at most.
    package init(
        options: IndexingOptions,
        writer: CatalogueWriter,
        logger: Logger,
        stop: Int32,
        wakeUp: Int32,
        onProgress: ((IndexingProgress) -> Void)? = nil
    ) {
        self.options = options
        self.writer = writer
        self.logger = logger
        self.stop = stop
        self.wakeUp = wakeUp
        self.onProgress = onProgress
    }

    /// Indexes and follows until told to stop, or with `endsWhenSynced` until all is known.
    ///
    /// - Throws: ``CatalogueError``, ``IndexingError``.
    package func run() throws {
        try Self.addRoots(options.roots, to: writer)
        try writer.write {
            try writer.setStatus("ignored", options.ignored.joined(separator: "\n"))
            try writer.setPolicies(options.policies)
        }
        try writer.commit()
        isBulk = try writer.isFresh()
        if isBulk { try writer.beginBulk() }
        try startWatcher(.start)
        scheduleRescan()
        defer {
            watcher?.end()
            for pool in pools { pool.end() }
        }
        while !isFinished {
            guard try turn() else { break }
        }
        try writer.commit()
        if !isBulk { try writer.checkpoint() }
    }

    /// One turn of the loop; false when told to stop.
    private func turn() throws -> Bool {
        let ready = wait()
        if ready.contains(.stop) { return false }
        if ready.contains(.wakeUp) { takeWakeUp() }
        if ready.contains(.frames), try watcher?.receive(handle) == false { try restartWatcher() }
        for pool in pools {
            try pool.flush()
            if ready.contains(.extractors) { try pool.receive(extracted) }
            try pool.enforceDeadline(monotonicMilliseconds(), extracted)
        }
        try submitFilms()
        try retryOpening()
        try resolveReady()
        try expireVanished()
        try settle()
        return true
    }

    private struct Ready: OptionSet {
        let rawValue: Int
        static let stop = Self(rawValue: 1)
        static let wakeUp = Self(rawValue: 2)
        static let frames = Self(rawValue: 4)
        static let extractors = Self(rawValue: 8)
    }

    private func wait() -> Ready {
        let takesFrames = extractors.hasRoom && stream.count < 20_000
        var polled = [
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
            pollfd(fd: takesFrames ? watcher?.frames ?? -1 : -1, events: Int16(POLLIN), revents: 0),
        ]
        for descriptor in pools.flatMap(\.descriptors) {
            polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        guard poll(&polled, UInt(polled.count), patience()) > 0 else { return [] }
        var ready: Ready = []
        if polled[0].revents != 0 { ready.insert(.stop) }
        if polled[1].revents != 0 { ready.insert(.wakeUp) }
        if polled[2].revents != 0 { ready.insert(.frames) }
        if polled[3...].contains(where: { $0.revents != 0 }) { ready.insert(.extractors) }
        return ready
    }

    /// Milliseconds until a timer needs attention.
    private func patience() -> Int32 {
        let now = monotonicMilliseconds()
        var next = min(nextRescan, now + 3_600_000)
        if let first = vanished.values.min() { next = min(next, first) }
        if !retries.isEmpty { next = min(next, now + 50) }
        if isExtracting { next = min(next, now + 1_000) }
        if !isResting { next = min(next, lastBusy + 5_000) }
        return Int32(clamping: max(next - now, 0))
    }

    private func takeWakeUp() {
        var count: UInt64 = 0
        read(wakeUp, &count, 8)
        logger.notice("re-checking everything as requested")
        requestWalk(.requested)
    }

    func requestWalk(_ why: StateReason) {
        reason = why
        watcher?.send(.walk)
    }

    private func scheduleRescan() {
        guard let seconds = options.rescanSeconds else { return }
        let jittered = seconds * Double.random(in: 0.75...1.25)
        nextRescan = monotonicMilliseconds() + Int64(jittered * 1_000)
    }

    /// What the extractors are without is said once, and by `status`.
    private func noteSandbox(_ missing: String) throws {
        saidSandbox = missing
        try writer.write {
            try writer.setStatus("sandbox", missing.isEmpty ? "complete" : "without \(missing)")
        }
        guard !missing.isEmpty else { return }
        logger.warning(
            "a part of the extractors' sandbox is not in force on this system",
            metadata: ["missing": "\(missing)"]
        )
    }

    /// Commits what is due, says when all is known, and looks after the clock.
    private func settle() throws {
        let now = monotonicMilliseconds()
        let isQuiet = isSettled && stream.isEmpty && retries.isEmpty && !isExtracting
        if isQuiet, isWalking, vanished.isEmpty, walks > 0 || rootIDs.isEmpty {
            try finishWalk(now)
        }
        if isQuiet, !isWalking, vanished.isEmpty, writer.hasDisplaced { try conclude() }
        if isQuiet, !isWalking, mayBeWhole { try bringBack() }
        if isQuiet, unlistedIsNew { try noteUnlisted() }
        if let missing = extractors.missingSandbox, missing != saidSandbox {
            try noteSandbox(missing)
        }
        if !isBulk || isQuiet || progress.indexed - committed >= 20_000 {
            committed = progress.indexed
            try writer.commit()
        }
        report()
        if isQuiet {
            // An open directory would keep its disk from being unmounted.
            opener.close()
        } else {
            lastBusy = now
            isResting = false
        }
        if now >= nextRescan {
            scheduleRescan()
            requestWalk(.timer)
        }
        if isQuiet, !isResting, now - lastBusy >= 5_000 { try rest(now) }
    }

    /// What was decided about files that took the places of others is final once the watcher has
    /// told everything that happened up to now, and it changed nothing.
    private func conclude() throws {
        guard flushesAnswered == flushesAsked else { return }
        if mayConclude {
            try writer.write { try writer.forgetDisplaced() }
        } else {
            flushesAsked += 1
            watcher?.send(.flush)
        }
        mayConclude.toggle()
    }

    private func finishWalk(_ now: Int64) throws {
        isWalking = false
        isFirstWalk = false
        mayBeWhole = true
        try writer.commit()
        if isBulk {
            isBulk = false
            try writer.endBulk()
        }
        try writer.write {
            for root in rootIDs where writer.roots[root]?.state != .offline {
                try sayOnline(root)
            }
            try writer.saySynced(milliseconds: now - walkBegan)
        }
        try writer.commit()
        progress.isSynced = true
        if options.endsWhenSynced { isFinished = true }
    }

    /// After a while without work: no idle processes, no idle memory.
    private func rest(_ now: Int64) throws {
        isResting = true
        for pool in pools { pool.rest() }
        if now >= nextPrune {
            nextPrune = now + 3_600_000
            try writer.write {
                try writer.prune(
                    before: CatalogueWriter.now() - options.historySeconds * 1_000_000
                )
            }
            try writer.commit()
        }
        try writer.checkpoint()
        stream = []
        heliograph_release_memory()
    }

    private func report() {
        progress.backlog = Int64(stream.count)
        onProgress?(progress)
    }

    // MARK: The watcher

    func startWatcher(_ why: StateReason) throws {
        reason = why
        nodes = [:]
        named = [:]
        (retries, parked) = ([:], [:])
        walks = 0
        (flushesAsked, flushesAnswered) = (0, 0)
        mayConclude = false
        isFirstWalk = true
        rootIDs = writer.roots.keys.sorted()
        watcher = try WatcherLink(
            WatchConfiguration(
                roots: rootIDs.compactMap { writer.roots[$0]?.path },
                ignored: options.ignored,
                extensions: MediaFileName.extensions,
                watchBudget: options.watchBudget,
                pollSeconds: options.pollSeconds
            )
        )
        beginWalk()
    }

    func beginWalk() {
        isWalking = true
        isSettled = false
        walkBegan = monotonicMilliseconds()
        progress.seen = 0
    }

    private func restartWatcher() throws {
        watcher?.end()
        let now = monotonicMilliseconds()
        restarts = restarts.filter { now - $0 < 10_000 } + [now]
        logger.warning("the watcher ended; starting another and re-checking everything")
        if restarts.count > 20 {
            throw IndexingError(
                .helperMissing,
                "heliograph-watcher ended \(restarts.count) times within 10 seconds; "
                    + "see its messages above"
            )
        }
        try startWatcher(.helperRestarted)
    }
}

/// A directory as the running watcher numbers it.
final class WatchedDirectory {
    /// The catalogue's number.
    var directory: Int64
    var root: Int64
    var stat: DirectoryStat
    var volume: Int64
    /// Below something unmounted or replaced: what is known is kept, what is seen not believed.
    var isHeld: Bool
    /// The files the catalogue knows here, while the directory is being listed.
    var listing: NameTable?
    var sawAnything = false

    init(directory: Int64, root: Int64, stat: DirectoryStat, volume: Int64, isHeld: Bool) {
        self.directory = directory
        self.root = root
        self.stat = stat
        self.volume = volume
        self.isHeld = isHeld
    }
}

/// A file that could not be opened where it was seen; its directory may just have moved.
struct Retry {
    let node: UInt32
    var stat: FileStat
    var next: Int64
    var tries = 0
}
