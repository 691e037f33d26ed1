internal import Glibc
internal import Kernel
internal import MediaMetadata
internal import PhotoModel

/// The programs `heliograph-extractor` and `heliograph-film-extractor`: what they read is made from the number of a
/// file's content.
package final class SimulatedExtractor {
    package let process: SimulatedProcess
    private let socket: Int32
    private var hasReported = false
    private var waiting: ArraySlice<(request: ExtractionMessage.Request, file: Int32)> = []
    private var answers: [UInt8] = []
    private var last: FileMetadata?
    /// It reads and reads and does not come to an end.
    package var hangs = false

    init(_ process: SimulatedProcess, socket: Int32) {
        (self.process, self.socket) = (process, socket)
    }

    /// Whether a step would do something now.
    package var isReady: Bool {
        guard process.isAlive, !hangs else { return false }
        return !hasReported || isAtWork
    }

    /// Whether it has something to do, or would have if it did not hang.
    package var isAtWork: Bool {
        guard process.isAlive else { return false }
        return !waiting.isEmpty || !answers.isEmpty
            || process.ready(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) != 0
    }

    /// Reads one file, or takes what comes next.
    package func step() {
        guard hasReported else {
            hasReported = true
            return send(ExtractionMessage.report(missing: ""))
        }
        if let (request, file) = waiting.popFirst() {
            answer(request, file)
            process.close(file)
            if !waiting.isEmpty { return }
        }
        guard answers.isEmpty else { return send(answers) }
        guard let (bytes, files) = process.receiveFiles(socket) else {
            return process.end(signal: nil)
        }
        let requests = bytes.withUnsafeBytes { ExtractionMessage.requests(in: Bytes($0)) }
        waiting = ArraySlice(zip(requests ?? [], files).map { ($0, $1) })
    }

    private func answer(_ request: ExtractionMessage.Request, _ file: Int32) {
        let faults = process.kernel.faults
        var metadata = Self.read(request, file, process)
        if faults.shows(.swappedAnswer, oneIn: 20), let last { metadata = last }
        last = metadata
        if faults.shows(.lostAnswer, oneIn: 20) { return }
        ExtractionMessage.append(metadata, for: request.ticket, to: &answers)
    }

    private func send(_ packet: [UInt8]) {
        let count = packet.withUnsafeBytes { process.send(socket, $0, descriptors: []) }
        if [EAGAIN, EINTR, ENOBUFS, ETOOMANYREFS].contains(Int32(clamping: -count)) {
            if packet.count > answers.count { hasReported = false }
            return
        }
        answers = []
    }

    /// What a file of some content says.
    static func read(
        _ request: ExtractionMessage.Request,
        _ file: Int32,
        _ process: SimulatedProcess
    ) -> FileMetadata {
        var metadata = FileMetadata()
        guard let content = process.content(of: file) else {
            metadata.unreadableReason = "it cannot be read"
            return metadata
        }
        metadata.fingerprint = content.number
        guard content.size > 0 else {
            metadata.unreadableReason = "the file is empty"
            return metadata
        }
        metadata.format = format(of: request.name)
        metadata.mediaType = metadata.format.mediaType
        (metadata.width, metadata.height) = (Int(content.number % 4_000) + 1, 100)
        if content.number % 5 != 0 {
            // A few heaps of time, so that there are moments of every size.
            let minutes = Int64(content.number % 7) * 1_440 + Int64(content.number * 37 % 900)
            metadata.date = CaptureDate(
                microseconds: 1_600_000_000_000_000 + minutes * 60_000_000,
                offsetMinutes: 60,
                source: .exif
            )
        }
        if content.number % 3 > 0 {
            metadata.location = Location(latitude: Double(content.number % 3) * 20, longitude: 11)
        }
        if content.number % 11 == 0 {
            metadata.burst = BurstMark(
                identifier: "burst\(content.number / 44)",
                basis: .apple,
                isPrimary: false
            )
        }
        return metadata
    }

    private static func format(of name: [UInt8]) -> MediaFormat {
        let ending = name.lastIndex(of: 0x2E).map { String(decoding: name[$0...], as: UTF8.self) }
        return switch ending {
        case ".dng": .dng
        case ".xmp": .xmpSidecar
        case ".aae": .adjustments
        case ".mov": .quickTime
        default: .jpeg
        }
    }
}
