package import Glibc
package import MediaMetadata

/// The extractor processes, what they are at work on, and what they cost when they fail.
///
/// A worker that dies or takes too long costs its files a second try, each alone; the one that
/// fails a worker again is given up with a reason.
package final class ExtractorPool {
    private typealias Suspect = (request: ExtractionMessage.Request, tries: Int)

    private let workers: [ExtractorWorker]
    /// Files to be tried alone, with how often they were in the hands of a failing worker.
    private var suspects: ArraySlice<Suspect> = []
    /// Those of them that were next when their worker failed; tried last, for most likely it was they.
    private var culprits: ArraySlice<Suspect> = []
    /// Tries them, while the others go on with what comes.
    private let trial: ExtractorWorker
    private let all: [ExtractorWorker]
    private var nextWorker = 0
    private let reopen: (ExtractionMessage.Request) -> Int32
    private let onSuspicion: (ExtractionMessage.Request) -> Void
    /// Milliseconds a file may take, twice as many in the second try.
    private let deadline: Int64
    /// The parts of their sandbox the processes are without; nil until one has said.
    package private(set) var missingSandbox: String?

    /// - Parameters:
    ///   - program: The helper program they run.
    ///   - count: How many processes at the most; each is started when it is first needed.
    ///   - deadline: Milliseconds a file may take, twice as many in the second try.
    ///   - arguments: What the processes are told on their command line.
    ///   - onSuspicion: Called with each file that was in the hands of a failing worker and is to be tried alone.
    ///   - reopen: Opens a file again for another try; below zero when it is not there any more.
    package init(
        _ program: String = "heliograph-extractor",
        count: Int,
        deadline: Int64,
        arguments: [String] = [],
        onSuspicion: @escaping (ExtractionMessage.Request) -> Void = { _ in },
        reopen: @escaping (ExtractionMessage.Request) -> Int32
    ) {
        workers = (0..<max(count, 1)).map { _ in ExtractorWorker(program, arguments) }
        trial = ExtractorWorker(program, arguments)
        all = workers + [trial]
        (self.onSuspicion, self.reopen, self.deadline) = (onSuspicion, reopen, deadline)
    }

    /// Files handed over and not answered yet.
    package var outstanding: Int { all.reduce(suspects.count + culprits.count) { $0 + $1.load } }
    package var hasRoom: Bool { workers.contains { $0.load < ExtractorWorker.capacity } }

    /// What to poll before ``receive(_:)``.
    package var polled: [pollfd] { all.map(\.polled) }

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
        for worker in all { worker.send() }
        nextWorker = (nextWorker + 1) % workers.count
    }

    /// Reads answers from every worker that has some.
    ///
    /// `body`: Called with each answered file; metadata made up here has the reason why.
    package func receive(_ body: ExtractionMessage.Taker) throws {
        for worker in all where worker.socket >= 0 {
            if !worker.receive({ missingSandbox = $0 }, body) {
                fail(worker, isStuck: false, body)
            }
        }
        try trySuspects()
    }

    /// Ends workers that have been silent for too long.
    package func enforceDeadline(_ now: Int64, _ body: ExtractionMessage.Taker) throws {
        for worker in all where worker.isOverdue(now, deadline) {
            fail(worker, isStuck: true, body)
        }
        try trySuspects()
    }

    private func fail(
        _ worker: ExtractorWorker,
        isStuck: Bool,
        _ body: ExtractionMessage.Taker
    ) {
        let (lost, signal, tries) = worker.end(isStuck: isStuck)
        // Killed from outside says little against the file.
        let limit = signal == SIGKILL && !isStuck ? 6 : 2
        if tries + 1 >= limit, lost.count == 1 {
            var metadata = FileMetadata()
            metadata.unreadableReason =
                isStuck
                ? "reading its metadata took too long, twice"
                : "reading its metadata ended the extractor, twice"
                    + (signal.map { " (signal \($0))" } ?? "")
            return body(lost[0].ticket, metadata)
        }
        culprits += lost.prefix(1).map { ($0, tries + 1) }
        suspects += lost.dropFirst().map { ($0, tries + 1) }
        lost.forEach(onSuspicion)
    }

    /// Tries the next suspect that is still there.
    private func trySuspects() throws {
        guard trial.load == 0 else { return }
        while let (request, tries) = suspects.popFirst() ?? culprits.popFirst() {
            let descriptor = reopen(request)
            guard descriptor >= 0 else { continue }
            try trial.add(request, descriptor, tries: tries)
            return trial.send()
        }
        if trial.socket >= 0 { trial.retire() }
    }

    /// Ends the processes that have nothing to do, and gives their memory back.
    package func rest() {
        for worker in all where worker.socket >= 0 && worker.load == 0 { worker.retire() }
    }

    package func end() {
        for worker in all where worker.socket >= 0 { _ = worker.end(isStuck: true) }
    }
}
