internal import CSystemCalls
internal import Extraction
internal import Glibc
internal import Kernel
internal import Renditions

/// A running imager, which is not trusted: a file it decoded may have taken it over.
///
/// It gets one file at a time. Its answers are checked against the request and the lane.
final class ImagerProcess {
    /// The result of an attempt.
    enum Outcome {
        case made(Picture)
        case failed(String)
        /// The process ended while it had the file, or sent an invalid answer.
        case died
        /// The process was killed because it took too long.
        case silent
        case cannotStart(String)
        /// The process started, but ended before it could be asked.
        case notReady(String)
    }

    /// Room for the pixels of the largest rendition, and its encoded file.
    private static let laneBytes = 4 * RenditionGeometry.mostPixels + 64 << 20
    private let program: String
    private let arguments: [String]
    /// The time it may take to become ready, in milliseconds.
    private let startDeadline: Int64
    private var helper: HelperProcess?
    private var socket: Int32 = -1
    private var lane: Lane?
    private var lastTicket: UInt64 = 0
    /// The parts of the sandbox that could not be set up; nil until the imager has reported them.
    private(set) var missingSandbox: String?

    init(_ program: String, _ arguments: [String], startDeadline: Int64 = 20_000) {
        (self.program, self.arguments) = (program, arguments)
        self.startDeadline = startDeadline
    }

    deinit { end() }

    var isRunning: Bool { helper != nil }

    /// Ends the process and frees its memory.
    func end() {
        if socket >= 0 { close(socket) }
        socket = -1
        helper?.kill()
        // One that takes longer, on a busy machine or for a disk that does not respond, is waited for by a thread: a
        // program that waits for any of its processes would find the zombie again and again.
        _ = helper?.reap(within: 100)
        (helper, lane, missingSandbox) = (nil, nil, nil)
    }

    /// Requests a rendition of an open file, and blocks until it is there or so many milliseconds have passed.
    func make(
        _ request: RenditionRequest,
        _ name: [UInt8],
        _ descriptor: Int32,
        deadline: Int64
    ) -> Outcome {
        if !isRunning {
            do { try start() } catch { return .cannotStart(error.message) }
        }
        lastTicket += 1
        let packet = RenditionMessage.request(request, ticket: lastTicket, name: name)
        guard isReady() else {
            end()
            return .notReady(
                "\(program) does not start; a library may be missing, see: heliograph doctor"
            )
        }
        guard send(packet, descriptor) else {
            end()
            return .died
        }
        let answer = receive(until: SystemClock.shared.milliseconds + deadline)
        switch answer {
        case .report(.failed(ticket: lastTicket, let reason)): return .failed(reason)
        case .report(.made(ticket: lastTicket, let facts)):
            if let lane, let picture = Picture(facts, in: lane, for: request) {
                lane.release(after: facts.encodedOffset + facts.encodedBytes + facts.pixelBytes)
                return .made(picture)
            }
        case .late:
            end()
            return .silent
        default: break
        }
        end()
        return .died
    }

    private func start() throws(ExtractionError) {
        var ends: (ours: Int32, theirs: Int32) = (-1, -1)
        let status = LinuxChannels.shared.socketPair(&ends)
        guard status == 0 else {
            throw ExtractionError(
                "no socket can be made: \(unsafe String(cString: strerror(-status)))"
            )
        }
        defer { close(ends.theirs) }
        guard let lane = Lane(bytes: Self.laneBytes) else {
            defer { close(ends.ours) }
            let reason = unsafe String(cString: strerror(errno))
            throw ExtractionError("no memory can be shared with \(program): \(reason)")
        }
        do {
            helper = try HelperProcess(
                program,
                arguments: arguments,
                input: ends.theirs,
                output: nil
            )
        } catch {
            close(ends.ours)
            throw error
        }
        (socket, self.lane) = (ends.ours, lane)
        _ = send(RenditionMessage.lane(bytes: lane.count), lane.descriptor)
    }

    /// Waits until the process has entered its sandbox.
    private func isReady() -> Bool {
        guard missingSandbox == nil else { return true }
        let until = SystemClock.shared.milliseconds + startDeadline
        guard case .report(.ready(let missing)) = receive(until: until) else { return false }
        missingSandbox = missing
        return true
    }

    private func send(_ packet: [UInt8], _ descriptor: Int32) -> Bool {
        unsafe packet.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            var descriptor = descriptor
            return unsafe heliograph_send_descriptors(
                socket,
                base,
                bytes.count,
                &descriptor,
                1,
                0
            ) == bytes.count
        }
    }

    private enum Answer {
        case report(RenditionMessage.Report)
        case late, gone
    }

    private func receive(until end: Int64) -> Answer {
        var bytes = [UInt8](repeating: 0, count: RenditionMessage.largestPacket)
        while true {
            let left = end - SystemClock.shared.milliseconds
            guard left > 0 else { return .late }
            var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&polled, 1, Int32(left)) > 0 else { continue }
            let count = unsafe recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0,
                let report = RenditionMessage.report(in: Array(bytes[..<count]))
            else { return .gone }
            return .report(report)
        }
    }
}
