internal import Glibc
package import MediaMetadata

/// The extractor processes, what they are at work on, and what they cost when they fail.
///
/// A worker that dies or takes too long costs its files a second try, each alone; the one that
/// fails a worker again is given up with a reason.
package final class ExtractorPool {
    private var workers: [ExtractorWorker]
    /// Files to be tried alone, with how often they were in the hands of a failing worker.
    private var suspects: [(request: ExtractionMessage.Request, tries: Int)] = []
    private var nextWorker = 0
    private let reopen: (ExtractionMessage.Request) -> Int32
    /// Milliseconds a file may take, twice as many in the second try.
    private let deadline: Int64
    /// The parts of their sandbox the processes are without; nil until one has said.
    package private(set) var missingSandbox: String?

    /// - Parameters:
    ///   - program: The helper program they run.
    ///   - count: How many processes at the most; each is started when it is first needed.
    ///   - deadline: Milliseconds a file may take, twice as many in the second try.
    ///   - arguments: What the processes are told on their command line.
    ///   - reopen: Opens a file again for another try; below zero when it is not there any more.
    package init(
        _ program: String = "heliograph-extractor",
        count: Int,
        deadline: Int64,
        arguments: [String] = [],
        reopen: @escaping (ExtractionMessage.Request) -> Int32
    ) {
        workers = (0..<max(count, 1)).map { _ in ExtractorWorker(program, arguments) }
        self.reopen = reopen
        self.deadline = deadline
    }

    /// Files handed over and not answered yet.
    package var outstanding: Int { workers.reduce(suspects.count) { $0 + $1.load } }
    package var hasRoom: Bool { workers.contains { $0.load < ExtractorWorker.capacity } }

    package var descriptors: [Int32] { workers.map { $0.socket } }

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
    package func flush() throws {
        for worker in workers { try worker.send() }
        nextWorker = (nextWorker + 1) % workers.count
    }

    /// Reads answers from every worker that has some.
    ///
    /// `body`: Called with each answered file; metadata made up here has the reason why.
    package func receive(_ body: (UInt64, FileMetadata) -> Void) throws {
        for worker in workers where worker.socket >= 0 {
            if !worker.receive({ missingSandbox = $0 }, body) {
                fail(worker, isStuck: false, body)
            }
        }
        try trySuspects(body)
    }

    /// Ends workers that have been silent for too long.
    package func enforceDeadline(_ now: Int64, _ body: (UInt64, FileMetadata) -> Void) throws {
        for worker in workers where worker.isOverdue(now, deadline) {
            fail(worker, isStuck: true, body)
        }
        try trySuspects(body)
    }

    private func fail(
        _ worker: ExtractorWorker,
        isStuck: Bool,
        _ body: (UInt64, FileMetadata) -> Void
    ) {
        let (lost, signal, tries) = worker.end(isStuck: isStuck)
        // Killed from outside says little against the file.
        let limit = signal == SIGKILL && !isStuck ? 6 : 2
        for request in lost {
            guard tries + 1 >= limit, lost.count == 1 else {
                suspects.append((request, tries + 1))
                continue
            }
            var metadata = FileMetadata()
            metadata.unreadableReason =
                isStuck
                ? "reading its metadata took too long, twice"
                : "reading its metadata ended the extractor, twice (signal \(signal ?? 0))"
            body(request.ticket, metadata)
        }
    }

    private func trySuspects(_ body: (UInt64, FileMetadata) -> Void) throws {
        for worker in workers where worker.load == 0 {
            guard !suspects.isEmpty else { return }
            let (request, tries) = suspects.removeFirst()
            let descriptor = reopen(request)
            guard descriptor >= 0 else { continue }
            try worker.add(request, descriptor, tries: tries)
            try worker.send()
        }
    }

    /// Ends the processes that have nothing to do, and gives their memory back.
    package func rest() {
        for worker in workers where worker.socket >= 0 && worker.load == 0 { worker.retire() }
    }

    package func end() {
        for worker in workers where worker.socket >= 0 { _ = worker.end(isStuck: true) }
    }
}
