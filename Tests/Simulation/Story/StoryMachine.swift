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
    var random: SplitMix
    private let log: Logger
    /// When something was last read from a pipe or socket, or committed, in milliseconds.
    var lastActivity: Int64 = 0
    /// Events are lost until the watcher has its next turn.
    var losesEvents = false

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

    var watcher: SimulatedWatcher? { indexer?.helpers.watchers.last }

    var extractors: [SimulatedExtractor] { indexer?.helpers.extractors ?? [] }

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

    static let mostEvents = 16_384

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

    /// Says how many descriptors the indexer may have besides those it has; nil for more than it needs.
    func setSpareDescriptors(_ count: Int?) {
        guard let process = indexer?.process else { return }
        process.mostDescriptors = count.map { process.handles.count + $0 } ?? 1_024
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
