internal import Kernel
internal import Extraction
internal import Glibc
internal import MediaMetadata

/// The pools of processes that read files.
final class Extractors {
    private let pool: ExtractorPool
    /// Reads the few video formats the other pool cannot; its process is started when one is found.
    private let filmPool: ExtractorPool
    /// Videos that were recognised and still have to be handed to ``filmPool``.
    private var films: [ExtractionMessage.Request] = []
    private let system: HelperSystem
    private let reopen: (ExtractionMessage.Request) -> Int32

    /// Creates the pools; a process is started when it is first needed.
    ///
    /// `onSuspicion`: Called with each file that a failing process was reading and that is now read separately.
    /// `reopen`: Opens a file again; a negative result means that the file must not be read any longer.
    init(
        _ options: IndexingOptions,
        _ system: HelperSystem,
        onSuspicion: @escaping (ExtractionMessage.Request) -> Void,
        reopen: @escaping (ExtractionMessage.Request) -> Int32
    ) {
        let deadline = Int64(options.extractionSeconds * 1_000)
        pool = ExtractorPool(
            count: options.workers,
            deadline: deadline,
            system: system,
            onSuspicion: onSuspicion,
            reopen: reopen
        )
        filmPool = ExtractorPool(
            "heliograph-film-extractor",
            count: 1,
            deadline: deadline,
            system: system,
            onSuspicion: onSuspicion,
            reopen: reopen
        )
        (self.system, self.reopen) = (system, reopen)
    }

    private var pools: [ExtractorPool] { [pool, filmPool] }

    /// Whether files are being read.
    var isBusy: Bool { !films.isEmpty || pools.contains { $0.outstanding > 0 } }
    /// Whether more files should be handed over.
    var hasRoom: Bool { pool.hasRoom }
    /// Whether only files remain that are read separately, which may take long.
    var hasOnlyIsolatedFiles: Bool { films.isEmpty && pools.allSatisfy(\.hasOnlyIsolatedFiles) }
    /// The parts of the sandbox that the processes lack; nil until one has reported.
    var missingSandbox: String? { pool.missingSandbox }
    /// The descriptors to poll.
    var polled: [pollfd] { pools.flatMap(\.polled) }

    /// Milliseconds until a process may have exceeded its time limit.
    func pollTimeout(_ now: Int64) -> Int64 { pools.map { $0.pollTimeout(now) }.reduce(1_000, min) }

    /// Submits an open file.
    func submit(_ request: ExtractionMessage.Request, _ descriptor: Int32) throws {
        try pool.submit(request, descriptor)
    }

    /// Sends queued requests, receives answers, and kills processes that have exceeded their time limit.
    ///
    /// `hasAnswers`: Whether any descriptor of ``polled`` is readable.
    /// `name`: Returns the name of the file with a ticket; nil if the file must not be read any longer.
    /// `answered`: Called with the metadata of each file.
    func turn(
        hasAnswers: Bool,
        name: (UInt64) -> [UInt8]?,
        answered: ExtractionMessage.Taker
    ) throws {
        let take: ExtractionMessage.Taker = { [self] ticket, metadata in
            if metadata.isPartial, let name = name(ticket) {
                let now = SystemClock.shared.date
                films.append(ExtractionMessage.Request(ticket: ticket, name: name, now: now))
            } else {
                answered(ticket, metadata)
            }
        }
        try turn(pool, hasAnswers, take)
        try turn(filmPool, hasAnswers) { ticket, metadata in
            answered(ticket, Self.final(metadata))
        }
        try submitFilms()
    }

    private func turn(
        _ pool: ExtractorPool,
        _ hasAnswers: Bool,
        _ take: ExtractionMessage.Taker
    ) throws {
        pool.flush()
        if hasAnswers { try pool.receive(take) }
        try pool.enforceDeadline(system.time.milliseconds, take)
    }

    /// Marks a file that the extractor for videos could not read as unreadable: there is no other extractor to try.
    private static func final(_ metadata: consuming FileMetadata) -> FileMetadata {
        guard metadata.isPartial else { return metadata }
        var unread = FileMetadata()
        unread.unreadableReason = "reading its metadata ended without a result"
        return unread
    }

    private func submitFilms() throws {
        let waiting = films
        films = []
        for request in waiting {
            let descriptor = reopen(request)
            if descriptor >= 0 { try filmPool.submit(request, descriptor) }
        }
        if !waiting.isEmpty { filmPool.flush() }
    }

    /// Terminates idle processes.
    func releaseIdle() { for pool in pools { pool.releaseIdle() } }

    /// Terminates all processes.
    func end() { for pool in pools { pool.end() } }
}
