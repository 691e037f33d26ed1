package import Catalogue
internal import Extraction
internal import FolderWatch
package import Glibc
internal import Kernel
internal import LibraryFiles
package import Logging
internal import MediaMetadata
internal import PhotoModel

/// Keeps a catalogue equal to the folders it follows.
///
/// One thread runs it: it takes the watcher's frames, hands files to the extractors, decides in
/// order what became of every asset and commits. Nothing but the catalogue survives it: after a
/// crash at any point the next start's walk finds again whatever was not committed.
package final class Indexer {
    /// Those it began with, or what ``reload`` answered since.
    package private(set) var options: IndexingOptions
    let logger: Logger
    let writer: CatalogueWriter
    let system: IndexingSystem
    private let stop: Int32
    let wakeUp: Int32
    private let reload: (() -> IndexingOptions?)?
    let onProgress: ((IndexingProgress) -> Void)?

    /// What the watcher goes by.
    lazy var filter = nameFilter()
    var watcher: WatcherLink?
    /// What the running watcher follows.
    var tree = WatchedTree()
    var walks: UInt32 = 0
    /// The flush that was asked for last will tell that all is known.
    var mayConclude = false
    var flushesAsked: UInt32 = 0
    var flushesAnswered: UInt32 = 0
    var isFirstWalk = true
    var isWalking = true
    var reason: StateReason = .start
    /// A root came back, or a directory could be listed at last: what has gone from it meanwhile is yet to be found out.
    var hasReturned = false

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
    /// What others hold for long; nothing waits for it.
    var held: [Place: Retry] = [:]
    /// Assets whose file was not found at its place, until another place or removal.
    var vanished: [Int64: Int64] = [:]
    var arrivals = Arrivals()
    /// Directories gone from disk whose assets are on their way out.
    var goneDirectories: Set<Int64> = []
    /// Those of ``goneDirectories`` that could not be removed when that was last tried.
    var deadEnds: Set<Int64> = []
    /// Roots in which no photo is known and none was seen: any directory at their path goes for them.
    var openRoots: Set<Int64> = []
    /// Roots in which a photo was seen while nothing of it may be committed yet.
    var markedRoots: Set<Int64> = []
    /// Roots that are offline because their folder was found empty, although photos of it are known.
    var emptyRoots: Set<Int64> = []
    /// Directories that could not be listed, with the error, and whether that is yet to be noted.
    var unlisted: [Int64: Int32] = [:]
    var unlistedIsNew = true
    var opener: DirectoryOpener
    var journals: JournalLookout
    private(set) lazy var extractors = ExtractorPool(
        count: options.workers,
        deadline: Int64(options.extractionSeconds * 1_000),
        system: system.helpers,
        onSuspicion: { [unowned self] in setAside($0) },
        reopen: { [unowned self] in reopen($0) }
    )

    /// A root that is offline may have come back since that was last found out.
    var mayBeWhole = false
    var saidSandbox: String?
    var saidBacklog: (count: Int, time: Int64) = (-1, 0)
    /// Reads the few films the other extractors cannot; its process is started when one comes.
    private(set) lazy var filmExtractor = ExtractorPool(
        "heliograph-film-extractor",
        count: 1,
        deadline: Int64(options.extractionSeconds * 1_000),
        system: system.helpers,
        onSuspicion: { [unowned self] in setAside($0) },
        reopen: { [unowned self] in reopen($0) }
    )
    /// Films found that are yet to be handed to ``filmExtractor``.
    var films: [ExtractionMessage.Request] = []
    var pools: [ExtractorPool] { [extractors, filmExtractor] }
    var isExtracting: Bool { !films.isEmpty || pools.contains { $0.outstanding > 0 } }
    var isBulk = false
    var hasDeferredWakeUp = false
    var isSettled = false
    var limitDetail: String?
    var progress = IndexingProgress()
    /// How many files had been read at the last commit.
    var committed: Int64 = 0
    var walkBegan: Int64
    var nextRescan = Int64.max
    var nextPrune: Int64 = 0
    var restarts: [Int64] = []
    var lastBusy: Int64
    var isResting = false
    var isFinished = false

    /// Prepares a run.
    ///
    /// - `writer`: The open catalogue.
    /// - `stop`: Readable when indexing should end after the current transaction.
    /// - `wakeUp`: An eventfd; a write to it asks for a re-check of everything.
    /// - `reload`: The options as they are now, asked for at each `wakeUp`; nil to go on with those there are.
    /// - `onProgress`: Called from the indexing thread a few times a second at most.
    /// - `system`: The machine, or what takes its place.
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
        self.system = system
        opener = DirectoryOpener(system.files)
        walkBegan = system.time.milliseconds
        lastBusy = walkBegan
        self.options = options
        self.writer = writer
        self.logger = logger
        journals = JournalLookout { [logger] in logger.warning("\($0)") }
        self.stop = stop
        self.wakeUp = wakeUp
        self.reload = reload
        self.onProgress = onProgress
    }

    /// Indexes and follows until told to stop, or with `endsWhenSynced` until all is known.
    ///
    /// - Throws: ``CatalogueError``, ``IndexingError``.
    package func run() throws {
        defer { end() }
        try start()
        while try turn(wait()) {}
        try finish()
    }

    /// Prepares the catalogue and starts the watcher; turns follow.
    ///
    /// - Throws: ``CatalogueError``, ``IndexingError``.
    package func start() throws {
        try Self.addRoots(options.roots, to: writer)
        try writer.write { try journals.recoverNow(writer) }
        try noteOptions()
        isBulk = try writer.isFirstIndex()
        if isBulk { try writer.beginBulk() }
        try startWatcher(.start)
        scheduleRescan()
    }

    /// Commits what the last turn has left.
    package func finish() throws {
        try writer.commit()
        if !isBulk { try writer.checkpoint() }
    }

    /// Ends the helpers.
    package func end() {
        watcher?.end()
        for pool in pools { pool.end() }
        // What was asked for and is not done is asked of whoever comes next.
        if hasDeferredWakeUp { wakeUpAgain() }
    }

    /// One turn of the loop: takes what is there, and does what can be done with it.
    ///
    /// - Parameter ready: What of ``polled`` can be read.
    /// - Returns: False when told to stop, or when there is nothing more to do.
    /// - Throws: ``CatalogueError``, ``ExtractionError``.
    package func turn(_ ready: Ready) throws -> Bool {
        if ready.contains(.stop) { return false }
        if ready.contains(.wakeUp) { try takeWakeUp() }
        if ready.contains(.frames), try !takeFrames() { try restartWatcher() }
        for pool in pools {
            pool.flush()
            let take = pool === extractors ? extracted : extractedFilm
            if ready.contains(.extractors) { try pool.receive(take) }
            try pool.enforceDeadline(system.time.milliseconds, take)
        }
        try submitFilms()
        try retryOpening()
        try retryHeld()
        try resolveReady()
        try expireVanished()
        try settle()
        return !isFinished
    }

    /// Takes what the watcher has said; false when it has gone.
    private func takeFrames() throws -> Bool {
        try writer.query { try watcher?.receive(handle) ?? true }
    }

    /// Takes the word of `wakeUp`, and the options if they are others now.
    private func takeWakeUp() throws {
        var count: UInt64 = 0
        _ = unsafe withUnsafeMutableBytes(of: &count) {
            unsafe system.channels.read(wakeUp, into: $0)
        }
        // The catalogue is without its indexes during the first index.
        hasDeferredWakeUp = isBulk
        guard !isBulk else { return }
        logger.notice("re-checking everything as requested")
        guard let changed = reload?() else { return requestWalk(.requested) }
        let before = options
        options = changed
        do {
            try adopt(insteadOf: before)
        } catch let error as IndexingError {
            options = before
            logger.error("the configuration was not taken: \(error)")
            requestWalk(.requested)
        } catch {
            options = before
            wakeUpAgain()
            throw error
        }
    }

    /// What an indexer waits for.
    package struct Ready: OptionSet, Sendable {
        package let rawValue: Int
        static let stop = Self(rawValue: 1)
        static let wakeUp = Self(rawValue: 2)
        static let frames = Self(rawValue: 4)
        static let extractors = Self(rawValue: 8)

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// - Parameter polled: ``Indexer/polled``, after a look at what of it is ready.
        package init(_ polled: [pollfd]) {
            self = []
            if polled[0].revents != 0 { insert(.stop) }
            if polled[1].revents != 0 { insert(.wakeUp) }
            if polled[2].revents != 0 { insert(.frames) }
            if polled[3...].contains(where: { $0.revents != 0 }) { insert(.extractors) }
        }
    }

    /// What to poll before the next turn.
    package var polled: [pollfd] {
        let takesFrames = extractors.hasRoom && stream.count < 20_000
        var polled = [
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
            pollfd(fd: takesFrames ? watcher?.frames ?? -1 : -1, events: Int16(POLLIN), revents: 0),
        ]
        for pool in pools { polled += pool.polled }
        return polled
    }

    private func wait() -> Ready {
        var polled = polled
        guard unsafe poll(&polled, UInt(polled.count), patience) > 0 else { return [] }
        return Ready(polled)
    }

    /// Milliseconds until a timer needs attention.
    package var patience: Int32 {
        let now = system.time.milliseconds
        var next = min(nextRescan, now + 3_600_000)
        if let first = vanished.values.min() { next = min(next, first) }
        if !retries.isEmpty { next = min(next, now + 50) }
        if let first = held.values.lazy.map(\.next).min() { next = min(next, first) }
        if isExtracting {
            next = min(next, now + pools.map { $0.patience(now) }.reduce(1_000, min))
        }
        if !isResting { next = min(next, lastBusy + 5_000) }
        if let seconds = options.heartbeatSeconds { next = min(next, now + Int64(seconds * 1_000)) }
        return Int32(clamping: max(next - now, 0))
    }

    /// What the extractors are without is said once, and by `status`.
    func noteSandbox(_ missing: String) throws {
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
}
