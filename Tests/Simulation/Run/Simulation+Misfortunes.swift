internal import Catalogue
internal import Glibc
internal import Kernel
internal import TestSupport

/// What happens to a machine.
extension Simulation {
    /// Lets one of the misfortunes happen that this simulation has.
    ///
    /// - Returns: Whether one did.
    func disrupt() throws -> Bool {
        guard let disruption = pickMisfortune(), happens(.misfortune(picks)) else { return false }
        try disruption()
        return true
    }

    private func pickMisfortune() -> (() throws -> Void)? {
        if chance(habits.watcherKills), mayKillWatcher { return killWatcher }
        if chance(habits.extractorKills) { return killExtractor }
        if chance(habits.indexerKills) { return killIndexer }
        if chance(habits.powerCuts) { return cutPower }
        if chance(habits.walks) { return requestWalk }
        if chance(habits.unmounts) { return takeLibraryAway }
        if chance(habits.exchanges) { return exchangeDisks }
        if chance(habits.cardMoves), let card = household.card {
            return card.isMounted ? removeCard : insertCard
        }
        // In the middle of its work a part has told half of what it saw.
        guard chance(habits.stalls * (isWatcherBusy ? 10 : 1)) else { return nil }
        return { [self] in stall(isWatcherBusy ? 1 : 1 + dice(3)) }
    }

    func killWatcher() {
        guard let watcher = indexer?.helpers.watchers.last else { return }
        watcherKills.append(kernel.milliseconds)
        diary?.note("kills the watcher")
        watcher.end(signal: SIGKILL)
    }

    private func killExtractor() {
        guard let extractor = pick(indexer?.helpers.extractors ?? []) else { return }
        let hangs = dice(3) == 0
        diary?.note(hangs ? "an extractor hangs" : "kills an extractor")
        if hangs { extractor.hangs = true } else { extractor.process.end(signal: SIGKILL) }
    }

    func killIndexer() throws {
        diary?.note("kills the indexer")
        indexer?.end()
        indexer = nil
        try startIndexer()
    }

    private func requestWalk() {
        diary?.note("asks for a look at everything")
        indexer?.requestWalk()
    }

    private var isWatcherBusy: Bool { indexer?.helpers.watchers.last?.isBusy ?? false }

    /// One of the parts gets no turn for a while.
    ///
    /// - Parameter part: Which one, by its place among the weights.
    func stall(_ part: Int) {
        stalled = part
        stallEnd = steps + dice(400)
        diary?.note("\(["", "the watcher", "the extractors", "the indexer"][stalled]) stalls")
    }

    /// An indexer gives up when its watcher ends more than twenty times within ten seconds.
    var mayKillWatcher: Bool {
        watcherKills.removeAll { $0 < kernel.milliseconds - 10_000 }
        return watcherKills.count < 15
    }

    /// What was committed and not synced is lost.
    private func cutPower() throws {
        diary?.note("the power is cut")
        boot += 1
        SimulatedCatalogueDisk.cutPower(seed: next(), kept: dice(2) == 0 ? 0 : 128) {
            closeReader()
            indexer?.end()
            indexer = nil
        }
        try startIndexer()
    }

    /// The disk of the library is away for a while; nothing of it is forgotten.
    private func takeLibraryAway() throws {
        guard let place = mountPlace else { return }
        let isCaughtUp = dice(2) == 0
        if isCaughtUp {
            try rest()
            endErrors()
            // Users went on while everything came to rest.
            areUsersAway = true
            try settle()
        }
        diary?.note("the disk is unmounted")
        areUsersAway = true
        kernel.unmount(household.root.disk, from: place)
        for _ in 0..<dice(40) { try stepOfParts() }
        if dice(3) == 0 {
            try killIndexer()
        }
        if isCaughtUp {
            try settle()
            try checkAway()
        }
        if dice(3) == 0 {
            // At another machine.
            for _ in 0..<min(dice(6), operations) { act() }
        }
        diary?.note("the disk is mounted")
        areUsersAway = false
        kernel.mount(household.root.disk, over: place)
    }

    /// A disk below the library goes away; nothing of it is forgotten.
    private func removeCard() throws {
        let isCaughtUp = dice(2) == 0
        if isCaughtUp {
            try rest()
            // Users went on while everything came to rest.
            areUsersAway = true
            household.finishAll()
            endErrors()
            if habits.needsWalks { indexer?.requestWalk() }
            try settle()
            areUsersAway = false
        }
        household.removeCard(isKnown: isCaughtUp)
    }

    /// It comes back, perhaps from another machine.
    private func insertCard() throws {
        if dice(3) == 0 {
            household.actElsewhere { for _ in 0..<min(dice(6), operations) { act() } }
        }
        household.insertCard()
    }

    /// Gives a process the errors that its calls come upon.
    func prepare(_ process: SimulatedProcess) {
        process.interruptions = SimulatedFaults(
            oneIn: habits.interruptions,
            random: SplitMix(state: next())
        )
        let hasErrors = process.name != "heliograph-extractor" && areErrorsOn
        process.faults = SimulatedFaults(
            oneIn: hasErrors ? habits.errors : 0,
            random: SplitMix(state: next())
        )
    }

    /// From here on no call fails any more.
    func endErrors() {
        guard areErrorsOn, habits.errors > 0 else { return }
        diary?.note("no call fails any more")
        areErrorsOn = false
        for process in processes { process.faults = SimulatedFaults() }
    }

    var processes: [SimulatedProcess] {
        guard let indexer else { return [] }
        return [indexer.process] + indexer.helpers.watchers.map(\.process)
            + indexer.helpers.extractors.map(\.process)
    }
}
