internal import CSystem
internal import Glibc
internal import MediaMetadata

/// One extractor process.
final class ExtractorWorker {
    static let capacity = 4 * ExtractionMessage.largestBatch

    private let program: String
    private let arguments: [String]
    private(set) var socket: Int32 = -1
    private var helper: HelperProcess?
    /// What waits for a fuller packet, and packets that wait for the process to take earlier ones.
    private var filling = Packet()
    private var outbox: ArraySlice<Packet> = []
    private var sent: ArraySlice<ExtractionMessage.Request> = []
    private var lastProgress: Int64 = 0
    private var tries = 0
    private var buffer = [UInt8](repeating: 0, count: ExtractionMessage.largestPacket)

    private struct Packet {
        var bytes: [UInt8] = []
        var descriptors: [Int32] = []
        var requests: [ExtractionMessage.Request] = []

        func close() {
            for descriptor in descriptors { Glibc.close(descriptor) }
        }
    }

    init(_ program: String, _ arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    var load: Int {
        outbox.reduce(sent.count + filling.requests.count) { $0 + $1.requests.count }
    }
    var waiting: Int { filling.requests.count }

    /// What of the socket to wait for; a process that takes nothing must not stop anybody else.
    var polled: pollfd {
        let events = outbox.isEmpty ? POLLIN : POLLIN | POLLOUT
        return pollfd(fd: socket, events: Int16(events), revents: 0)
    }

    private func start() throws(ExtractionError) {
        var pair: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &pair) == 0 else {
            throw ExtractionError(
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
        ExtractionMessage.append(request, to: &filling.bytes)
        filling.requests.append(request)
        filling.descriptors.append(descriptor)
        if filling.requests.count >= ExtractionMessage.largestBatch
            || filling.bytes.count > 48 << 10
        {
            send()
        }
    }

    /// Sends what the process takes without waiting for it; the rest at the next call.
    func send() {
        if !filling.requests.isEmpty {
            outbox.append(filling)
            filling = Packet()
        }
        while let packet = outbox.first, post(packet) {
            if sent.isEmpty { lastProgress = monotonicMilliseconds() }
            sent.append(contentsOf: packet.requests)
            packet.close()
            outbox.removeFirst()
        }
    }

    /// Sends a packet; false when there is no room for it now.
    private func post(_ packet: Packet) -> Bool {
        let count = packet.bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                heliograph_send_descriptors(
                    socket,
                    $0,
                    bytes.count,
                    packet.descriptors,
                    packet.descriptors.count,
                    Int32(MSG_DONTWAIT)
                )
            } ?? 0
        }
        // When the process has died its socket says so at the next reading.
        return count != -Int(EAGAIN) && count != -Int(EINTR)
    }

    /// False when the worker has gone.
    func receive(_ report: (String) -> Void, _ body: ExtractionMessage.Taker) -> Bool {
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
        let unsent = outbox + [filling]
        for packet in unsent { packet.close() }
        let lost = Array(sent) + unsent.flatMap(\.requests)
        (filling, outbox, sent) = (Packet(), [], [])
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
