internal import Catalogue
internal import Indexing
internal import Logging
internal import PhotoModel
internal import Settings

/// The indexer as a service; when asked to stop, it ends after its current transaction.
struct IndexingService: Service {
    let name = "indexer"
    let options: IndexingOptions
    let writer: WriterBox
    let logger: Logger
    let manager: ServiceManager
    /// Raised to check everything again with the settings at that time.
    let wakeUp: Signal
    let source: SettingsSource
    let pause: DiskPause

    init(
        _ run: IndexingRun,
        _ writer: WriterBox,
        _ manager: ServiceManager,
        _ pause: DiskPause,
        wakeUp: Signal
    ) {
        options = run.settings.options
        (self.writer, self.manager, self.pause) = (writer, manager, pause)
        (logger, source, self.wakeUp) = (run.logger, run.source, wakeUp)
    }

    func run() throws {
        let writer = writer.take()
        if options.endsWhenSynced { return try indexer(options, writer).run() }
        try follow(writer)
    }

    func stop() {
        manager.notifyStopping()
        pause.stop.raise()
    }

    /// Indexes until asked to stop, pausing while the disk is full.
    private func follow(_ writer: CatalogueWriter) throws {
        var (options, pause) = (options, pause)
        if !pause.prepare() {
            pause.note(in: writer)
            guard pause.waitForRoom() else { return }
        }
        repeat {
            let indexer = indexer(options, writer)
            do {
                return try indexer.run()
            } catch let error as CatalogueError where error.code == .diskFull {
                options = indexer.options
                try writer.rollback()
                pause.note(in: writer)
            }
        } while pause.waitForRoom(for: writer)
    }

    private func indexer(_ options: IndexingOptions, _ writer: CatalogueWriter) -> Indexer {
        Indexer(
            options: options,
            writer: writer,
            logger: logger,
            stop: pause.stop.descriptor,
            wakeUp: wakeUp.descriptor,
            reload: reload,
            onProgress: pause.onProgress
        )
    }

    /// Returns the current options; nil, with the reason logged, if they cannot be used.
    private func reload() -> IndexingOptions? {
        manager.notifyReloading()
        do {
            let settings = try source.read()
            for warning in settings.warnings { logger.warning("\(warning)") }
            var changed = settings.options
            changed.heartbeatSeconds = options.heartbeatSeconds
            changed.isServiceOfUser = options.isServiceOfUser
            changed.endsWhenSynced = options.endsWhenSynced
            logger.notice(
                "the settings were read again: \(Quantity(changed.smartAlbums?.count ?? 0, "smart album"))"
            )
            return changed
        } catch {
            let reason = PrintableText.lines(of: error).joined(separator: " ")
            logger.error("the configuration stays as it was: \(reason)")
            return nil
        }
    }
}

/// A box that moves the writer, which belongs to one thread, from the thread that opened it to the indexer's.
///
/// `@unchecked Sendable` because the writer leaves the box once, and nothing else refers to it.
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
