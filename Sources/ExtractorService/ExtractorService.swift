internal import CSandbox
internal import CSystem
internal import Glibc
package import MediaMetadata

// Both extractors are started by `heliograph` with one end of a SOCK_SEQPACKET pair as standard input.

/// Enters the sandbox and reports the parts of it that could not be put in force.
func enterSandbox(_ wanted: SandboxParts) -> Bool {
    // Everything is decided by one thread of the indexer, which must not stand in line for a processor behind those
    // it feeds: with two of these on two processors a first index took a fifth longer.
    _ = nice(5)
    redirectStandardError()
    raiseOutOfMemoryScore()
    var limits = heliograph_sandbox_limits(
        memory: mostMemory,
        processor: processorSeconds,
        files: UInt64(ExtractionMessage.largestBatch) * 2
    )
    var errors: [Int32] = [0, 0, 0]
    _ = unsafe heliograph_sandbox_enter(wanted.rawValue, &limits, &errors)
    let parts = ["limits", "landlock", "seccomp"]
    let missing = zip(parts, errors).filter { $0.1 != 0 }.map { part, error in
        "\(part) (\(unsafe String(cString: strerror(error))))"
    }
    return send(ExtractionMessage.report(missing: missing.joined(separator: ", ")))
}

/// Redirects standard error, which would otherwise appear among the indexer's messages.
///
/// The files read from here on may take this process over, so nothing it prints can be trusted.
private func redirectStandardError() {
    let nowhere = unsafe heliograph_open_at(AT_FDCWD, "/dev/null", O_WRONLY)
    guard nowhere >= 0 else { return }
    dup2(nowhere, STDERR_FILENO)
    close(nowhere)
}

/// Makes the kernel kill this process before the indexer if memory runs out, as that only costs a file.
private func raiseOutOfMemoryScore() {
    let file = unsafe heliograph_open_at(AT_FDCWD, "/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var known = [UInt8](repeating: 0, count: 16)
    let count = unsafe read(file, &known, known.count)
    let text = String(decoding: known[..<max(count, 0)].prefix { $0 > 0x20 }, as: UTF8.self)
    // It may have been raised further for the whole service.
    guard let adjusted = Int(text), adjusted < 500 else { return }
    _ = unsafe pwrite(file, "500", 3, 0)
}

/// The memory for reading a file beyond what is mapped at the start: XML may use a third of it
/// (``ReadingBudget``), and libavformat needs a few megabytes for an ordinary video.
let mostMemory: UInt64 = 96 << 20

/// How long one batch may keep the processor; the indexer's deadline is shorter for a single file.
let processorSeconds: UInt64 = CommandLine.arguments.contains("--test-processor") ? 1 : 60

/// Answers one request packet; false when the other end is closed.
///
/// `answer`: A buffer for answers; empty before and after.
func serve(
    _ reader: MetadataReader,
    _ packet: Bytes,
    _ descriptors: ArraySlice<Int32>,
    _ misbehaves: Bool,
    _ answer: inout [UInt8]
) -> Bool {
    defer { for descriptor in descriptors { close(descriptor) } }
    guard let requests = ExtractionMessage.requests(in: packet),
        requests.count == descriptors.count
    else { return false }
    _ = heliograph_sandbox_allow_processor(processorSeconds)
    var waiting = requests.count
    var lastSent = monotonicMilliseconds()
    for (request, descriptor) in zip(requests, descriptors) {
        waiting -= 1
        var metadata = reader.read(descriptor, name: request.name, size: request.size)
        if misbehaves, let mode = FaultInjection(request.name) { mode.act(&metadata) }
        ExtractionMessage.append(metadata, for: request.ticket, to: &answer)
        // A packet is sent when it is large, with the last file, and when the previous files took long: a
        // process that stays silent is killed.
        let now = monotonicMilliseconds()
        if answer.count >= 16 << 10 || waiting == 0 || now - lastSent >= 50 {
            guard send(answer) else { return false }
            lastSent = now
            answer.removeAll(keepingCapacity: true)
        }
    }
    return true
}

private func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

private func isSocket(_ descriptor: Int32) -> Bool {
    var found = stat()
    return unsafe fstat(descriptor, &found) == 0 && found.st_mode & S_IFMT == S_IFSOCK
}

func send(_ packet: [UInt8]) -> Bool {
    while true {
        let sent = unsafe packet.withUnsafeBytes { bytes in
            unsafe bytes.baseAddress.map {
                unsafe heliograph_send_descriptors(STDIN_FILENO, $0, bytes.count, nil, 0, 0)
            } ?? 0
        }
        if sent != -Int(EINTR) { return sent >= 0 }
    }
}

/// The life of an extractor: serves requests on standard input until the other end goes.
///
/// - Parameters:
///   - program: The program's name.
///   - libraries: The shared libraries it reads with, besides those of every extractor.
///   - film: Reads films of the formats the program is for; nil for the program that leaves those to
///     another.
/// - Returns: The program's exit code.
package func serveExtractions(
    _ program: String,
    libraries: String = "",
    film: ((Int32) -> FilmFacts?)? = nil
) -> Int32 {
    if CommandLine.arguments.contains("--version") {
        unsafe heliograph_print_version(
            program,
            "libexif libexpat libxxhash libseccomp libz \(libraries)"
        )
        return 0
    }
    guard isSocket(STDIN_FILENO) else {
        let usage = "\(program): this program is started by heliograph\n"
        _ = unsafe usage.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
        return 64
    }
    _ = heliograph_set_parent_death_signal(SIGKILL)
    let explains = CommandLine.arguments.contains("--explain")
    let reader = MetadataReader(explains: explains, film: film)
    let misbehaves = unsafe getenv("HELIOGRAPH_TEST_MISBEHAVIOUR") != nil
    let packet = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ExtractionMessage.largestPacket,
        alignment: 16
    )
    var descriptors = [Int32](repeating: -1, count: ExtractionMessage.largestBatch)
    var answer: [UInt8] = []
    answer.reserveCapacity(32 << 10)
    guard let base = packet.baseAddress else { return 70 }
    guard enterSandbox(SandboxParts(CommandLine.arguments)) else {
        return 64
    }
    while true {
        var count = descriptors.count
        let received = unsafe heliograph_receive_descriptors(
            STDIN_FILENO,
            base,
            packet.count,
            &descriptors,
            &count,
            0
        )
        if received == -Int(EINTR) { continue }
        guard received > 0 else { return 0 }
        let bytes = unsafe Bytes(UnsafeRawBufferPointer(start: base, count: received))
        guard serve(reader, bytes, descriptors[..<count], misbehaves, &answer) else { return 0 }
    }
}
