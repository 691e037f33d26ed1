internal import ArgumentParser
internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import Settings

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the catalogue into one file, while everything runs.",
        discussion: """
            The copy is of one moment and is checked before it takes its place. An earlier backup is \
            replaced; any other file is left alone, and so are photos: they are not in the backup. \
            `heliograph restore-catalogue` puts a backup in the place of the catalogue.

            Examples:
              heliograph backup /mnt/backup/heliograph.sqlite
              sudo heliograph backup --catalogue /var/lib/heliograph/catalogue.sqlite /root/heliograph.sqlite
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "The backup's file.", completion: .file())
    var file: String

    func run() throws {
        try Exit.translating {
            let bar = ProgressBar()
            defer { bar.clear() }
            let backup = try CatalogueBackup(of: common.openReader(), to: Paths.absolute(file))
            let summary = try backup.write { progress in
                switch progress {
                case .copying(let part): bar.show("\(Int(part * 100)) % copied")
                case .checking: bar.show("checking the copy")
                }
            }
            bar.clear()
            Terminal.isOutput ? show(summary) : print(json(summary))
        }
    }

    private func show(_ summary: CatalogueBackup.Summary) {
        print(
            "\(PrintableText.line(summary.path)): \(Terminal.bytes(summary.size)), "
                + "\(Quantity(summary.assets, "asset")) (\(summary.edited) edited, "
                + "\(Quantity(summary.favorites, "favorite"))) in \(Quantity(summary.albums, "album"))"
        )
    }

    private func json(_ summary: CatalogueBackup.Summary) -> String {
        """
        {"backup":\(StatusCommand.quoted(summary.path)),"size":\(summary.size),\
        "library":"\(summary.library)","token":"\(summary.token)","assets":\(summary.assets),\
        "edited":\(summary.edited),"favorites":\(summary.favorites),"albums":\(summary.albums)}
        """
    }
}
