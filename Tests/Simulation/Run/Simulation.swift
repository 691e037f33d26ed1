internal import Catalogue
internal import Foundation
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
        /// What is not as it should be, to see whether it is found.
        package var fault: PlantedFault?
        /// What alone is to happen of all that the seed says; nil for all of it.
        package var only: Set<SimulationEvent>?

        package init(seed: UInt64, operations: Int, directory: String) {
            (self.seed, self.operations, self.directory) = (seed, operations, directory)
        }
    }

    let options: Options
    let kernel: SimulatedKernel
    let household: Household
    let listener: FeedListener
    let catalogue: String
    /// Where the disk of the library is mounted; nil when it is the system's.
    let mountPlace: SimulatedInode?
    /// Calls fail by chance.
    var areErrorsOn = true
    private(set) var diary: SimulationDiary?
    /// What was shown to whoever had a token.
    var tokens: [String: Int] = [:]
    private(set) var random: SplitMix
    /// From which the numbers of each step follow.
    private let stream: UInt64
    /// What has happened that could be left out, in order.
    package private(set) var events: [SimulationEvent] = []
    /// Steps that were picked.
    private(set) var picks = 0
    private var lastOperation = 0
    var indexer: SimulatedIndexer?
    let habits: SimulationHabits
    /// What this simulation does that others do not.
    package var character: String { habits.description }
    let logger: Logger
    var boot = 0
    /// Things that users are yet to do.
    var operations: Int
    /// Things that were picked: what users did, and each step of a part.
    package internal(set) var steps = 0
    /// When something was last read from a pipe or socket, or committed, in milliseconds.
    var lastActivity: Int64 = 0
    /// When a watcher was killed lately, in milliseconds.
    var watcherKills: [Int64] = []
    /// The part that gets no turn, by its place among the weights, and the step at which it gets one again.
    var (stalled, stallEnd) = (0, 0)
    private var isInCall = false
    /// Nobody is there to do anything.
    var areUsersAway = false
    /// Directories that are seen at a second place.
    var bound: [SimulatedInode] = []
    let isTemplate: Bool
    var reader: CatalogueReader?

    package convenience init(_ options: Options) { self.init(options, onEmpty: nil) }

    /// - Parameters:
    ///   - options: What to simulate.
    ///   - empty: On whose disk nothing happens, to make a catalogue of it; nil for what the seed says.
    init(_ options: Options, onEmpty empty: SimulationHabits?) {
        self.options = options
        isTemplate = empty != nil
        var random = SplitMix(state: options.seed &* 0x9E37_79B9 &+ 1)
        habits = SimulationHabits(&random, onEmpty: empty)
        kernel = SimulatedKernel(habits.disk, random: SplitMix(state: random.next()))
        kernel.watchLimit = habits.watchLimit
        kernel.faults = FaultPlan(options.fault)
        listener = FeedListener(kernel.faults)
        let (root, outside, place) = Self.makeLibrary(kernel, habits)
        mountPlace = place
        household = Household(
            kernel,
            root: root,
            outside: outside,
            random: SplitMix(state: random.next())
        )
        if let kind = habits.card {
            let place = kernel.makeDirectory(FileName("card"), in: root)
            household.card = HouseholdCard(
                SimulatedDisk(kind, identity: 88),
                over: place,
                in: kernel
            )
        }
        operations = options.operations
        catalogue = options.directory + "/library.heliograph"
        stream = random.next()
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

    /// Makes the folder of photos and one beside it: on the system's disk, or on one of their own.
    ///
    /// The third is where that disk is mounted.
    private static func makeLibrary(
        _ kernel: SimulatedKernel,
        _ habits: SimulationHabits
    ) -> (SimulatedInode, SimulatedInode, SimulatedInode?) {
        var (top, place): (SimulatedInode, SimulatedInode?) = (kernel.root, nil)
        if habits.hasOwnDisk {
            let directory = kernel.makeDirectory(FileName("disk"), in: kernel.root)
            let disk = SimulatedDisk(habits.disk, identity: 77)
            kernel.mount(disk, over: directory)
            (top, place) = (kernel.visible(directory), directory)
        }
        let root = kernel.makeDirectory(FileName("library"), in: top)
        return (root, kernel.makeDirectory(FileName("outside"), in: top), place)
    }

    /// Runs to the end.
    ///
    /// - Throws: ``SimulationFault`` for what must not be.
    package func run() throws {
        defer { end() }
        guard SimulatedCatalogueDisk.isRegistered else {
            throw SimulationFault("SQLite takes no other disk")
        }
        try prepareCatalogue()
        // What was there before anybody looked.
        if chance(500) { household.insertCard() }
        for _ in 0..<habits.filesAtStart { operate() }
        kernel.onCall = { [unowned self] in interfere() }
        kernel.onHalfMove = { [unowned self] in readHalfMove() }
        kernel.onMount = { [unowned self] in
            guard !kernel.faults.has(.untoldMount) else { return }
            for watcher in indexer?.helpers.watchers ?? [] { watcher.hasNewMounts = true }
        }
        SimulatedCatalogueDisk.begin(
            mayLosePower: habits.powerCuts > 0,
            ignoresSyncs: options.fault == .ignoredSync
        )
        try startIndexer()
        while operations > 0 {
            picks += 1
            // It does not depend on what else is left out.
            random = SplitMix(state: stream &+ UInt64(picks) &* 0xA076_1D64_78BD_642F)
            try step()
        }
        try rest(isLast: true)
    }

    private func end() {
        (kernel.onCall, kernel.onHalfMove) = (nil, nil)
        reader = nil
        indexer?.end()
        if isTemplate { try? indexer?.writer.checkpoint() }
        indexer = nil
    }

    func dice(_ sides: Int) -> Int { Int(random.next(upperBound: UInt64(sides))) }

    func chance(_ perMille: Int) -> Bool { perMille > 0 && dice(1_000) < perMille }

    func startIndexer() throws {
        diary?.note("the indexer starts")
        indexer = try SimulatedIndexer(
            kernel,
            catalogue: catalogue,
            roots: [habits.hasOwnDisk ? "/disk/library" : "/library"],
            random: SplitMix(state: next()),
            boot: boot,
            mostEvents: habits.mostEvents,
            onStart: { [unowned self] in prepare($0) },
            logger: logger
        )
        lastActivity = kernel.milliseconds
    }

    /// Users do not wait until a part has done what it is at.
    private func interfere() {
        kernel.time += habits.callTime
        guard operations > 0, !isInCall, !areUsersAway, chance(habits.interference) else { return }
        isInCall = true
        act()
        isInCall = false
    }

    /// A watcher reads that something has left, and perhaps gets no turn to read where it went.
    private func readHalfMove() {
        guard habits.stalls > 0, indexer != nil, !isInCall, chance(50) else { return }
        isInCall = true
        turnWatchers()
        isInCall = false
        if chance(500) { stall(1) }
    }

    func act() {
        operations -= 1
        steps += 1
        operate()
        kernel.time += Int64(dice(habits.pause))
    }

    private func operate() {
        lastOperation += 1
        if happens(.operation(lastOperation)) { household.act(lastOperation) }
    }

    /// Whether something happens that may be left out; it is noted if it does.
    func happens(_ event: SimulationEvent) -> Bool {
        guard options.only?.contains(event) ?? true else { return false }
        events.append(event)
        return true
    }

    func next() -> UInt64 { random.next() }

    func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }
}
