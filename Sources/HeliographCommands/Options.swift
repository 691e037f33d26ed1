public import ArgumentParser
internal import Catalogue
internal import Foundation
internal import Indexing
public import Logging
internal import PhotoModel
internal import Settings

/// The options of every command.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the catalogue in this file.",
            discussion: """
                The file must not be inside a photos folder. (default: $HELIOGRAPH_CATALOGUE, else \
                heliograph/catalogue.sqlite in $XDG_STATE_HOME or ~/.local/state)
                """,
            valueName: "file"
        ),
        completion: .file()
    )
    var catalogue: String?

    @Option(
        help: "Log messages of at least this level to standard error: \(Self.levels).",
        completion: .list(Self.levelList)
    )
    var logLevel: Logger.Level = .notice

    static let levelList = Logger.Level.allCases.map(\.rawValue)
    static let levels = levelList.joined(separator: ", ")

    /// The catalogue's file as an absolute path.
    var cataloguePath: String {
        Paths.absolute(catalogue ?? CatalogueLocation.standard)
    }

    var logger: Logger {
        var logger = Logger(label: "heliograph", factory: { _ in LineLogHandler() })
        logger.logLevel = logLevel
        return logger
    }

    /// Makes root act as the user who owns the catalogue; for commands that change a library.
    func actAsOwner() throws {
        try CatalogueOwner.act(on: cataloguePath)
    }

    func openReader() throws -> CatalogueReader {
        try CatalogueReader(path: cataloguePath)
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The options of the commands that index.
struct IndexingArguments: ParsableArguments {
    @Argument(
        help: "Folders to add to the library; optional if it already has some.",
        completion: .directory
    )
    var folders: [String] = []

    @Option(
        name: .customLong("ignore"),
        help: ArgumentHelp(
            "Ignore names that match this shell glob, or turn a built-in rule off with !NAME; repeatable.",
            valueName: "glob"
        )
    )
    var ignored: [String] = []

    @Option(
        help: ArgumentHelp(
            "Recheck folders this often, or daily at this time, such as 30m, 03:00 or off. (default: 1h)",
            valueName: "time"
        ),
        transform: {
            try required(
                RescanPlan(argument: $0),
                or: "'\($0)' is no length of time or time of day; write it as 30m, 03:00 or off"
            )
        }
    )
    var rescan: RescanPlan?

    @Option(
        help: ArgumentHelp(
            "Remember changes and removed assets for this long, such as 12h, 90d or off. (default: 30d)",
            valueName: "time"
        ),
        transform: {
            try required(
                Interval(argument: $0),
                or: "'\($0)' is not a length of time; write it as 90s, 30m, 12h, 30d or off"
            )
        }
    )
    var history: Interval?

    @Option(
        name: .customLong("smart-album"),
        help: ArgumentHelp(
            "Add a smart album of the assets that match a predicate; repeatable.",
            discussion: "Example: --smart-album 'Long films=mediaType == video AND duration > 600'",
            valueName: "title=predicate"
        )
    )
    var smartAlbums: [SmartAlbumArgument] = []

    @Option(
        help: ArgumentHelp(
            "Read this configuration file.",
            discussion: """
                Options on the command line override it. (default: heliograph/heliograph.toml in \
                $XDG_CONFIG_HOME or ~/.config, or for the system service's catalogue \
                /etc/heliograph/heliograph.toml)
                """,
            valueName: "file"
        ),
        completion: .file()
    )
    var config: String?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Forbid programs to add files to the folders or delete any; they can still edit the catalogue."
    )
    var readOnly: Bool?

    @Flag(
        help: ArgumentHelp(
            "Accept the library's folders even if other directories are at their paths now.",
            discussion: """
                Applies to the folders named here, or to all if there are no names, until the whole \
                library was seen once. Photos that are not found in them are removed.
                """
        )
    )
    var acceptRoot = false

    @Flag(
        help:
            "Check the whole catalogue first; if it is damaged, salvage everything that can be read."
    )
    var checkCatalogue = false

    @Flag(
        inversion: .prefixedNo,
        help: "Treat pictures with a gain map as photoHDR; most phones always write one."
    )
    var gainMapsAreHDR: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Treat motion photos, pictures with a film in the same file, as photoLive."
    )
    var motionPhotosAreLive: Bool?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Take the dates of photos without one of their own from the names of files and directories."
    )
    var datesFromNames: Bool?

    @Option(
        help: ArgumentHelp(
            "Assume this time zone for photos whose files say a local time only, such as Europe/Rome.",
            discussion:
                "It is kept until another is given; at first it is that of this machine. No file is read again.",
            valueName: "zone"
        ),
        transform: { text in
            guard let zone = LibraryZone(named: text) else {
                throw ValidationError(LibraryZone.refusal(of: text))
            }
            return zone
        }
    )
    var timeZone: LibraryZone?

    @Option(
        help: ArgumentHelp(
            "Make thumbnails of all assets in advance, with these longest sides, such as 256,1024.",
            discussion: "They are made when there is nothing else to do, and kept in the cache.",
            valueName: "pixels"
        ),
        transform: { text in
            guard let sizes = ThumbnailSizes(text) else {
                throw ValidationError(
                    "'\(text)' is not a list of sizes; write \(ThumbnailSizes.rule), such as 256,1024"
                )
            }
            return sizes
        }
    )
    var thumbnails: ThumbnailSizes?

    @Option(help: .hidden)
    var watchBudget: UInt32 = 0

    @Option(help: .hidden)
    var pollSeconds: UInt32 = 60

    @Option(help: .hidden)
    var extractionSeconds = 15.0

    func validate() throws {
        if let mistake = NamePattern.mistake(in: ignored) {
            throw ValidationError("--ignore: \(mistake)")
        }
    }

    /// Returns the options of the command line as a configuration.
    func configuration() throws -> Configuration {
        var configuration = Configuration()
        configuration.roots = folders
        configuration.ignored = ignored
        configuration.rescan = rescan
        configuration.history = history
        configuration.isReadOnly = readOnly
        configuration.gainMapsAreHDR = gainMapsAreHDR
        configuration.motionPhotosAreLive = motionPhotosAreLive
        configuration.datesFromNames = datesFromNames
        configuration.zone = timeZone
        configuration.thumbnails = thumbnails?.all
        if !smartAlbums.isEmpty {
            configuration.smartAlbums = try smartAlbums.map { try $0.definition() }
        }
        return configuration
    }

    /// Returns the source of the settings of a run.
    func source(_ common: CommonOptions, feed: String? = nil) throws -> SettingsSource {
        var options = IndexingOptions(catalogue: common.cataloguePath, roots: [])
        var arguments = try configuration()
        arguments.feed = feed
        options.acceptedRoots = acceptRoot ? .all : .none
        options.checksCatalogue = checkCatalogue
        options.watchBudget = watchBudget
        options.pollSeconds = pollSeconds
        options.extractionSeconds = extractionSeconds
        return SettingsSource(
            base: options,
            file: config.map(Paths.absolute),
            arguments: arguments
        )
    }
}

/// Returns the value of an option.
///
/// - Throws: `ValidationError` with the words if there is no value.
private func required<Value>(_ value: Value?, or words: String) throws -> Value {
    guard let value else { throw ValidationError(words) }
    return value
}
