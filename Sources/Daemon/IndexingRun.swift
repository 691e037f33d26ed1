package import ChangeFeed
internal import CSystem
internal import Catalogue
internal import Foundation
package import Indexing
package import Logging
internal import PredicateFormat
internal import ServiceLifecycle
package import Settings
internal import UnixSignals

/// Runs the indexer, with the feed if there is one, until it ends or a signal ends it.
package struct IndexingRun: Sendable {
    package var settings: Settings
    /// Where the settings come from, to be read again at SIGHUP.
    package var source: SettingsSource
    package var feed: FeedFollower.Options?
    package var logger: Logger
    package var onProgress: @Sendable (IndexingProgress) -> Void = { _ in }

    package init(settings: Settings, source: SettingsSource, logger: Logger) {
        (self.settings, self.source, self.logger) = (settings, source, logger)
    }

    package func run() async throws {
        // Before there are threads: what reading a long history takes would stay with this process.
        heliograph_keep_little_memory()
        signal(SIGPIPE, SIG_IGN)
        // Ignored until it is handled: what it asks for is being done already.
        signal(SIGHUP, SIG_IGN)
        for warning in settings.warnings { logger.warning("\(warning)") }
        let manager = ServiceManager()
        var run = self
        run.settings.options.heartbeatSeconds = manager.watchdogSeconds.map { $0 / 3 }
        let wakeUp = Signal()
        let pause = DiskPause(run.settings.options, logger, stop: Signal()) { progress in
            manager.send(progress)
            onProgress(progress)
        }
        try Paths.makeDirectory(of: settings.options.catalogue)
        try await CatalogueOpening(options: settings.options, pause: pause, wakeUp: wakeUp).run {
            [run] writer in
            let indexing = IndexingService(run, writer, manager, pause, wakeUp: wakeUp)
            try await run.follow(with: indexing)
        }
    }

    /// Runs the indexer and what belongs to it.
    private func follow(with indexing: IndexingService) async throws {
        let wakeUp = indexing.wakeUp
        // The group stops its services in reverse order, so the feed reports the indexer's last commit before
        // it ends.
        var services: [any Service] = [HangUpService(raised: [wakeUp]), indexing]
        if let feed = try feedService() {
            services[0] = HangUpService(raised: [wakeUp] + feed.reopened)
            services.insert(feed.service, at: 0)
        }
        if !settings.thumbnails.isEmpty, !settings.options.endsWhenSynced {
            services.append(
                ThumbnailService(
                    catalogue: settings.options.catalogue,
                    sizes: settings.thumbnails,
                    logger: logger
                )
            )
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map {
                    .init(
                        service: $0,
                        successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .gracefullyShutdownGroup
                    )
                },
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: quiet
            )
        )
        try await group.run()
    }

    /// Returns the feed's service, and the signals to raise when its file may have changed; nil if nobody can
    /// read it.
    private func feedService() throws -> (service: any Service, reopened: [Signal])? {
        guard var feed else { return nil }
        feed.onGivenUp = { [logger] name, pattern in
            logger.warning(
                """
                what is told of '\(name)' counts for nothing from here on: its pattern '\(pattern)' takes too long \
                on names that are here; \(PredicateTree.patternCure), then start again
                """
            )
        }
        let catalogue = settings.options.catalogue
        if let path = settings.feed {
            let service = FileFeedService(
                file: try FeedFile(path),
                catalogue: catalogue,
                options: feed,
                logger: logger
            )
            return (service, [service.reopen].compactMap { $0 })
        }
        if FeedOutput.isDiscarded(STDOUT_FILENO) { return nil }
        return (FeedService(catalogue: catalogue, options: feed), [])
    }

    /// The lifecycle library logs every step at levels meant for servers.
    private var quiet: Logger {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .error)
        if logger.logLevel <= .debug { quiet.logLevel = logger.logLevel }
        return quiet
    }
}
