public import ArgumentParser
internal import Catalogue
internal import Foundation
internal import Indexing
public import Logging
internal import PhotoModel
internal import Settings

/// What every command takes.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The catalogue's file.",
            discussion: """
                Default: $HELIOGRAPH_CATALOGUE, else heliograph/catalogue.sqlite in $XDG_STATE_HOME \
                or ~/.local/state. Never inside a photos folder.
                """,
            valueName: "file"
        ),
        completion: .file()
    )
    var catalogue: String?

    @Option(
        help: "How much to say on standard error: \(Self.levels).",
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

    /// For what changes a library: root goes on as the user whose it is.
    func actAsOwner() throws {
        try CatalogueOwner.act(on: cataloguePath)
    }

    func openReader() throws -> CatalogueReader {
        try CatalogueReader(path: cataloguePath)
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// What the commands take that index.
struct IndexingArguments: ParsableArguments {
    @Argument(
        help: "Folders to add to the library; without any, the known ones are followed.",
        completion: .directory
    )
    var folders: [String] = []

    @Option(
        name: .customLong("ignore"),
        help: ArgumentHelp(
            "A shell glob of names to ignore, besides @eaDir, dot files and the like; repeatable.",
            valueName: "glob"
        )
    )
    var ignored: [String] = []

    @Option(
        help: ArgumentHelp(
            "How often everything is re-checked, such as 30m or off, or in which hour, such as 03:00 (default: 1h).",
            valueName: "time"
        )
    )
    var rescan: RescanPlan?

    @Option(
        help: ArgumentHelp(
            "How long changes and removed assets are remembered, such as 90d (default: 30d).",
            valueName: "time"
        )
    )
    var history: Interval?

    @Option(
        name: .customLong("smart-album"),
        help: ArgumentHelp(
            "An album of what a predicate finds; repeatable.",
            discussion: "Example: --smart-album 'Long films=mediaType == video AND duration > 600'",
            valueName: "title=predicate"
        )
    )
    var smartAlbums: [SmartAlbumArgument] = []

    @Option(
        help: ArgumentHelp(
            "The configuration file.",
            discussion: """
                Default: heliograph/heliograph.toml in $XDG_CONFIG_HOME or ~/.config, and for the \
                system service's catalogue /etc/heliograph/heliograph.toml. Options given here \
                come before what it says.
                """,
            valueName: "file"
        ),
        completion: .file()
    )
    var config: String?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Let programs edit the catalogue, but neither add files to the folders nor delete any."
    )
    var readOnly: Bool?

    @Flag(
        help: ArgumentHelp(
            "Take folders for the library's even if other directories are at their paths now.",
            discussion: """
                The folders named here, or all if none is. Photos that are not found in them are \
                removed; it counts until all of the library was seen once.
                """
        )
    )
    var acceptRoot = false

    @Flag(
        help: "Check all of the catalogue first, and save what can be read of one that is damaged."
    )
    var checkCatalogue = false

    @Flag(
        inversion: .prefixedNo,
        help: "Take pictures with a gain map, which most phones write always, as photoHDR."
    )
    var gainMapsAreHDR: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Take motion photos, pictures with a film in their file, as photoLive."
    )
    var motionPhotosAreLive: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Take the dates of photos that tell none from the names of files and directories."
    )
    var datesFromNames: Bool?

    @Option(
        help: ArgumentHelp(
            "Make thumbnails of all assets ahead, whose longest sides are these, such as 256,1024.",
            discussion: "They are made when nothing else is to be done, and kept in the cache.",
            valueName: "pixels"
        ),
        transform: { text in
            guard let sizes = ThumbnailSizes(text) else {
                throw ValidationError(
                    "'\(text)' are no sizes; write \(ThumbnailSizes.rule), such as 256,1024"
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

    /// What the command line says, in the words of a configuration.
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
        configuration.thumbnails = thumbnails?.all
        if !smartAlbums.isEmpty {
            configuration.smartAlbums = try smartAlbums.map { try $0.definition() }
        }
        return configuration
    }

    /// Where the settings of a run come from.
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

extension Interval: ExpressibleByArgument {}
extension RescanPlan: ExpressibleByArgument {}
