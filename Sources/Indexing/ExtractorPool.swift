internal import CSystem
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
    private(set) var missingSandbox: String?

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
    func rest() {
        for worker in workers where worker.socket >= 0 && worker.load == 0 { worker.retire() }
    }

    package func end() {
        for worker in workers where worker.socket >= 0 { _ = worker.end(isStuck: true) }
    }
}

/// One extractor process.
private final class ExtractorWorker {
    static let capacity = 4 * ExtractionMessage.largestBatch

    private let program: String
    private let arguments: [String]
    private(set) var socket: Int32 = -1
    private var helper: HelperProcess?
    private var packet: [UInt8] = []
    private var descriptors: [Int32] = []
    private var requests: [ExtractionMessage.Request] = []
    private var sent: ArraySlice<ExtractionMessage.Request> = []
    private var lastProgress: Int64 = 0
    private var tries = 0
    private var buffer = [UInt8](repeating: 0, count: ExtractionMessage.largestPacket)

    init(_ program: String, _ arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    var load: Int { sent.count + requests.count }
    var waiting: Int { requests.count }

    private func start() throws(IndexingError) {
        var pair: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &pair) == 0 else {
            throw IndexingError(
                .helperMissing,
                "no socket can be made: \(String(cString: strerror(errno)))"
            )
        }
        defer { close(pair[1]) }
        socket = pair[0]
        helper = try HelperProcess(
            program,
            arguments: arguments,
            input: pair[1],
            output: nil
        )
    }

    func add(
        _ request: ExtractionMessage.Request,
        _ descriptor: Int32,
        tries: Int = 0
    ) throws {
        if socket < 0 { try start() }
        self.tries = tries
        ExtractionMessage.append(request, to: &packet)
        requests.append(request)
        descriptors.append(descriptor)
        if requests.count >= ExtractionMessage.largestBatch || packet.count > 48 << 10 {
            try send()
        }
    }

    func send() throws {
        guard !requests.isEmpty else { return }
        if sent.isEmpty { lastProgress = monotonicMilliseconds() }
        _ = packet.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                heliograph_send_descriptors(
                    socket,
                    $0,
                    bytes.count,
                    descriptors,
                    descriptors.count
                )
            }
        }
        for descriptor in descriptors { close(descriptor) }
        // When the worker has died its socket says so at the next reading.
        sent.append(contentsOf: requests)
        packet.removeAll(keepingCapacity: true)
        requests.removeAll(keepingCapacity: true)
        descriptors.removeAll(keepingCapacity: true)
    }

    /// False when the worker has gone.
    func receive(_ report: (String) -> Void, _ body: (UInt64, FileMetadata) -> Void) -> Bool {
        while true {
            var none = 0
            var unused: Int32 = 0
            let count = buffer.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map {
                    heliograph_receive_descriptors(
                        socket,
                        $0,
                        bytes.count,
                        &unused,
                        &none,
                        Int32(MSG_DONTWAIT)
                    )
                } ?? 0
            }
            if count == -Int(EAGAIN) || count == -Int(EINTR) { return true }
            guard count > 0 else { return false }
            lastProgress = monotonicMilliseconds()
            let isWhole = buffer.withUnsafeBytes { bytes in
                let packet = Bytes(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                return ExtractionMessage.readAnswers(in: packet, report: report) {
                    ticket,
                    metadata in
                    guard sent.first?.ticket == ticket else { return }
                    sent = sent.dropFirst()
                    body(ticket, metadata)
                }
            }
            guard isWhole else { return false }
        }
    }

    func isOverdue(_ now: Int64, _ deadline: Int64) -> Bool {
        !sent.isEmpty && now - lastProgress > deadline * Int64(tries + 1)
    }

    /// Ends the process; the files it had, and what ended it, are returned.
    func end(
        isStuck: Bool
    ) -> (lost: [ExtractionMessage.Request], signal: Int32?, tries: Int) {
        for descriptor in descriptors { close(descriptor) }
        let lost = Array(sent) + requests
        (packet, requests, descriptors, sent) = ([], [], [], [])
        if isStuck { helper?.kill() }
        close(socket)
        socket = -1
        let signal = helper?.reap()
        helper = nil
        return (lost, signal ?? nil, tries)
    }

    /// Closes the socket, whereupon the process ends by itself.
    func retire() {
        close(socket)
        socket = -1
        _ = helper?.reap()
        helper = nil
        buffer = [UInt8](repeating: 0, count: ExtractionMessage.largestPacket)
    }
}

/// Milliseconds of the monotonic clock.
func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}
