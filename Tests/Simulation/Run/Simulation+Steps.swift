internal import Catalogue
internal import Glibc
internal import Kernel

/// What happens next.
extension Simulation {
    /// Picks one part and has it do a step.
    func step() throws {
        steps += 1
        kernel.time += Int64(dice(500))
        if try disrupt() { return }
        if chance(habits.rests) {
            household.finishAll()
            try settle()
            return try check()
        }
        var number = dice(habits.weights.reduce(0, +))
        for (index, weight) in habits.weights.enumerated() {
            number -= weight
            guard number < 0 else { continue }
            switch index {
            case 0: act()
            case 1: turnWatchers()
            case 2: stepExtractor()
            case 3: try turnIndexer(evenIfIdle: false)
            default: try listen()
            }
            return
        }
    }

    @discardableResult
    func turnWatchers() -> Bool {
        guard let watcher = indexer?.helpers.watchers.last, watcher.isReady else { return false }
        diary?.note("watcher")
        watcher.turn()
        return true
    }

    @discardableResult
    func stepExtractor() -> Bool {
        let ready = indexer?.helpers.extractors.filter(\.isReady) ?? []
        guard !ready.isEmpty else { return false }
        diary?.note("extractor")
        ready[dice(ready.count)].step()
        lastActivity = kernel.milliseconds
        return true
    }

    @discardableResult
    func turnIndexer(evenIfIdle: Bool) throws -> Bool {
        guard let indexer else { return false }
        let hasInput = indexer.hasInput
        guard hasInput || indexer.due <= kernel.milliseconds else { return false }
        diary?.note("indexer")
        let before = indexer.writer.sequence
        try indexer.turn()
        if hasInput || indexer.writer.sequence != before { lastActivity = kernel.milliseconds }
        return true
    }

    private func listen() throws {
        guard chance(200) else { return }
        diary?.note("listener")
        _ = try listener.read(openReader(), limit: 1 + dice(20))
    }

    /// Lets one of the misfortunes happen that this simulation has.
    private func disrupt() throws -> Bool {
        if chance(habits.watcherKills), let watcher = indexer?.helpers.watchers.last {
            diary?.note("kills the watcher")
            watcher.end(signal: SIGKILL)
        } else if chance(habits.extractorKills),
            let extractor = indexer?.helpers.extractors.randomElement(using: &random)
        {
            diary?.note("kills an extractor")
            extractor.process.end(signal: SIGKILL)
        } else if chance(habits.indexerKills) {
            diary?.note("kills the indexer")
            indexer?.end()
            indexer = nil
            try startIndexer()
        } else if chance(habits.walks) {
            diary?.note("asks for a look at everything")
            indexer?.requestWalk()
        } else {
            return false
        }
        return true
    }

    /// Lets everything come to its end that is under way.
    func settle() throws {
        diary?.note("comes to rest")
        lastActivity = kernel.milliseconds
        for _ in 0..<200_000 {
            steps += 1
            var hasWorked = false
            for part in 0..<3 {
                switch (part + dice(3)) % 3 {
                case 0: if turnWatchers() { hasWorked = true }
                case 1: if stepExtractor() { hasWorked = true }
                default: if try turnIndexer(evenIfIdle: false) { hasWorked = true }
                }
            }
            guard !hasWorked, !isReady else {
                kernel.time += Int64(dice(500))
                continue
            }
            let now = kernel.milliseconds
            if now - lastActivity >= 6_000 { return }
            kernel.time = max(min(nextTimer, lastActivity + 6_000), now + 1) * 1_000
        }
        throw SimulationFault("it does not come to rest")
    }

    private var isReady: Bool {
        guard let indexer else { return false }
        return indexer.isReady || indexer.helpers.watchers.last?.isReady ?? false
            || indexer.helpers.extractors.contains(where: \.isReady)
    }

    /// When the next timer is due, in milliseconds.
    private var nextTimer: Int64 {
        guard let indexer else { return .max }
        return min(indexer.due, indexer.helpers.watchers.last?.due ?? .max)
    }
}
