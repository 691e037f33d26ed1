package import Glibc
internal import Kernel
package import MediaMetadata

/// The extractor processes, what they are at work on, and what they cost when they fail.
///
/// Files go to the workers by the batch. A worker that dies, answers what it was not asked, or says nothing for a while
/// is ended, and each of its files is read by a process that has nothing else to do (``LoneFiles``), while the
/// workers go on with what comes.
package final class ExtractorPool {
    private let workers: [ExtractorWorker]
    private let lone: LoneFiles
    private let ended = EndedProcesses()
    private let time: any TimeSource
    private var nextWorker = 0
    private let onSuspicion: (ExtractionMessage.Request) -> Void
    private let deadline: Int64
    private let patience: Int64
    /// Until when workers are given less time, for there are files that fail.
    private var waryUntil: Int64 = 0
    private static let waryPatience: Int64 = 250
    /// How many files may wait to be read alone before no more are taken.
    private static let mostSuspects = 16_384
    /// How many processes may be on their way out before no other is started.
    private static let mostLingering = 16

    /// - Parameters:
    ///   - program: The helper program they run.
    ///   - count: How many processes at the most, besides those for lone files; each is started when it is first
    ///     needed.
    ///   - deadline: Milliseconds a file may take when it is read alone.
    ///   - patience: Milliseconds after which nobody waits for a worker that says nothing.
    ///   - arguments: What the processes are told on their command line.
    ///   - system: What starts them and speaks to them.
    ///   - onSuspicion: Called with each file that was in the hands of a failing worker and is to be read alone.
    ///   - reopen: Opens a file again for another try; below zero when it is not there any more.
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
        lone = LoneFiles(make, ended, deadline: deadline, reopen: reopen)
        self.onSuspicion = onSuspicion
        time = system.time
        (self.deadline, self.patience) = (deadline, min(patience, deadline))
    }

    /// Files handed over and not answered yet.
    package var outstanding: Int { workers.reduce(lone.count) { $0 + $1.load } }
    /// All that is left to be read is read alone, which may take long.
    package var hasOnlyLoneFiles: Bool { workers.allSatisfy { $0.load == 0 } }
    package var hasRoom: Bool {
        lone.count < Self.mostSuspects && ended.count < Self.mostLingering
            && workers.contains { $0.load < ExtractorWorker.capacity }
    }
    /// The parts of their sandbox the processes are without; nil until one has said.
    package private(set) var missingSandbox: String?

    /// What to poll before ``receive(_:)``.
    package var polled: [pollfd] { workers.map(\.polled) + lone.polled }

    /// Takes over an open descriptor and sees to its being read.
    package func submit(_ request: ExtractionMessage.Request, _ descriptor: Int32) throws {
        if workers[nextWorker].load >= ExtractorWorker.capacity
            || workers[nextWorker].waiting >= ExtractionMessage.largestBatch
        {
            nextWorker = (nextWorker + 1) % workers.count
        }
        try workers[nextWorker].add(request, descriptor)
    }

    /// Sends what waits for a fuller packet.
    package func flush() {
        for worker in workers where worker.isRunning { worker.send() }
        lone.send()
        nextWorker = (nextWorker + 1) % workers.count
    }

    /// Reads answers from every worker that has some.
    ///
    /// `body`: Called with each answered file; metadata made up here has the reason why.
    package func receive(_ body: ExtractionMessage.Taker) throws {
        for worker in workers where worker.isRunning {
            if !worker.receive(body) { fail(worker, hasGone: true) }
            if let missing = worker.report { missingSandbox = missing }
        }
        try lone.receive(time.milliseconds, body)
        if let missing = lone.missingSandbox { missingSandbox = missing }
    }

    /// Ends workers that have been silent for too long.
    package func enforceDeadline(_ now: Int64, _ body: ExtractionMessage.Taker) throws {
        for worker in workers where isSilent(worker, now) {
            // This process may have slept itself, and the answer be there.
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
        return now - since > patience(with: worker, now)
    }

    private func patience(with worker: ExtractorWorker, _ now: Int64) -> Int64 {
        if worker.isStarting { return deadline }
        return now < waryUntil ? min(Self.waryPatience, patience) : patience
    }

    /// Milliseconds until ``enforceDeadline(_:_:)`` may have something to do.
    package func patience(_ now: Int64) -> Int64 {
        let next = workers.compactMap { worker in
            worker.silentSince.map { $0 + patience(with: worker, now) - now }
        }.min()
        return max(min(next ?? .max, lone.patience(now)), 0)
    }

    private func fail(_ worker: ExtractorWorker, hasGone: Bool) {
        let isStarting = worker.isStarting
        let (lost, _) = worker.end(hasGone: hasGone)
        if !isStarting { waryUntil = time.milliseconds + 10_000 }
        lone.take(lost)
        lost.forEach(onSuspicion)
    }

    /// Ends the processes that have nothing to do, and gives their memory back.
    package func releaseIdle() {
        for worker in workers where worker.isRunning && worker.load == 0 { _ = worker.end() }
        lone.releaseIdle()
    }

    package func end() {
        for worker in workers where worker.isRunning { _ = worker.end() }
        lone.end()
    }
}
