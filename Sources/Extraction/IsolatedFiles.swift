internal import Glibc
internal import MediaMetadata

/// Files read one at a time by otherwise idle processes, after a worker that had them failed.
///
/// A file gets a quarter of a second, and twice as much each time it exceeds its limit, up to the deadline; files that
/// have had less time come first. So a slow file is read eventually, and no file waits for one that never ends.
final class IsolatedFiles {
    private struct Trial {
        let request: ExtractionMessage.Request
        /// The number of times it exceeded its time limit.
        var overruns = 0
        /// The number of times its process died, and the number of SIGKILLs that were not ours, which are weak evidence
        /// against the file.
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
    /// The number of unkillable processes at which no other file is tried, because their disk does not respond.
    private static let maximumEnded = 4
    /// The number of processes in a row that may exit before reading anything.
    private static let mostFalseStarts = 20

    private let readers: [Reader]
    private let ended: EndedProcesses
    private let deadline: Int64
    private let reopen: (ExtractionMessage.Request) -> Int32
    /// The waiting files by the number of times they exceeded their limit.
    private var queues: [ArraySlice<Trial>]
    private var waiting = 0
    private var falseStarts = 0
    private(set) var missingSandbox: String?

    /// - Parameters:
    ///   - make: Creates the processes.
    ///   - ended: Takes over killed processes.
    ///   - deadline: The milliseconds of the last attempt.
    ///   - reopen: Opens a file; a negative result means that it is gone.
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

    /// The number of files without an answer.
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

    /// Receives answers and assigns waiting files.
    func receive(_ now: Int64, _ body: ExtractionMessage.Taker) throws {
        for reader in readers where reader.worker.isRunning { receive(reader, body) }
        try assignFiles(now)
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

    /// Stops reading files that exceed their time limit.
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
                    "reading its metadata took too long: more than \(deadline) ms, even alone",
                    body
                )
            }
        }
        try assignFiles(now)
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

    /// Returns the milliseconds until a file exceeds its limit.
    func pollTimeout(_ now: Int64) -> Int64 {
        let next = readers.compactMap(due).min().map { $0 + 1 - now } ?? .max
        return waiting > 0 ? min(next, 100) : next
    }

    /// Assigns a file that still exists to each idle process.
    private func assignFiles(_ now: Int64) throws {
        guard waiting > 0, ended.count < Self.maximumEnded else { return }
        guard falseStarts < Self.mostFalseStarts else {
            throw ExtractionError(
                "the extractor ended \(falseStarts) times before it read anything; see its messages above"
            )
        }
        for (index, reader) in readers.enumerated() where reader.trial == nil {
            // The first process is kept for files with limits up to a second, because others may occupy the rest for a
            // long time.
            let most = index == 0 ? 2 : queues.count
            guard try assignFile(to: reader, most) else { continue }
            reader.worker.send()
        }
    }

    private func assignFile(
        to reader: Reader,
        _ most: Int
    ) throws(ExtractionError) -> Bool {
        for index in queues.indices.prefix(most) {
            while let trial = queues[index].popFirst() {
                waiting -= 1
                let descriptor = reopen(trial.request)
                guard descriptor >= 0 else { continue }
                do {
                    try reader.worker.add(trial.request, descriptor)
                } catch {
                    guard error.isShortage else { throw error }
                    add(trial)
                    return false
                }
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
