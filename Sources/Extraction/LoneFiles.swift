internal import Glibc
internal import MediaMetadata

/// Files that are read one at a time, each by a process that has nothing else to do, after the worker that had
/// them among others failed.
///
/// A file is given a quarter of a second, and twice as much each time it has taken longer, up to the deadline;
/// those that have had less come first. So one that is merely slow is read, and none waits for one that never ends.
final class LoneFiles {
    private struct Trial {
        let request: ExtractionMessage.Request
        /// How often it took longer than it was given.
        var overruns = 0
        /// How often its process ended, and how often by a SIGKILL that was not ours, which says little against it.
        var deaths = 0
        var kills = 0
    }

    private final class Reader {
        let worker: ExtractorWorker
        var trial: Trial?

        init(_ worker: ExtractorWorker) {
            self.worker = worker
        }
    }

    private static let firstSlice: Int64 = 250
    /// How many processes may be waited for in vain before no other file is tried: their disk does not answer.
    private static let mostLingering = 4
    /// How many processes in a row may end before they have read anything.
    private static let mostFalseStarts = 20

    private let readers: [Reader]
    private let ended: EndedProcesses
    private let deadline: Int64
    private let reopen: (ExtractionMessage.Request) -> Int32
    /// By how often they took longer than they were given.
    private var queues: [ArraySlice<Trial>]
    private var waiting = 0
    private var falseStarts = 0
    private(set) var missingSandbox: String?

    /// - Parameters:
    ///   - make: Makes the processes that read.
    ///   - ended: Where processes go that were ended.
    ///   - deadline: Milliseconds a file is given at the last try.
    ///   - reopen: Opens a file; below zero when it is not there any more.
    init(
        _ make: () -> ExtractorWorker,
        _ ended: EndedProcesses,
        deadline: Int64,
        reopen: @escaping (ExtractionMessage.Request) -> Int32
    ) {
        readers = (0..<3).map { _ in Reader(make()) }
        (self.ended, self.deadline, self.reopen) = (ended, deadline, reopen)
        var slices = 1
        while Self.firstSlice << (slices - 1) < deadline { slices += 1 }
        queues = Array(repeating: [], count: slices)
    }

    /// Files that are waited for.
    var count: Int { readers.reduce(waiting) { $0 + ($1.trial == nil ? 0 : 1) } }
    var polled: [pollfd] { readers.map(\.worker.polled) }

    func take(_ requests: [ExtractionMessage.Request]) {
        for request in requests { add(Trial(request: request)) }
    }

    private func add(_ trial: Trial) {
        queues[trial.overruns].append(trial)
        waiting += 1
    }

    func send() {
        for reader in readers where reader.worker.isRunning { reader.worker.send() }
    }

    /// Takes the answers that are there, and hands out what waits.
    func receive(_ now: Int64, _ body: ExtractionMessage.Taker) throws {
        for reader in readers where reader.worker.isRunning { receive(reader, body) }
        try handOut(now)
    }

    private func receive(_ reader: Reader, _ body: ExtractionMessage.Taker) {
        let isAlive = reader.worker.receive { ticket, metadata in
            reader.trial = nil
            body(ticket, metadata)
        }
        if let missing = reader.worker.report { (missingSandbox, falseStarts) = (missing, 0) }
        guard !isAlive else { return }
        let isStarting = reader.worker.isStarting
        let (_, signal) = reader.worker.end(hasGone: true)
        guard var trial = reader.trial.take() else { return }
        guard !isStarting else {
            falseStarts += 1
            return add(trial)
        }
        if signal == SIGKILL { trial.kills += 1 } else { trial.deaths += 1 }
        guard trial.deaths >= 2 || trial.kills >= 6 else { return add(trial) }
        let cause = (reader.worker.fault ?? signal.map { "signal \($0)" }).map { " (\($0))" } ?? ""
        giveUp(trial, "reading its metadata ended the extractor, twice\(cause)", body)
    }

    private func giveUp(_ trial: Trial, _ reason: String, _ body: ExtractionMessage.Taker) {
        var metadata = FileMetadata()
        metadata.unreadableReason = reason
        body(trial.request.ticket, metadata)
    }

    /// Ends the reading of files that take longer than they are given.
    func enforceDeadline(_ now: Int64, _ body: ExtractionMessage.Taker) throws {
        for reader in readers where isOverdue(reader, now) {
            receive(reader, body)
            guard isOverdue(reader, now), var trial = reader.trial.take() else { continue }
            let isStarting = reader.worker.isStarting
            _ = reader.worker.end()
            if isStarting {
                falseStarts += 1
                add(trial)
                continue
            }
            trial.overruns += 1
            if trial.overruns < queues.count {
                add(trial)
            } else {
                giveUp(
                    trial,
                    "reading its metadata took too long, more than \(deadline) ms by itself",
                    body
                )
            }
        }
        try handOut(now)
    }

    private func isOverdue(_ reader: Reader, _ now: Int64) -> Bool {
        guard let due = due(reader) else { return false }
        return now > due
    }

    private func due(_ reader: Reader) -> Int64? {
        guard let trial = reader.trial, let since = reader.worker.silentSince else { return nil }
        return since + (reader.worker.isStarting ? deadline : slice(trial))
    }

    private func slice(_ trial: Trial) -> Int64 {
        min(Self.firstSlice << trial.overruns, deadline)
    }

    /// Milliseconds until one of them is overdue.
    func patience(_ now: Int64) -> Int64 {
        let next = readers.compactMap(due).min().map { $0 + 1 - now } ?? .max
        return waiting > 0 ? min(next, 100) : next
    }

    /// Gives each process that is free a file that is still there.
    private func handOut(_ now: Int64) throws {
        guard waiting > 0, ended.count < Self.mostLingering else { return }
        guard falseStarts < Self.mostFalseStarts else {
            throw ExtractionError(
                "the extractor ended \(falseStarts) times before it read anything; see its messages above"
            )
        }
        for (index, reader) in readers.enumerated() where reader.trial == nil {
            // The first is kept for files that had a second at most: others may keep the rest for long.
            let most = index == 0 ? 2 : queues.count
            guard try handOut(to: reader, most) else { continue }
            reader.worker.send()
        }
    }

    private func handOut(to reader: Reader, _ most: Int) throws -> Bool {
        for index in queues.indices.prefix(most) {
            while let trial = queues[index].popFirst() {
                waiting -= 1
                let descriptor = reopen(trial.request)
                guard descriptor >= 0 else { continue }
                try reader.worker.add(trial.request, descriptor)
                reader.trial = trial
                return true
            }
        }
        return false
    }

    func releaseIdle() {
        for reader in readers where reader.worker.isRunning && reader.trial == nil {
            _ = reader.worker.end()
        }
    }

    func end() {
        for reader in readers where reader.worker.isRunning { _ = reader.worker.end() }
    }
}
