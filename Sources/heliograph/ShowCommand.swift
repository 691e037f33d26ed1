internal import ArgumentParser
internal import Catalogue
internal import ChangeFeed
internal import Foundation
internal import PhotoModel

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything known of an asset, with the evidence for what was derived.",
        discussion: """
            Examples:
              heliograph show ~/Pictures/2023/IMG_0001.HEIC
              heliograph show B84E8479-475C-4727-A4A4-B77AA9980897/L0/001
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "An asset's identifier, or the path of one of its files.")
    var asset: String

    func run() throws {
        try Exit.translating {
            let reader = try common.openReader()
            var lines = FeedLines(reader)
            try reader.snapshot {
                guard let record = try reader.find(asset) else {
                    Exit.complain(
                        "there is no asset \(asset) in the catalogue \(common.cataloguePath)"
                    )
                    throw ExitCode(1)
                }
                try lines.shownAsset(record, isPretty: Terminal.isOutput)
            }
            _ = lines.flush(to: FeedOutput(descriptor: STDOUT_FILENO))
        }
    }
}
