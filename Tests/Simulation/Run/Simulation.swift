internal import Catalogue
internal import Glibc
internal import Kernel
internal import Logging
internal import PhotoModel
internal import TestSupport

/// The whole indexer, with its helpers, users and those who follow the feed, in one process: what happens next is
/// picked by a seed, and the same seed picks the same.
package final class Simulation {
    /// What to simulate.
    package struct Options {
        package var seed: UInt64
        /// How many things users do.
        package var operations: Int
        /// A directory for the catalogue, better in memory; what is in it is lost.
        package var directory: String
        /// Takes a line for each step.
        package var diary: ((String) -> Void)?

        package init(seed: UInt64, operations: Int, directory: String) {
            (self.seed, self.operations, self.directory) = (seed, operations, directory)
        }
    }

    let options: Options
    let kernel: SimulatedKernel
    let household: Household
    let listener = FeedListener()
    let catalogue: String
    private(set) var diary: SimulationDiary?
    /// What was shown to whoever had a token.
    var tokens: [String: Int] = [:]
    var random: SplitMix
    var indexer: SimulatedIndexer?
    let habits: SimulationHabits
    let logger: Logger
    var boot = 0
    /// Things that users are yet to do.
    var operations: Int
    /// Things that were picked: what users did, and each step of a part.
    package internal(set) var steps = 0
    /// When something was last read from a pipe or socket, or committed, in milliseconds.
    var lastActivity: Int64 = 0
    private var isInCall = false
    private var reader: CatalogueReader?

    package init(_ options: Options) {
        self.options = options
        var random = SplitMix(state: options.seed &* 0x9E37_79B9 &+ 1)
        habits = SimulationHabits(&random)
        kernel = SimulatedKernel(habits.disk, random: SplitMix(state: random.next()))
        let root = kernel.makeDirectory(FileName("library"), in: kernel.root)
        let outside = kernel.makeDirectory(FileName("outside"), in: kernel.root)
        household = Household(
            kernel,
            root: root,
            outside: outside,
            random: SplitMix(state: random.next())
        )
        operations = options.operations
        catalogue = options.directory + "/library.heliograph"
        self.random = random
        var logger = Logger(label: "heliograph") { _ in SwiftLogNoOpLogHandler() }
        if let write = options.diary {
            let diary = SimulationDiary(kernel, write)
            self.diary = diary
            household.tell = { diary.note("user \($0)") }
            logger = Logger(label: "heliograph") { _ in DiaryLog(diary) }
            logger.logLevel = .debug
        }
        self.logger = logger
    }

    /// Runs to the end.
    ///
    /// - Throws: ``SimulationFault`` for what must not be.
    package func run() throws {
        defer { end() }
        removeCatalogue()
        // What was there before anybody looked.
        for _ in 0..<habits.filesAtStart { household.act() }
        kernel.onCall = { [unowned self] in interfere() }
        try startIndexer()
        while operations > 0 { try step() }
        household.finishAll()
        try settle()
        try check()
    }

    private func end() {
        kernel.onCall = nil
        reader = nil
        indexer?.end()
        indexer = nil
    }

    private func removeCatalogue() {
        for ending in ["", "-wal", "-shm", "-lock", "-turns", "-journal"] {
            unlink(catalogue + ending)
        }
    }

    func openReader() throws -> CatalogueReader {
        if let reader { return reader }
        let opened = try CatalogueReader(path: catalogue, time: kernel)
        reader = opened
        return opened
    }

    func closeReader() { reader = nil }

    func dice(_ sides: Int) -> Int { Int(random.next(upperBound: UInt64(sides))) }

    func chance(_ perMille: Int) -> Bool { perMille > 0 && dice(1_000) < perMille }

    func startIndexer() throws {
        diary?.note("the indexer starts")
        indexer = try SimulatedIndexer(
            kernel,
            catalogue: catalogue,
            root: "/library",
            random: SplitMix(state: random.next()),
            boot: boot,
            mostEvents: habits.mostEvents,
            logger: logger
        )
        lastActivity = kernel.milliseconds
    }

    /// Users do not wait until a part has done what it is at.
    private func interfere() {
        guard operations > 0, !isInCall, chance(habits.interference) else { return }
        isInCall = true
        act()
        isInCall = false
    }

    func act() {
        operations -= 1
        steps += 1
        household.act()
        kernel.time += Int64(dice(habits.pause))
    }
}
