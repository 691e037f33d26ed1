internal import ArgumentParser
internal import Catalogue
internal import ChangeFeed
internal import Foundation
internal import PhotoModel

struct AlbumsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "albums",
        abstract: "List albums, folders, smart albums and moments with their counts.",
        discussion: """
            A directory with photos is an album, and a directory with such directories is a folder. A \
            moment is a group of assets that were taken at about the same time and place.

            Example:
              heliograph albums --kind smartAlbum
            """
    )

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case album, folder, smartAlbum, moment
    }

    @OptionGroup var common: CommonOptions

    @Option(help: "List only this kind: album, folder, smartAlbum or moment.")
    var kind: Kind?

    func run() throws {
        let reader = try common.openReader()
        let records = try reader.snapshot { try reader.collections() }.filter {
            kind == nil || "\($0.kind)" == kind?.rawValue
        }
        Self.show(records, reader)
    }

    /// Prints collections: a table on a terminal, lines of the feed elsewhere.
    static func show(_ records: [CollectionRecord], _ reader: CatalogueReader) {
        guard Terminal.isOutput else {
            var lines = FeedLines(reader)
            for record in records { lines.collectionLine(record) }
            _ = lines.flush(to: FeedOutput(descriptor: Streams.current.output))
            return
        }
        var table = Table(["kind", "count", "id", "title", "path"])
        for record in records {
            table.add([
                "\(record.kind)", "\(record.count)",
                record.kind.localIdentifier(record.uuid),
                PrintableText.line(record.title), PrintableText.line(record.path ?? []),
            ])
        }
        table.show()
    }
}
