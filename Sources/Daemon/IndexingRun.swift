package import ChangeFeed
internal import CSystemCalls
internal import Catalogue
internal import Foundation
package import Indexing
package import Logging
internal import PredicateFormat
package import Settings

/// Runs the indexer, with the feed if there is one, until it ends or a signal ends it.
package struct IndexingRun: Sendable {
    package var settings: Settings
    /// Where the settings come from, to be read again at SIGHUP.
    package var source: SettingsSource
    package var feed: FeedFollower.Options?
    package var logger: Logger
    package var onProgress: @Sendable (IndexingProgress) -> Void = { _ in }
    /// The position at which the catalogue was opened.
    private var lastToken: String?

    package init(settings: Settings, source: SettingsSource, logger: Logger) {
        (self.settings, self.source, self.logger) = (settings, source, logger)
    }

    /// - Returns: Whether it ended because it was done, and not because it was told to.
    @discardableResult
    package func run() throws -> Bool {
        // Before there are threads: what reading a long history takes would stay with this process.
        heliograph_keep_little_memory()
        ConnectionQueues.keep()
        signal(SIGPIPE, SIG_IGN)
        // Ignored until it is handled: what it asks for is being done already.
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
            // Found by the way, in a page that opening does not read.
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
            // What was told of the damaged catalogue counts for nothing, and who reads on is to hear that.
            let since = feed?.since ?? lastToken
            feed?.since = since
        }
        lastToken = try writer.token().description
        return try follow(
            IndexingService(self, WriterBox(writer), manager, pause(manager), wakeUp: Signal()),
            signals
        )
    }

    /// Runs the indexer and what belongs to it.
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
}
