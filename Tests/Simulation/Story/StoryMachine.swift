internal import Catalogue
internal import FolderWatch
internal import Glibc
internal import Indexing
internal import Kernel
internal import Logging
internal import TestSupport

/// The whole indexer on a simulated machine, for a story that says what happens to it.
///
/// The order in which its parts get their turns is picked by a seed.
final class StoryMachine {
    let kernel: SimulatedKernel
    let disk: ScenarioDisk
    let catalogue: String
    var roots: [String] = []
    /// Whether every call of the watcher to a file system fails.
    private(set) var hasErrors = false
    /// The parts that get no turn.
    var stalled: Set<Part> = []
    private(set) var indexer: SimulatedIndexer?
    private var random: SplitMix
    private let log: Logger
    /// When something was last read from a pipe or socket, or committed, in milliseconds.
    private var lastActivity: Int64 = 0
    /// Events are lost until the watcher has its next turn.
    private var losesEvents = false

    init(_ kind: SimulatedDisk.Kind, catalogue: String, seed: UInt64, log: ((String) -> Void)?) {
        random = SplitMix(state: seed)
        kernel = SimulatedKernel(kind, random: SplitMix(state: random.next()))
        disk = ScenarioDisk(kernel)
        self.catalogue = catalogue
        self.log = log.map { [kernel] in Logger(diary: SimulationDiary(kernel, $0)) } ?? .silent
        kernel.onMount = { [unowned self] in
            for watcher in indexer?.helpers.watchers ?? [] { watcher.hasNewMounts = true }
        }
    }

    private var watcher: SimulatedWatcher? { indexer?.helpers.watchers.last }

    private var extractors: [SimulatedExtractor] { indexer?.helpers.extractors ?? [] }

    // MARK: What happens to the parts

    func start(_ adjust: (inout IndexingOptions) -> Void) throws {
        indexer = try SimulatedIndexer(
            kernel,
            catalogue: catalogue,
            roots: roots,
            random: SplitMix(state: random.next()),
            boot: 0,
            mostEvents: Self.mostEvents,
            onStart: { [unowned self] in prepare($0) },
            logger: log,
            adjust: adjust
        )
    }

    private static let mostEvents = 16_384

    func killIndexer() {
        indexer?.end()
        indexer = nil
    }

    func killWatcher() { watcher?.end(signal: SIGKILL) }

    func killExtractors() {
        for extractor in extractors { extractor.process.end(signal: SIGKILL) }
    }

    func requestWalk() { indexer?.requestWalk() }

    /// From here on events are lost, until the watcher has its next turn.
    func loseEvents() {
        losesEvents = true
        watcher?.watcher?.queue.inotify.mostEvents = 0
    }

    /// Says whether every call of the watcher to a file system fails.
    func setErrors(_ hasErrors: Bool) {
        self.hasErrors = hasErrors
        for watcher in indexer?.helpers.watchers ?? [] { prepare(watcher.process) }
    }

    private func prepare(_ process: SimulatedProcess) {
        guard process.name == "heliograph-watcher" else { return }
        process.faults = SimulatedFaults(
            oneIn: hasErrors ? 1 : 0,
            random: SplitMix(state: random.next())
        )
    }

    /// Whether the watcher has read a part of a directory and not all of it.
    func isListing(_ directory: SimulatedInode) -> Bool {
        let handles = watcher?.process.handles.values.compactMap { $0 as? SimulatedFile } ?? []
        return handles.contains {
            $0.inode === directory && $0.use == .listing && $0.position > 0
        }
    }

    // MARK: Turns

    /// Has parts do so many steps that have something to do.
    func run(steps: Int) throws {
        for _ in 0..<steps { _ = try step() }
    }

    /// Lets everything come to its end that is under way.
    func rest() throws {
        lastActivity = kernel.milliseconds
        // What is tried again every few seconds goes on for ever.
        let end = lastActivity + 60_000
        try run { [unowned self] in min(lastActivity + 6_000, end) }
    }

    /// Lets time pass.
    func wait(milliseconds: Int64) throws {
        let end = kernel.milliseconds + milliseconds
        try run { end }
    }

    /// Lets time pass; `end` is asked, when there is nothing to do, at which millisecond to end.
    private func run(until end: () -> Int64) throws {
        for _ in 0..<100_000 {
            guard try !step() else { continue }
            let (now, end) = (kernel.milliseconds, end())
            guard now < end else { return }
            kernel.time = max(min(nextTimer, end), now + 1) * 1_000
        }
        throw SimulationFault("it does not come to rest")
    }

    /// When the next timer is due, in milliseconds.
    private var nextTimer: Int64 {
        min(
            stalled.contains(.indexer) ? .max : indexer?.due ?? .max,
            stalled.contains(.watcher) ? .max : watcher?.due ?? .max
        )
    }

    /// Has a part do a step; false when none has anything to do.
    private func step() throws -> Bool {
        guard let next = steps.randomElement(using: &random) else { return false }
        try next()
        kernel.time += Int64(random.next(upperBound: UInt64(500)))
        return true
    }

    /// What each part would do that has something to do.
    private var steps: [() throws -> Void] {
        var steps: [() throws -> Void] = []
        if !stalled.contains(.watcher), let watcher, watcher.isReady {
            steps.append { [unowned self] in turn(watcher) }
        }
        if !stalled.contains(.indexer), let indexer, indexer.isReady {
            steps.append { [unowned self] in try turn(indexer) }
        }
        for extractor in extractors where !stalled.contains(.extractors) && extractor.isReady {
            steps.append(extractor.step)
        }
        return steps
    }

    private func turn(_ watcher: SimulatedWatcher) {
        if losesEvents { watcher.watcher?.queue.inotify.mostEvents = Self.mostEvents }
        losesEvents = false
        watcher.turn()
    }

    private func turn(_ indexer: SimulatedIndexer) throws {
        let (hasInput, before) = (indexer.hasInput, indexer.writer.sequence)
        try indexer.turn()
        if hasInput || indexer.writer.sequence != before { lastActivity = kernel.milliseconds }
    }
}

extension StoryMachine {
    enum Part: String {
        case watcher, indexer, extractors
    }
}

extension Logger {
    fileprivate init(diary: SimulationDiary) {
        self.init(label: "heliograph") { _ in DiaryLog(diary) }
        logLevel = .debug
    }

    fileprivate static var silent: Logger {
        Logger(label: "heliograph") { _ in SwiftLogNoOpLogHandler() }
    }
}
