internal import PhotoModel
internal import Extraction
internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import LibraryFiles
internal import Logging
internal import MediaMetadata

/// The state shared by all parts of an indexer: the catalogue, the system, the log and the current options.
final class IndexingContext {
    let writer: CatalogueWriter
    let system: IndexingSystem
    let logger: Logger
    /// The initial options, or those of the last reload.
    private(set) var options: IndexingOptions
    /// The roots that are accepted as they are until the whole library was seen once; later replacements are not
    /// intended.
    private(set) var acceptedRoots: AcceptedRoots
    /// The names the watcher ignores.
    private(set) var filter: NameFilter
    private var journals: JournalLookout

    init(
        options: IndexingOptions,
        writer: CatalogueWriter,
        logger: Logger,
        system: IndexingSystem
    ) {
        (self.options, self.writer, self.logger, self.system) = (options, writer, logger, system)
        acceptedRoots = options.acceptedRoots
        filter = Self.filter(options)
        journals = JournalLookout { logger.warning("\($0)") }
    }

    /// Milliseconds of the monotonic clock.
    var now: Int64 { system.time.milliseconds }

    /// The service that the indexer runs as.
    var service: IndexerService {
        IndexerService(
            catalogue: options.catalogue,
            configuration: options.configuration,
            isOfUser: options.isServiceOfUser
        )
    }

    /// Replaces the options.
    func use(_ options: IndexingOptions) {
        self.options = options
        filter = Self.filter(options)
    }

    /// Whether another directory, or no directory, is accepted in place of a root or of a directory in it.
    func accepts(_ root: Int64) -> Bool { writer.accepts(root, acceptedRoots) }

    /// Ends the acceptance of replacements, because the library was seen in its intended state.
    func endAccepting() { acceptedRoots = .none }

    private static func filter(_ options: IndexingOptions) -> NameFilter {
        NameFilter(ignoring: options.ignored, extensions: MediaFileName.extensions)
    }

    /// Completes or undoes the unfinished work of killed programs, if the catalogue's directory has changed; call it
    /// within a transaction.
    ///
    /// - Returns: Whether files may have moved.
    func recoverJournalsIfChanged() throws -> Bool { try journals.recover(writer) }

    /// Completes or undoes the unfinished work of killed programs; call it within a transaction.
    func recoverJournals() throws { try journals.recoverNow(writer) }

    /// Logs, at debug level, a decision about a file that was seen.
    func debug(_ what: @autoclosure () -> Logger.Message, _ location: FileLocation) {
        logger.debug(
            what(),
            metadata: [
                "directory": "\(location.directory)",
                "file": "\(String(decoding: location.name.bytes, as: UTF8.self))",
            ]
        )
    }
}
