internal import PhotoModel
internal import Extraction
internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import LibraryFiles
internal import Logging
internal import MediaMetadata

/// What every part of an indexer goes by: the catalogue, the system, the log, and the options of now.
final class IndexingContext {
    let writer: CatalogueWriter
    let system: IndexingSystem
    let logger: Logger
    /// Those it began with, or what a reload answered since.
    private(set) var options: IndexingOptions
    /// Which names the watcher passes over.
    private(set) var filter: NameFilter
    private var journals: JournalLookout

    init(
        options: IndexingOptions,
        writer: CatalogueWriter,
        logger: Logger,
        system: IndexingSystem
    ) {
        (self.options, self.writer, self.logger, self.system) = (options, writer, logger, system)
        filter = Self.filter(options)
        journals = JournalLookout { logger.warning("\($0)") }
    }

    /// Milliseconds on a clock that only goes forward.
    var now: Int64 { system.time.milliseconds }

    /// Goes by other options from here on.
    func use(_ options: IndexingOptions) {
        self.options = options
        filter = Self.filter(options)
    }

    private static func filter(_ options: IndexingOptions) -> NameFilter {
        NameFilter(ignoring: options.ignored, extensions: MediaFileName.extensions)
    }

    /// Ends what killed programs had begun, if something came or went beside the catalogue; within a transaction.
    ///
    /// - Returns: Whether files may be elsewhere than a moment ago.
    func recoverJournalsIfChanged() throws -> Bool { try journals.recover(writer) }

    /// Ends what killed programs had begun; within a transaction.
    func recoverJournals() throws { try journals.recoverNow(writer) }

    /// Logs, for those who look for a fault, what became of a file that was seen.
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
