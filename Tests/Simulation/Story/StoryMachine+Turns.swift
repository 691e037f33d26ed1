internal import Catalogue
internal import FolderWatch
internal import TestSupport

/// Who does a step, and when it is over.
extension StoryMachine {
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
