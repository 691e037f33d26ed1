internal import Kernel
internal import Extraction
internal import Glibc
internal import MediaMetadata

/// The processes that read files.
final class Extractors {
    private let pool: ExtractorPool
    /// Reads the few films the others cannot; its process is started when one comes.
    private let filmPool: ExtractorPool
    /// Films that were recognised and are yet to be handed to ``filmPool``.
    private var films: [ExtractionMessage.Request] = []
    private let system: HelperSystem
    private let reopen: (ExtractionMessage.Request) -> Int32

    /// Prepares the pools; a process is started when it is first needed.
    ///
    /// `onSuspicion`: Called with each file that was in the hands of a failing process and is read by itself now.
    /// `reopen`: Opens a file again; below zero when it is not to be read any more.
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
    /// Whether all that is left to be read is read by itself, which may take long.
    var hasOnlyLoneFiles: Bool { films.isEmpty && pools.allSatisfy(\.hasOnlyLoneFiles) }
    /// The parts of their sandbox the processes are without; nil until one has said.
    var missingSandbox: String? { pool.missingSandbox }
    /// What to poll.
    var polled: [pollfd] { pools.flatMap(\.polled) }

    /// Milliseconds until a process may have been silent for too long.
    func pollTimeout(_ now: Int64) -> Int64 { pools.map { $0.patience(now) }.reduce(1_000, min) }

    /// Hands over an open file.
    func submit(_ request: ExtractionMessage.Request, _ descriptor: Int32) throws {
        try pool.submit(request, descriptor)
    }

    /// Sends what waits, takes what was read, and ends processes that have been silent for too long.
    ///
    /// `hasAnswers`: Whether something of ``polled`` can be read.
    /// `name`: The name of the file with a ticket; nil when it is not to be read any more.
    /// `answered`: Called with what each file says.
    func turn(
        hasAnswers: Bool,
        name: (UInt64) -> [UInt8]?,
        answered: ExtractionMessage.Taker
    ) throws {
        let take: ExtractionMessage.Taker = { [self] ticket, metadata in
            if metadata.isPartial, let name = name(ticket) {
                films.append(ExtractionMessage.Request(ticket: ticket, name: name))
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

    /// There is nobody to leave to what the extractor for films could not read.
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

    /// Ends the processes that have nothing to do.
    func rest() { for pool in pools { pool.rest() } }

    /// Ends all processes.
    func end() { for pool in pools { pool.end() } }
}
