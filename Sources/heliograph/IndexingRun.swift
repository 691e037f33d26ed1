internal import CSystem
internal import Catalogue
internal import ChangeFeed
internal import Foundation
internal import Indexing
internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// A descriptor that becomes readable, once and for all, when something should end.
struct StopSignal: Sendable {
    let descriptor = heliograph_event_descriptor()

    func raise() {
        var one: UInt64 = 1
        write(descriptor, &one, 8)
    }
}

/// Runs blocking work on a thread of its own.
func onThread<Value: Sendable>(
    _ name: String,
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result { try body() }) }
        thread.name = name
        thread.start()
    }
}

/// The indexer as a service: ends after its current transaction when told to.
struct IndexingService: Service {
    let options: IndexingOptions
    let writer: WriterBox
    let logger: Logger
    let stop = StopSignal()
    let wakeUp: StopSignal
    let onProgress: @Sendable (IndexingProgress) -> Void

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await onThread("indexer") {
                let indexer = Indexer(
                    options: options,
                    writer: writer.take(),
                    logger: logger,
                    stop: stop.descriptor,
                    wakeUp: wakeUp.descriptor,
                    onProgress: onProgress
                )
                try indexer.run()
            }
        } onGracefulShutdown: {
            stop.raise()
        }
    }
}

/// Hands the writer, which belongs to one thread, from the one that opened it to the indexer's.
///
/// `@unchecked Sendable` because the writer leaves the box once, and nobody keeps it besides.
final class WriterBox: @unchecked Sendable {
    private var writer: CatalogueWriter?

    init(_ writer: CatalogueWriter) {
        self.writer = writer
    }

    func take() -> CatalogueWriter {
        guard let taken = writer else { preconditionFailure("the writer was taken before") }
        writer = nil
        return taken
    }
}

/// The feed as a service: tells what is committed, then ends, when told to.
struct FeedService: Service {
    let catalogue: String
    let options: FeedFollower.Options
    let stop = StopSignal()

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await onThread("feed") {
                let output = FeedOutput(descriptor: STDOUT_FILENO, stop: stop.descriptor)
                let follower = try FeedFollower(
                    catalogue: catalogue,
                    output: output,
                    stop: stop.descriptor,
                    options: options
                )
                _ = try follower.run()
            }
        } onGracefulShutdown: {
            stop.raise()
        }
    }
}

/// SIGHUP asks for a re-check of everything.
struct HangUpService: Service {
    let wakeUp: StopSignal

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            wakeUp.raise()
        }
    }
}

/// Runs the indexer, with the feed if there is one, until it ends or a signal ends it.
struct IndexingRun {
    var options: IndexingOptions
    var feed: FeedFollower.Options?
    var logger: Logger
    var onProgress: @Sendable (IndexingProgress) -> Void = { _ in }

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        let writer = try CatalogueWriter(path: options.catalogue)
        try Indexer.addRoots(options.roots, to: writer)
        let wakeUp = StopSignal()
        let indexing = IndexingService(
            options: options,
            writer: WriterBox(writer),
            logger: logger,
            wakeUp: wakeUp,
            onProgress: onProgress
        )
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = []
        // The group ends its services from the last to the first: the feed tells the indexer's last
        // commit before it ends.
        if let feed {
            services.append(
                .init(
                    service: FeedService(catalogue: options.catalogue, options: feed),
                    successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .gracefullyShutdownGroup
                )
            )
        }
        services.append(
            .init(
                service: HangUpService(wakeUp: wakeUp),
                successTerminationBehavior: .gracefullyShutdownGroup
            )
        )
        services.append(
            .init(
                service: indexing,
                successTerminationBehavior: .gracefullyShutdownGroup,
                failureTerminationBehavior: .gracefullyShutdownGroup
            )
        )
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: quiet
            )
        )
        try await group.run()
    }

    /// The lifecycle library tells of every step at levels meant for servers.
    private var quiet: Logger {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .error)
        if logger.logLevel <= .debug { quiet.logLevel = logger.logLevel }
        return quiet
    }
}
