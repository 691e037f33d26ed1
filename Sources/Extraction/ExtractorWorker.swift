internal import Glibc
internal import Kernel
internal import MediaMetadata

/// One extractor process; it is not trusted, because a file it read may have taken it over.
///
/// An answer is accepted only for the file that is next. Anything else, or a second report, ends the process.
@safe final class ExtractorWorker {
    static let capacity = 4 * ExtractionMessage.largestBatch
    /// The maximum number of packets received in one turn, so that one worker cannot starve the others.
    private static let packetsPerTurn = 64

    /// The program and its arguments.
    private let command: (program: String, arguments: [String])
    private let ended: EndedProcesses
    private let system: HelperSystem
    private var helper: (any Helper)?
    private var socket: Int32 = -1
    private var outbox: ExtractorOutbox
    /// The files without an answer, the next one first; the first `sent` of them have been sent.
    private var requests: ArraySlice<ExtractionMessage.Request> = []
    private var sent = 0
    private var lastProgress: Int64 = 0
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ExtractionMessage.largestPacket,
        alignment: 16
    )
    /// The protocol error found in its answers.
    private(set) var fault: String?
    /// The parts of the sandbox that it reported missing; nil until it has reported.
    private(set) var report: String?

    init(
        _ program: String,
        _ arguments: [String],
        _ ended: EndedProcesses,
        _ system: HelperSystem
    ) {
        (command, self.ended) = ((program, arguments), ended)
        (self.system, outbox) = (system, ExtractorOutbox(system.channels))
    }

    deinit {
        if isRunning { system.channels.close(socket) }
        unsafe buffer.deallocate()
    }

    var isRunning: Bool { socket >= 0 }
    /// Whether it has not reported yet, and so has read nothing.
    var isStarting: Bool { report == nil }
    var load: Int { requests.count }
    var waiting: Int { outbox.waiting }

    /// The events to poll its socket for; a process that does not read must not block the caller.
    var polled: pollfd {
        let events = outbox.hasPackets ? POLLIN | POLLOUT : POLLIN
        return pollfd(fd: socket, events: Int16(events), revents: 0)
    }

    /// The time it last made progress with its files; nil if it has none.
    var silentSince: Int64? { load == 0 ? nil : lastProgress }

    private func start() throws(ExtractionError) {
        var ends: (ours: Int32, theirs: Int32) = (-1, -1)
        let status = system.channels.socketPair(&ends)
        guard status == 0 else {
            throw ExtractionError("no socket can be made", code: -status)
        }
        defer { system.channels.close(ends.theirs) }
        do {
            helper = try system.programs.start(
                command.program,
                arguments: command.arguments,
                input: ends.theirs,
                output: nil
            )
        } catch {
            system.channels.close(ends.ours)
            throw error
        }
        socket = ends.ours
        (report, fault) = (nil, nil)
    }

    /// Adds a file, taking ownership of its descriptor.
    func add(_ request: ExtractionMessage.Request, _ descriptor: Int32) throws(ExtractionError) {
        if !isRunning {
            do { try start() } catch {
                system.channels.close(descriptor)
                throw error
            }
        }
        if load == 0 { lastProgress = system.time.milliseconds }
        requests.append(request)
        outbox.add(request, descriptor)
        if outbox.isFull { send() }
    }

    /// Sends what the process takes without blocking; the next call sends the rest.
    func send() {
        sent += outbox.send(to: socket)
    }

    /// Passes on the answers that have arrived; returns false if the process has exited or must be ended.
    func receive(_ body: ExtractionMessage.Taker) -> Bool {
        for _ in 0..<Self.packetsPerTurn {
            let count = receivePacket()
            if count == -Int(EAGAIN) || count == -Int(EINTR) { return true }
            guard count > 0, take(count, body) else { return false }
        }
        return true
    }

    /// Receives a packet into the buffer; returns its size, 0 at the end, or a negative error number.
    private func receivePacket() -> Int {
        unsafe system.channels.receive(socket, into: buffer)
    }

    /// Handles the answers in a packet in the buffer; returns false if it violates the protocol.
    private func take(_ count: Int, _ body: ExtractionMessage.Taker) -> Bool {
        var isExpected = true
        do throws(AnswerError) {
            try unsafe ExtractionMessage.readAnswers(
                in: Bytes(UnsafeRawBufferPointer(start: buffer.baseAddress, count: count)),
                report: { missing in
                    isExpected = isExpected && report == nil
                    report = missing
                },
                { ticket, metadata in
                    guard isExpected, report != nil, sent > 0, requests.first?.ticket == ticket
                    else {
                        isExpected = false
                        return
                    }
                    requests.removeFirst()
                    sent -= 1
                    body(ticket, metadata)
                }
            )
            if !isExpected { fault = "it answered what it was not asked" }
        } catch {
            (isExpected, fault) = (false, "its answer is invalid: \(error.reason)")
        }
        if isExpected { lastProgress = system.time.milliseconds }
        return isExpected
    }

    /// Ends the process.
    ///
    /// - Parameter hasGone: Whether its socket is closed.
    /// - Returns: The files it had, and the signal that had terminated it before.
    func end(hasGone: Bool = false) -> (lost: [ExtractionMessage.Request], signal: Int32?) {
        let lost = Array(requests)
        (requests, sent) = ([], 0)
        outbox.clear()
        system.channels.close(socket)
        socket = -1
        var signal: Int32?
        if let helper {
            if hasGone { signal = ended.reap(helper) } else { ended.end(helper) }
        }
        helper = nil
        return (lost, signal)
    }
}
