internal import Catalogue
internal import Glibc
internal import Kernel

/// What happens next.
extension Simulation {
    /// Lets all come to rest, and compares.
    func rest(isLast: Bool = false) throws {
        household.finishAll()
        // What is on a disk that went before all of it was known cannot be compared.
        if household.card?.isKnown == false { household.insertCard() }
        endErrors()
        try settle()
        if habits.needsWalks {
            // What was not told is found by a look at everything, which comes by itself each hour.
            indexer?.requestWalk()
            areUsersAway = true
            try settle()
        }
        try check(isLast: isLast)
        areUsersAway = false
        if habits.errors > 0 {
            areErrorsOn = true
            processes.forEach(prepare)
        }
    }

    /// One of the parts does a step, and no user does.
    func stepOfParts() throws {
        steps += 1
        kernel.time += Int64(dice(500))
        switch dice(3) {
        case 0: turnWatchers()
        case 1: stepExtractor()
        default: try turnIndexer()
        }
    }

    /// Picks one part and has it do a step.
    func step() throws {
        steps += 1
        kernel.time += Int64(dice(500))
        if try disrupt() { return }
        if chance(habits.rests), happens(.rest(picks)) { return try rest() }
        var number = dice(habits.weights.reduce(0, +))
        for (index, weight) in habits.weights.enumerated() {
            number -= weight
            guard number < 0 else { continue }
            if index == stalled, steps < stallEnd { return }
            switch index {
            case 0: act()
            case 1: turnWatchers()
            case 2: stepExtractor()
            case 3: try turnIndexer()
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
    func turnIndexer() throws -> Bool {
        guard let indexer else { return false }
        let hasInput = indexer.hasInput
        guard hasInput || indexer.due <= kernel.milliseconds else { return false }
        diary?.note("indexer")
        let before = indexer.writer.sequence
        try indexer.turn()
        let hasCommitted = indexer.writer.sequence != before
        if hasInput || hasCommitted { lastActivity = kernel.milliseconds }
        if hasCommitted { try checkPresent(indexer) }
        return true
    }

    private func listen() throws {
        guard chance(200) else { return }
        diary?.note("listener")
        _ = try listener.read(openReader(), limit: 1 + dice(20))
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
                default: if try turnIndexer() { hasWorked = true }
                }
            }
            guard !hasWorked, !isReady else {
                kernel.time += Int64(dice(500))
                continue
            }
            let now = kernel.milliseconds
            // What it is given up for comes up again after that.
            if isWaitingForExtractor { lastActivity = now }
            if now - lastActivity >= 6_000 { return }
            kernel.time = max(min(nextTimer, max(lastActivity, now) + 6_000), now + 1) * 1_000
        }
        throw SimulationFault("it does not come to rest")
    }

    /// One that hangs is given up after a while.
    private var isWaitingForExtractor: Bool {
        indexer?.helpers.extractors.contains(where: \.isAtWork) ?? false
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
