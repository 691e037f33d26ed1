internal import Glibc
internal import Kernel
internal import MediaMetadata

/// One extractor process, of which nothing is believed: it may have been taken over by a file it read.
///
/// An answer counts when it is to the file that is next. Whatever else comes, or a second report, is the end of it.
@safe final class ExtractorWorker {
    static let capacity = 4 * ExtractionMessage.largestBatch
    /// How many packets are taken in one turn, so that one that babbles does not keep the rest waiting.
    private static let packetsPerTurn = 64

    /// What is started.
    private let command: (program: String, arguments: [String])
    private let ended: EndedProcesses
    private let system: HelperSystem
    private var helper: (any Helper)?
    private var socket: Int32 = -1
    private var outbox: ExtractorOutbox
    /// Files that are not answered, the next first; the first `sent` of them were sent.
    private var requests: ArraySlice<ExtractionMessage.Request> = []
    private var sent = 0
    private var lastProgress: Int64 = 0
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ExtractionMessage.largestPacket,
        alignment: 16
    )
    /// What was wrong with what it answered.
    private(set) var fault: String?
    /// What it says that its sandbox is without; nil as long as it has said nothing.
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

    deinit { unsafe buffer.deallocate() }

    var isRunning: Bool { socket >= 0 }
    /// It has said nothing yet, and so has read nothing.
    var isStarting: Bool { report == nil }
    var load: Int { requests.count }
    var waiting: Int { outbox.waiting }

    /// What of the socket to wait for; a process that takes nothing must not stop anybody else.
    var polled: pollfd {
        let events = outbox.hasPackets ? POLLIN | POLLOUT : POLLIN
        return pollfd(fd: socket, events: Int16(events), revents: 0)
    }

    /// When it last got on with the files it has; nil when it has none.
    var silentSince: Int64? { load == 0 ? nil : lastProgress }

    private func start() throws(ExtractionError) {
        var ends: (ours: Int32, theirs: Int32) = (-1, -1)
        let status = system.channels.socketPair(&ends)
        guard status == 0 else {
            throw ExtractionError(
                "no socket can be made: \(unsafe String(cString: strerror(-status)))"
            )
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

    /// Takes over an open descriptor.
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

    /// Sends what the process takes without waiting for it; the rest at the next call.
    func send() {
        sent += outbox.send(to: socket)
    }

    /// Hands over the answers that are there; false when the process has gone, or is to go.
    func receive(_ body: ExtractionMessage.Taker) -> Bool {
        for _ in 0..<Self.packetsPerTurn {
            let count = receivePacket()
            if count == -Int(EAGAIN) || count == -Int(EINTR) { return true }
            guard count > 0, take(count, body) else { return false }
        }
        return true
    }

    /// Reads a packet into the buffer; its size, 0 at the end, or a negative error number.
    private func receivePacket() -> Int {
        unsafe system.channels.receive(socket, into: buffer)
    }

    /// Takes the answers of a packet in the buffer; false when it is none that could be expected.
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
            (isExpected, fault) = (false, "its answer is none: \(error.reason)")
        }
        if isExpected { lastProgress = system.time.milliseconds }
        return isExpected
    }

    /// Ends the process.
    ///
    /// - Parameter hasGone: Its socket says that it has ended.
    /// - Returns: The files it had, and the signal that had ended it before.
    func end(hasGone: Bool = false) -> (lost: [ExtractionMessage.Request], signal: Int32?) {
        let lost = Array(requests)
        (requests, sent) = ([], 0)
        outbox.clear()
        system.channels.close(socket)
        socket = -1
        var signal: Int32?
        if let helper {
            if hasGone { signal = ended.bury(helper) } else { ended.end(helper) }
        }
        helper = nil
        return (lost, signal)
    }
}
