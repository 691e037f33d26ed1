package import ChangeFeed
internal import CSystemCalls
internal import Catalogue
internal import Foundation
package import Indexing
package import Logging
internal import PredicateFormat
package import Settings

/// A run of the indexer, with the feed if there is one, until it finishes or a signal stops it.
package struct IndexingRun: Sendable {
    package var settings: Settings
    /// The source of the settings, to read them again at SIGHUP.
    package var source: SettingsSource
    package var feed: FeedFollower.Options?
    package var logger: Logger
    package var onProgress: @Sendable (IndexingProgress) -> Void = { _ in }
    /// The position at which the catalogue was opened.
    private var lastToken: String?

    package init(settings: Settings, source: SettingsSource, logger: Logger) {
        (self.settings, self.source, self.logger) = (settings, source, logger)
    }

    /// - Returns: Whether it ended because it was done, and not because of a signal.
    @discardableResult
    package func run() throws -> Bool {
        // Before there are threads, since memory used to read a long history would otherwise stay with this process.
        heliograph_keep_little_memory()
        signal(SIGPIPE, SIG_IGN)
        // Ignored until there is a handler, because starting already does what it requests.
        signal(SIGHUP, SIG_IGN)
        try DescriptorRoom.require()
        for warning in settings.warnings { logger.warning("\(warning)") }
        let manager = ServiceManager()
        var run = self
        run.settings.options.heartbeatSeconds = manager.watchdogSeconds.map { $0 / 3 }
        run.settings.options.isServiceOfUser = manager.isOfUser
        try Paths.makeDirectory(of: settings.options.catalogue)
        let signals = RunSignals()
        do {
            return try run.index(manager, signals)
        } catch let error as CatalogueError
            where error.code == .damaged && CatalogueRescue.isCatalogue(settings.options.catalogue)
        {
            // The damage was found later, in a page that is not read during opening.
            try run.opening(manager, signals).rescue(after: error)
            return try run.index(manager, signals)
        }
    }

    private func pause(_ manager: ServiceManager) -> DiskPause {
        DiskPause(settings.options, logger, stop: Signal()) { progress in
            manager.send(progress)
            onProgress(progress)
        }
    }

    private func opening(_ manager: ServiceManager, _ signals: RunSignals) -> CatalogueOpening {
        CatalogueOpening(
            options: settings.options,
            feed: settings.feed,
            pause: pause(manager),
            signals: signals,
            logger: logger
        )
    }

    /// Opens the catalogue and runs the indexer with it.
    private mutating func index(_ manager: ServiceManager, _ signals: RunSignals) throws -> Bool {
        guard let writer = try opening(manager, signals).writer() else { return false }
        if try writer.takeRescue() {
            settings.options.startReason = .rescued
            // Readers have to learn that what was reported from the damaged catalogue is no longer valid.
            let since = feed?.since ?? lastToken
            feed?.since = since
        }
        lastToken = try writer.token().description
        return try follow(
            IndexingService(self, WriterBox(writer), manager, pause(manager), wakeUp: Signal()),
            signals
        )
    }

    /// Runs the indexer and its accompanying services.
    private func follow(_ indexing: IndexingService, _ signals: RunSignals) throws -> Bool {
        var raised = [indexing.wakeUp]
        // The group stops its services in reverse order, so the feed reports the indexer's last commit before
        // it ends.
        var services: [any Service] = [indexing]
        if let feed = try feedService() {
            raised += feed.reopened
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
        let group = ServiceGroup(services: services, onHangUp: { raised.forEach { $0.raise() } })
        return try group.run(signals)
    }

    /// Returns the feed's service, and the signals to raise when its file may have changed; nil if there is no reader.
    private func feedService() throws -> (service: any Service, reopened: [Signal])? {
        guard var feed else { return nil }
        feed.onGivenUp = { [logger] name, pattern in
            logger.warning(
                """
                '\(name)' is no longer followed: its pattern '\(pattern)' takes too long on names in this library; \
                \(PredicateTree.patternCure), then start again
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
}
