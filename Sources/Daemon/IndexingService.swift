internal import Catalogue
internal import Indexing
internal import Logging
internal import ServiceLifecycle
internal import Settings

/// The indexer as a service: ends after its current transaction when told to.
struct IndexingService: Service {
    let options: IndexingOptions
    let writer: WriterBox
    let logger: Logger
    let manager: ServiceManager
    /// Raised to have everything checked again, by the settings as they are then.
    let wakeUp: Signal
    let source: SettingsSource
    let onProgress: @Sendable (IndexingProgress) -> Void
    private let stop = Signal()

    init(_ run: IndexingRun, _ writer: WriterBox, _ manager: ServiceManager, wakeUp: Signal) {
        var options = run.settings.options
        options.heartbeatSeconds = manager.watchdogSeconds.map { $0 / 3 }
        (self.options, self.writer, self.manager, self.wakeUp) = (options, writer, manager, wakeUp)
        (logger, source, onProgress) = (run.logger, run.source, run.onProgress)
    }

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await onThread("indexer") {
                let indexer = Indexer(
                    options: options,
                    writer: writer.take(),
                    logger: logger,
                    stop: stop.descriptor,
                    wakeUp: wakeUp.descriptor,
                    reload: reload,
                    onProgress: { progress in
                        manager.tell(progress)
                        onProgress(progress)
                    }
                )
                try indexer.run()
            }
        } onGracefulShutdown: {
            manager.tellStopping()
            stop.raise()
        }
    }

    /// The options as they are now; nil, after a word why, when they are not to be used.
    private func reload() -> IndexingOptions? {
        manager.tellReloading()
        do {
            let settings = try source.read()
            for warning in settings.warnings { logger.warning("\(warning)") }
            var changed = settings.options
            changed.heartbeatSeconds = options.heartbeatSeconds
            changed.endsWhenSynced = options.endsWhenSynced
            return changed
        } catch {
            logger.error("the configuration stays as it was: \(error)")
            return nil
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
