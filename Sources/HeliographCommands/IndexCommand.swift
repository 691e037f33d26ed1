internal import ArgumentParser
internal import Catalogue
internal import Daemon
internal import Foundation
internal import Imaging
internal import Indexing
internal import LibraryPictures
internal import Logging
internal import PhotoModel
internal import Settings

struct IndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "Index folders once, without printing the feed.",
        discussion: """
            Prints a summary when the catalogue has caught up with the disk. Exits with 1 if a folder is \
            offline or a directory cannot be listed.

            Examples:
              heliograph index ~/Pictures
              heliograph index            # the known folders again
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var indexing: IndexingArguments

    func run() throws {
        try common.actAsOwner()
        let source = try indexing.source(common)
        var settings = try source.read()
        settings.options.endsWhenSynced = true
        settings.options.rescan = .never
        let bar = ProgressBar()
        let start = Date()
        var run = IndexingRun(settings: settings, source: source, logger: common.logger)
        run.onProgress = { bar.show($0) }
        let isDone = try run.run()
        let isFilled = try !isDone || fillCache(settings.thumbnails, bar)
        bar.clear()
        try summarize(common.cataloguePath, Date().timeIntervalSince(start))
        if !isFilled { throw ExitCode(1) }
    }

    /// Makes the missing thumbnails; returns whether all that can be made are there.
    private func fillCache(_ sizes: [Int], _ bar: ProgressBar) throws -> Bool {
        let catalogue = common.cataloguePath
        guard !sizes.isEmpty else { return true }
        guard let cache = CacheLocation.directories(catalogue: catalogue).first else {
            Exit.complain("there is no place for a cache; name one in HELIOGRAPH_CACHE")
            throw ExitCode(EX_CANTCREAT)
        }
        let fill = try ThumbnailFill(
            catalogue: catalogue,
            imager: Imager.shared(catalogue: catalogue),
            options: ThumbnailFill.Options(sizes: sizes, cache: cache, follows: false)
        )
        return try fill.run {
            bar.show("thumbnails of \($0.looked) assets")
        } onTrouble: {
            bar.clear()
            Exit.complain($0.description)
        }
    }

    private func summarize(_ catalogue: String, _ seconds: Double) throws {
        let reader = try CatalogueReader(path: catalogue)
        try reader.snapshot {
            let counts = try reader.assetCounts()
            let albums = try reader.albumCount()
            let unlisted = try reader.unlisted()
            let unsupported = UnsupportedFiles(try reader.status()["unsupported"])
            let offline = reader.allRoots.filter { $0.state == .offline }
            if Terminal.isOutput {
                print(
                    "\(Quantity(counts.all, "asset")) in \(Quantity(albums, "album")), "
                        + "\(counts.unreadable) of them unreadable; \(Terminal.decimal(seconds, 1)) s"
                )
                if let sentence = unsupported.sentence { print(sentence) }
            } else {
                print(
                    """
                    {"assets":\(counts.all),"albums":\(albums),"unreadable":\(counts.unreadable),\
                    "unlisted":\(unlisted.count),"offline":\(offline.count),"unsupported":\(unsupported.json),\
                    "seconds":\(Terminal.decimal(seconds, 3))}
                    """
                )
            }
            for (directory, reason) in unlisted {
                let path = PrintableText.line(try reader.absolutePath(directory) ?? [])
                Exit.complain("the folder \(path) could not be listed: \(reason)")
            }
            // Otherwise the log has named them.
            for root in offline where common.logLevel > .warning {
                let path = PrintableText.line(root.path)
                Exit.complain("\(path) is offline: \(root.detail ?? "")")
            }
            if !offline.isEmpty || !unlisted.isEmpty { throw ExitCode(1) }
        }
    }
}
