internal import ArgumentParser
internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import Settings

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the catalogue to a file, even while it is in use.",
        discussion: """
            The copy is a consistent snapshot, and is checked before it takes its place. It replaces an \
            earlier backup of the same library, but no other file. Photos are not in the backup. \
            `heliograph restore-catalogue` replaces the catalogue with a backup.

            Examples:
              heliograph backup /mnt/backup/heliograph.sqlite
              sudo heliograph backup /root/heliograph.sqlite \\
                --catalogue /var/lib/heliograph/catalogue.sqlite
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "The file to write the backup to.", completion: .file())
    var file: String

    func run() throws {
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
