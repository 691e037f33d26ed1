package import Catalogue
package import Indexing
internal import Foundation
internal import PhotoModel
package import PredicateFormat

/// The values of a configuration file or a command line; unspecified ones are nil or empty.
package struct Configuration: Sendable {
    package var roots: [String] = []
    package var ignored: [String] = []
    package var zone: LibraryZone?
    package var rescan: RescanPlan?
    package var history: Interval?
    package var isReadOnly: Bool?
    package var gainMapsAreHDR: Bool?
    package var motionPhotosAreLive: Bool?
    package var datesFromNames: Bool?
    /// The longest sides of the thumbnails to make in advance, in pixels.
    package var thumbnails: [Int]?
    /// Nil if unspecified.
    package var smartAlbums: [SmartAlbumDefinition]?
    /// The file, FIFO or device to write the feed to; nil for standard output.
    package var feed: String?

    package init() {}

    /// Reads a configuration file.
    ///
    /// - Throws: ``ConfigurationError``.
    package static func read(_ path: String) throws -> Configuration {
        try ConfigurationReader(path: path, text: ConfigurationFile(path).text()).read()
    }

    /// Returns the default configuration file for a catalogue.
    ///
    /// Catalogues of services have their own, `/etc/heliograph/heliograph.toml`, or `/etc/heliograph/NAME.toml` for
    /// `heliograph@NAME`, so that they do not become every user's default.
    package static func standardFile(catalogue: String) -> String {
        if ServiceCatalogue.contains(catalogue) {
            return "/etc/heliograph/\(ServiceCatalogue.instance(catalogue) ?? "heliograph").toml"
        }
        let named = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? ""
        let home = named.isEmpty ? "\(Paths.home)/.config" : named
        return "\(home)/heliograph/heliograph.toml"
    }

    /// Returns this configuration with the values of another taking precedence; folders, globs and smart
    /// albums are combined, and of two smart albums with the same title the other's is used.
    package func overridden(by other: Configuration) -> Configuration {
        var result = self
        result.roots += other.roots
        result.ignored += other.ignored
        result.zone = other.zone ?? zone
        result.rescan = other.rescan ?? rescan
        result.history = other.history ?? history
        result.isReadOnly = other.isReadOnly ?? isReadOnly
        result.gainMapsAreHDR = other.gainMapsAreHDR ?? gainMapsAreHDR
        result.motionPhotosAreLive = other.motionPhotosAreLive ?? motionPhotosAreLive
        result.datesFromNames = other.datesFromNames ?? datesFromNames
        result.thumbnails = other.thumbnails ?? thumbnails
        result.feed = other.feed ?? feed
        if let more = other.smartAlbums {
            let titles = Set(more.map(\.title))
            result.smartAlbums = (smartAlbums ?? []).filter { !titles.contains($0.title) } + more
        }
        return result
    }
}

/// An error in a configuration: the problem, its place, and the remedy.
package struct ConfigurationError: DescribedInLines {
    package let lines: [String]

    init(_ path: String, _ line: Int?, _ message: String) {
        self.init(path, line, [PrintableText.line(Self.cut(message))])
    }

    init(_ path: String, _ line: Int?, _ error: some DescribedInLines) {
        self.init(path, line, error.lines)
    }

    private init(_ path: String, _ line: Int?, _ lines: [String]) {
        let place = PrintableText.line(path) + (line.map { ":\($0)" } ?? "")
        self.lines = ["\(place): \(lines.first ?? "")"] + lines.dropFirst()
    }

    /// Returns a message with its middle removed if it is long: it repeats the user's text, and the remedy comes last.
    private static func cut(_ message: String) -> String {
        guard message.utf8.count > 4_000 else { return message }
        return "\(message.prefix(1_000)) … \(message.suffix(500))"
    }
}
