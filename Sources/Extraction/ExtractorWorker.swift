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
