package import Glibc
internal import Kernel
package import MediaMetadata

/// A pool of extractor processes with their work and the handling of their failures.
///
/// Files are submitted to the workers in batches. A worker that dies, sends an unexpected answer or stays
/// silent too long is killed, and each of its files is read separately by an otherwise idle process
/// (``IsolatedFiles``), while the other workers continue.
package final class ExtractorPool {
    private let workers: [ExtractorWorker]
    private let lone: IsolatedFiles
    private let ended = EndedProcesses()
    private let time: any TimeSource
    private var nextWorker = 0
    private let onSuspicion: (ExtractionMessage.Request) -> Void
    private let deadline: Int64
    private let patience: Int64
    /// The time until which workers get shorter limits, because files have failed recently.
    private var shortLimitUntil: Int64 = 0
    private static let shortLimit: Int64 = 250
    /// The number of files waiting to be read separately at which the pool stops accepting files.
    private static let maximumIsolatedFiles = 16_384
    /// The number of killed but not terminated processes at which no other is started.
    private static let maximumEnded = 16

    /// - Parameters:
    ///   - program: The helper program to run.
    ///   - count: The maximum number of processes, not counting those for lone files; each is started when it is first
    ///     needed.
    ///   - deadline: The milliseconds a file may take when it is read separately.
    ///   - patience: The milliseconds a worker may stay silent.
    ///   - arguments: The command line arguments of the processes.
    ///   - system: Starts the processes and communicates with them.
    ///   - onSuspicion: Called with each file that a failing worker had and that is going to be read
    ///     separately.
    ///   - reopen: Opens a file again for another attempt; a negative result means that it is gone.
    package init(
        _ program: String = "heliograph-extractor",
        count: Int,
        deadline: Int64,
        patience: Int64 = 1_000,
        arguments: [String] = [],
        system: HelperSystem = .linux,
        onSuspicion: @escaping (ExtractionMessage.Request) -> Void = { _ in },
        reopen: @escaping (ExtractionMessage.Request) -> Int32
    ) {
        let ended = ended
        let make = { ExtractorWorker(program, arguments, ended, system) }
        workers = (0..<max(count, 1)).map { _ in make() }
        lone = IsolatedFiles(make, ended, deadline: deadline, reopen: reopen)
        self.onSuspicion = onSuspicion
        time = system.time
        (self.deadline, self.patience) = (deadline, min(patience, deadline))
    }

    /// The number of submitted files without an answer.
    package var outstanding: Int { workers.reduce(lone.count) { $0 + $1.load } }
    /// Whether only files remain that are read separately, which may take long.
    package var hasOnlyIsolatedFiles: Bool { workers.allSatisfy { $0.load == 0 } }
    package var hasRoom: Bool {
        lone.count < Self.maximumIsolatedFiles && ended.count < Self.maximumEnded
            && workers.contains { $0.load < ExtractorWorker.capacity }
    }
    /// The parts of the sandbox that the processes lack; nil until one has reported.
    package private(set) var missingSandbox: String?

    /// The descriptors to poll before ``receive(_:)``.
    package var polled: [pollfd] { workers.map(\.polled) + lone.polled }

    /// Submits a file, taking ownership of its descriptor.
    ///
    /// While no process can be started because descriptors, memory or processes have run out, the file waits with those
    /// that are read separately.
    ///
    /// - Throws: ``ExtractionError`` if the program is missing or cannot be run.
    package func submit(_ request: ExtractionMessage.Request, _ descriptor: Int32) throws {
        if workers[nextWorker].load >= ExtractorWorker.capacity
            || workers[nextWorker].waiting >= ExtractionMessage.largestBatch
        {
            nextWorker = (nextWorker + 1) % workers.count
        }
        do {
            try workers[nextWorker].add(request, descriptor)
        } catch {
            guard error.isShortage else { throw error }
            readSeparately([request])
        }
    }

    private func readSeparately(_ requests: [ExtractionMessage.Request]) {
        lone.take(requests)
        requests.forEach(onSuspicion)
    }

    /// Sends the requests that are being collected into a packet.
    package func flush() {
        for worker in workers where worker.isRunning { worker.send() }
        lone.send()
        nextWorker = (nextWorker + 1) % workers.count
    }

    /// Reads the answers of every worker.
    ///
    /// `body`: Called with each answered file; if it could not be read, the metadata has the reason.
    package func receive(_ body: ExtractionMessage.Taker) throws {
        for worker in workers where worker.isRunning {
            if !worker.receive(body) { fail(worker, hasGone: true) }
            if let missing = worker.report { missingSandbox = missing }
        }
        try lone.receive(time.milliseconds, body)
        if let missing = lone.missingSandbox { missingSandbox = missing }
    }

    /// Kills workers that have stayed silent too long.
    package func enforceDeadline(_ now: Int64, _ body: ExtractionMessage.Taker) throws {
        for worker in workers where isSilent(worker, now) {
            // This process may itself have been suspended, with the answer waiting.
            guard worker.receive(body) else {
                fail(worker, hasGone: true)
                continue
            }
            if isSilent(worker, now) { fail(worker, hasGone: false) }
        }
        try lone.enforceDeadline(now, body)
    }

    private func isSilent(_ worker: ExtractorWorker, _ now: Int64) -> Bool {
        guard let since = worker.silentSince else { return false }
        return now - since > silenceLimit(of: worker, now)
    }

    private func silenceLimit(of worker: ExtractorWorker, _ now: Int64) -> Int64 {
        if worker.isStarting { return deadline }
        return now < shortLimitUntil ? min(Self.shortLimit, patience) : patience
    }

    /// Returns the milliseconds until a worker may exceed its deadline.
    package func pollTimeout(_ now: Int64) -> Int64 {
        let next = workers.compactMap { worker in
            worker.silentSince.map { $0 + silenceLimit(of: worker, now) - now }
        }.min()
        return max(min(next ?? .max, lone.pollTimeout(now)), 0)
    }

    private func fail(_ worker: ExtractorWorker, hasGone: Bool) {
        let isStarting = worker.isStarting
        let (lost, _) = worker.end(hasGone: hasGone)
        if !isStarting { shortLimitUntil = time.milliseconds + 10_000 }
        readSeparately(lost)
    }

    /// Terminates idle processes.
    package func releaseIdle() {
        for worker in workers where worker.isRunning && worker.load == 0 { _ = worker.end() }
        lone.releaseIdle()
    }

    package func end() {
        for worker in workers where worker.isRunning { _ = worker.end() }
        lone.end()
    }
}
