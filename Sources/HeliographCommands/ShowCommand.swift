internal import ArgumentParser
internal import Catalogue
internal import ChangeFeed
internal import Foundation
internal import Imaging
internal import LibraryPictures
internal import PhotoModel
internal import Renditions

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything known about an asset, with the evidence for derived values.",
        discussion: """
            Prints rows on a terminal, without the values that the asset does not have, and one line of JSON \
            elsewhere.

            Examples:
              heliograph show ~/Pictures/2023/IMG_0001.HEIC
              heliograph show B84E8479-475C-4727-A4A4-B77AA9980897/L0/001
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "The asset's identifier, or the path of one of its files.")
    var asset: String

    func run() throws {
        let reader = try common.openReader()
        var lines = FeedLines(reader)
        let picture = try reader.snapshot {
            let record = try reader.existingOrTrashed(asset)
            try lines.shownAsset(record)
            return try AssetPicture(of: record, .current, in: reader)
        }
        draw(picture.source)
        if Terminal.isOutput { return try AssetFacts(line: lines.bytes).show() }
        _ = lines.flush(to: FeedOutput(descriptor: Streams.current.output))
    }

    /// Draws the picture above the text, if the terminal can show pixels.
    private func draw(_ source: PictureSource) {
        guard let terminal = TerminalPicture(), terminal.showsPixels else { return }
        var request = RenditionRequest()
        request.subject = source.isFilm ? .frame : .picture
        let order = PictureOrder(source, terminal.request(request, rows: 20))
        // If the picture cannot be drawn, the lines that follow say why.
        guard let picture = try? Imager.shared(catalogue: common.cataloguePath).picture(order)
        else {
            return
        }
        try? terminal.draw(picture)
    }
}
