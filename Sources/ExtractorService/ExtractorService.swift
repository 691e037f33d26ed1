internal import Glibc
package import MediaMetadata
internal import SandboxService

// Both extractors are started by `heliograph` with one end of a SOCK_SEQPACKET pair as standard input.

/// The memory for reading a file beyond what is mapped at the start: XML may use a third of it
/// (``ReadingBudget``), and libavformat needs a few megabytes for an ordinary video.
let mostMemory: UInt64 = 96 << 20

/// The processor time for one batch; for a single file the indexer's deadline is shorter.
let processorSeconds = HelperStart.processorSeconds(60)

/// Enters the sandbox and reports the parts of it that could not be applied.
func enterSandbox() -> Bool {
    // One thread of the indexer decides everything, and must not wait for a processor behind the processes it feeds:
    // with two of these on two processors a first index took a fifth longer.
    _ = nice(5)
    let sandbox = Sandbox(
        memory: mostMemory,
        processor: processorSeconds,
        files: UInt64(ExtractionMessage.largestBatch) * 2
    )
    return ParentSocket.send(ExtractionMessage.report(missing: sandbox.enter()))
}

/// Answers one request packet; returns false if the other end is closed.
///
/// `answer`: A buffer for answers; empty before and after.
func serve(
    _ reader: MetadataReader,
    _ packet: Bytes,
    _ descriptors: ArraySlice<Int32>,
    _ answer: inout [UInt8]
) -> Bool {
    defer { for descriptor in descriptors { close(descriptor) } }
    guard let requests = ExtractionMessage.requests(in: packet),
        requests.count == descriptors.count
    else { return false }
    Sandbox.allowProcessor(processorSeconds)
    var waiting = requests.count
    var lastSent = monotonicMilliseconds()
    for (request, descriptor) in zip(requests, descriptors) {
        waiting -= 1
        var metadata = reader.read(
            descriptor,
            name: request.name,
            size: request.size,
            now: request.now
        )
        if let fault = FaultInjection(request.name) { inject(fault, into: &metadata) }
        ExtractionMessage.append(metadata, for: request.ticket, to: &answer)
        // A packet is sent when it is large, with the last file, and when the previous files took long: a
        // process that stays silent is killed.
        let now = monotonicMilliseconds()
        if answer.count >= 16 << 10 || waiting == 0 || now - lastSent >= 50 {
            guard ParentSocket.send(answer) else { return false }
            lastSent = now
            answer.removeAll(keepingCapacity: true)
        }
    }
    return true
}

private func inject(_ fault: FaultInjection, into metadata: inout FileMetadata) {
    var invented: [UInt8] = []
    ExtractionMessage.append(metadata, for: .max - 1, to: &invented)
    if let stopped = fault.act(invented: invented) { metadata.unreadableReason = stopped }
}

private func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

/// Runs an extractor: serves requests on standard input until the other end is closed.
///
/// - Parameters:
///   - program: The program's name.
///   - libraries: The shared libraries it reads with, in addition to those of every extractor.
///   - film: Reads films of the formats that the program is for; nil for the program that leaves those to another.
/// - Returns: The program's exit code.
package func serveExtractions(
    _ program: String,
    libraries: String = "",
    film: ((Int32) -> FilmFacts?)? = nil
) -> Int32 {
    let shared = "libexif libexpat libxxhash libseccomp libz"
    if let code = HelperStart.begin(program, libraries: "\(shared) \(libraries)") { return code }
    if !CommandLine.arguments.contains("--any-thread") { HelperStart.endWithParent() }
    let explains = CommandLine.arguments.contains("--explain")
    let reader = MetadataReader(explains: explains, film: film)
    var parent = ParentSocket(
        largestPacket: ExtractionMessage.largestPacket,
        mostDescriptors: ExtractionMessage.largestBatch
    )
    var answer: [UInt8] = []
    answer.reserveCapacity(32 << 10)
    _ = FaultInjection.isWanted
    guard enterSandbox() else { return 64 }
    while let packet = parent.receive() {
        guard unsafe serve(reader, Bytes(packet.bytes), packet.descriptors, &answer) else {
            return 0
        }
    }
    return 0
}
