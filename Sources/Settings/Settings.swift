internal import Catalogue
internal import Foundation
package import Indexing
internal import PhotoModel

/// The settings of a run: those of the configuration file, overridden by the command line.
package struct Settings: Sendable {
    package var options: IndexingOptions
    /// The absolute path of the file to write the feed to; nil for standard output.
    package let feed: String?
    /// The longest sides of the thumbnails to make in advance, in pixels; empty for no thumbnails.
    package let thumbnails: [Int]
    /// The configuration file these were read from, if there is one.
    package let file: String?
    /// Messages for the user that do not prevent the run.
    package let warnings: [String]
}

/// The source of a run's settings, which can be read again when the file has changed.
package struct SettingsSource: Sendable {
    let base: IndexingOptions
    /// The absolute path of the configuration file, if it is not the default one.
    package let named: String?
    let arguments: Configuration

    /// - Parameters:
    ///   - base: The defaults for values that neither the file nor `arguments` specify.
    ///   - file: The absolute path of the configuration file; nil for the default one, which need not exist.
    ///   - arguments: The values of the command line.
    package init(base: IndexingOptions, file: String?, arguments: Configuration) {
        (self.base, named, self.arguments) = (base, file, arguments)
    }

    /// - Throws: ``ConfigurationError``, `IndexingError` or `CatalogueError`, each with the remedy.
    package func read() throws -> Settings {
        let path = named ?? Configuration.standardFile(catalogue: base.catalogue)
        let isThere = named != nil || ConfigurationFile(path).isThere
        let said = isThere ? try Configuration.read(path) : Configuration()
        var folders = FolderList(catalogue: base.catalogue)
        for root in said.roots { try folders.add(configured: root) }
        let named = try arguments.roots.map { try Paths.root($0, catalogue: base.catalogue) }
        named.forEach { folders.add($0) }
        let all = said.overridden(by: arguments)
        return Settings(
            options: options(all, folders.roots, named: named),
            feed: try all.feed.map { try feed($0, outside: folders.roots) },
            thumbnails: all.thumbnails ?? [],
            file: isThere ? path : nil,
            warnings: folders.warnings
        )
    }

    /// Returns the options of a run; `named` are the folders given on the command line.
    private func options(
        _ all: Configuration,
        _ roots: [[UInt8]],
        named: [[UInt8]]
    ) -> IndexingOptions {
        var options = base
        (options.roots, options.configuration) = (roots, self.named)
        if options.acceptedRoots == .all, !named.isEmpty { options.acceptedRoots = .only(named) }
        options.ignored = all.ignored
        options.zone = all.zone
        if let rescan = all.rescan { options.rescan = rescan }
        if let history = all.history {
            options.historySeconds = Int64(history.seconds ?? Interval.longest)
        }
        options.smartAlbums = all.smartAlbums
        options.isReadOnly = all.isReadOnly ?? false
        if let isHDR = all.gainMapsAreHDR { options.policies.gainMapsAreHDR = isHDR }
        if let isLive = all.motionPhotosAreLive { options.policies.motionPhotosAreLive = isLive }
        if let takes = all.datesFromNames { options.policies.datesFromNames = takes }
        return options
    }

    private func feed(_ path: String, outside roots: [[UInt8]]) throws -> String {
        let absolute = Paths.absolute(path)
        if let root = roots.first(where: { Paths.isInside(absolute, $0) }) {
            let folder = String(decoding: root, as: UTF8.self)
            throw CatalogueError(
                .insidePhotos,
                "the feed \(path) would lie inside the photos folder \(folder); name another place"
            )
        }
        return absolute
    }
}

/// The folders of a configuration and a command line, without duplicates.
private struct FolderList {
    let catalogue: String
    private(set) var roots: [[UInt8]] = []
    private(set) var warnings: [String] = []

    init(catalogue: String) {
        self.catalogue = catalogue
    }

    mutating func add(_ root: [UInt8]) {
        guard !roots.contains(root) else { return }
        if let other = roots.first(where: { Paths.isSameDirectory($0, root) }) {
            warnings.append(
                "the folders \(PrintableText.line(other)) and \(PrintableText.line(root)) are one directory; "
                    + "name only one of them"
            )
        }
        roots.append(root)
    }

    /// Adds a folder named in a configuration.
    ///
    /// A folder that does not exist is indexed once it does, because its disk may be missing when a service
    /// starts.
    mutating func add(configured folder: String) throws {
        let path = Paths.expanded(folder)
        do {
            try add(Paths.root(path, catalogue: catalogue))
        } catch let error as IndexingError {
            warnings.append("\(error.message); its photos are kept until it can be read")
            add(Array(Paths.awaited(path).utf8))
        }
    }
}
