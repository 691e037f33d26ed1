public import ArgumentParser
internal import Catalogue
internal import Foundation
internal import Indexing
public import Logging
internal import PhotoModel

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
        var logger = Logger(
            label: "heliograph",
            factory: { StreamLogHandler.standardError(label: $0) }
        )
        logger.logLevel = logLevel
        return logger
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
            "How often everything is re-checked, such as 30m or off (default: 1h).",
            valueName: "time"
        )
    )
    var rescan: Interval?

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
        help: "Take a folder for the library's even if another directory is at its path now."
    )
    var acceptRoot = false

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

    @Option(help: .hidden)
    var watchBudget: UInt32 = 0

    @Option(help: .hidden)
    var pollSeconds: UInt32 = 60

    @Option(help: .hidden)
    var extractionSeconds = 15.0

    func indexingOptions(_ common: CommonOptions) throws -> IndexingOptions {
        let catalogue = common.cataloguePath
        let configuration = try Configuration.read(config, catalogue: catalogue)
        let roots = try (configuration.roots + folders).map {
            try Paths.root($0, catalogue: catalogue)
        }
        try Paths.makeDirectory(of: catalogue)
        var options = IndexingOptions(catalogue: catalogue, roots: roots)
        options.ignored = configuration.ignored + ignored
        if let rescan = rescan ?? configuration.rescan { options.rescanSeconds = rescan.seconds }
        if let history = history ?? configuration.history {
            options.historySeconds = Int64(history.seconds ?? 100 * 365 * 86_400)
        }
        options.smartAlbums = configuration.smartAlbums(
            and: try smartAlbums.map { try $0.definition() }
        )
        options.isReadOnly = readOnly ?? configuration.isReadOnly ?? false
        options.acceptsReplacedRoots = acceptRoot
        if let isHDR = gainMapsAreHDR ?? configuration.gainMapsAreHDR {
            options.policies.gainMapsAreHDR = isHDR
        }
        if let isLive = motionPhotosAreLive ?? configuration.motionPhotosAreLive {
            options.policies.motionPhotosAreLive = isLive
        }
        options.watchBudget = watchBudget
        options.pollSeconds = pollSeconds
        options.extractionSeconds = extractionSeconds
        return options
    }
}

/// A length of time such as `90s`, `30m`, `1h`, `30d`, or `off`.
struct Interval: ExpressibleByArgument, CustomStringConvertible {
    /// Nil for `off`.
    let seconds: Double?

    init(seconds: Double?) {
        self.seconds = seconds
    }

    init?(argument: String) {
        if argument == "off" {
            seconds = nil
            return
        }
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let last = argument.last, let unit = units[last],
            let number = Double(argument.dropLast()), number > 0
        else { return nil }
        seconds = number * unit
    }

    var description: String {
        guard let seconds else { return "off" }
        for (unit, length) in [("d", 86_400.0), ("h", 3_600), ("m", 60)]
        where seconds >= length && seconds.truncatingRemainder(dividingBy: length) == 0 {
            return "\(Int(seconds / length))\(unit)"
        }
        return "\(Int(seconds))s"
    }
}
