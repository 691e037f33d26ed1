internal import ArgumentParser
internal import Catalogue
internal import Daemon
internal import Foundation
internal import Indexing
internal import PhotoModel
internal import Settings

struct IndexCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "Index folders once, without the feed.",
        discussion: """
            Examples:
              heliograph index ~/Pictures
              heliograph index            # the known folders again
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var indexing: IndexingArguments

    func run() async throws {
        try await Exit.translating {
            try common.actAsOwner()
            let source = try indexing.source(common)
            var settings = try source.read()
            settings.options.endsWhenSynced = true
            settings.options.rescanSeconds = nil
            let bar = ProgressBar()
            let start = Date()
            var run = IndexingRun(settings: settings, source: source, logger: common.logger)
            run.onProgress = { bar.show($0) }
            try await run.run()
            bar.clear()
            try summarize(common.cataloguePath, Date().timeIntervalSince(start))
        }
    }

    private func summarize(_ catalogue: String, _ seconds: Double) throws {
        let reader = try CatalogueReader(path: catalogue)
        try reader.snapshot {
            let counts = try reader.assetCounts()
            let albums = try reader.albumCount()
            let unlisted = try reader.unlisted()
            let offline = reader.allRoots.filter { $0.state == .offline }
            if Terminal.isOutput {
                print(
                    "\(counts.all) assets in \(albums) albums, \(counts.unreadable) of them "
                        + "unreadable; \(Terminal.decimal(seconds, 1)) s"
                )
            } else {
                print(
                    """
                    {"assets":\(counts.all),"albums":\(albums),"unreadable":\(counts.unreadable),\
                    "unlisted":\(unlisted.count),"offline":\(offline.count),"seconds":\(Terminal.decimal(seconds, 3))}
                    """
                )
            }
            for (directory, reason) in unlisted {
                let path = PrintableText.line(try reader.directoryPath(directory))
                Exit.complain("the folder \(path) could not be listed: \(reason)")
            }
            for root in offline {
                let path = PrintableText.line(root.path)
                Exit.complain("\(path) is offline: \(root.detail ?? "")")
            }
            if !offline.isEmpty { throw ExitCode(1) }
        }
    }
}
