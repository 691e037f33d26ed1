internal import ArgumentParser
internal import Catalogue
internal import Foundation
internal import LibraryFiles
internal import PhotoModel
internal import Settings

struct RestoreCatalogueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-catalogue",
        abstract: "Replace the catalogue with a backup.",
        discussion: """
            The indexer must not be running. The backup is checked first, and the replaced catalogue is \
            kept in its directory under a name with the date. No photo is touched; the next index records \
            what has changed in the folders since.

            Edits made since the backup are only in the replaced catalogue. A reader who knows a \
            change that the backup does not have gets `tokenExpired` and the whole library; the tokens of \
            others remain valid. \
            The gallery, feeds and programs that use `Photos` continue with the restored catalogue; a \
            program that has opened the file by itself keeps using the replaced one.

            Examples:
              heliograph restore-catalogue /mnt/backup/heliograph.sqlite
              sudo systemctl stop heliograph
              sudo heliograph restore-catalogue /root/heliograph.sqlite \\
                --catalogue /var/lib/heliograph/catalogue.sqlite
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "The backup to restore.", completion: .file())
    var file: String

    func run() throws {
        let backup = try BackupFile(Paths.absolute(file))
        try common.actAsOwner()
        try Paths.makeDirectory(of: common.cataloguePath)
        let restore = try CatalogueRestore(backup, to: common.cataloguePath)
        finishFileChanges()
        let report = try restore.run(at: Int64(Date().timeIntervalSince1970))
        Terminal.isOutput ? show(report) : print(json(report))
        if let replaced = report.replaced {
            let whose = report.isAnotherLibrary ? ", which was that of another library," : ""
            Exit.complain("the replaced catalogue\(whose) is kept as \(replaced)")
        }
        try warnOfMissingFolders(common.openReader())
        let readers =
            report.replaced == nil
            ? ""
            : "readers who know changes that the backup does not have get tokenExpired and the whole library; "
        let update = update(hadCatalogue: report.replaced != nil)
        Exit.complain("\(readers)bring the catalogue up to date with: \(update)")
    }

    /// Completes or undoes what killed programs began with files, of which the backup knows nothing.
    private func finishFileChanges() {
        guard unsafe access(common.cataloguePath, F_OK) == 0 else { return }
        // A catalogue that cannot be written is replaced as it is.
        try? editing(common.cataloguePath) { writer in
            var journals = JournalLookout(warn: Exit.complain)
            try journals.recoverNow(writer)
        }
    }

    /// What a line begins with that changes the catalogue; for a service's also if this process acts as its user.
    private var prefix: String {
        let catalogue = common.cataloguePath
        guard ServiceCatalogue.contains(catalogue) else { return CatalogueOwner.prefix(catalogue) }
        return CatalogueOwner(of: catalogue)?.explicitPrefix ?? "sudo "
    }

    /// Returns the line that brings the catalogue up to date; where none was replaced, no service was stopped.
    private func update(hadCatalogue: Bool) -> String {
        let index = "heliograph index\(CatalogueLocation.option(common.cataloguePath))"
        return ServiceCatalogue.startCommand(common.cataloguePath)
            ?? (hadCatalogue ? "\(index), or start the service that you stopped" : index)
    }

    /// Names the folders that are not on this machine, which the next walk would only call offline.
    private func warnOfMissingFolders(_ reader: CatalogueReader) throws {
        for root in try reader.snapshot({ reader.allRoots }) where !root.isThere {
            let path = String(decoding: root.path, as: UTF8.self)
            Exit.complain(
                "\(path) is not on this machine; if its photos are elsewhere here, first run: "
                    + "\(prefix)heliograph roots move \(ShellWord.quoted(path)) NEW\(CatalogueLocation.option(common.cataloguePath))"
            )
        }
    }

    private func show(_ report: CatalogueRestore.Report) {
        let date = report.lastChange.map(Self.date).map { ", as of \($0)" } ?? ""
        print("restored: \(Quantity(report.assets, "asset"))\(date)")
    }

    private func json(_ report: CatalogueRestore.Report) -> String {
        let quoted = StatusCommand.quoted
        return """
            {"restored":\(quoted(common.cataloguePath)),"replaced":\(report.replaced.map(quoted) ?? "null"),\
            "assets":\(report.assets),"lastChange":\(report.lastChange.map { quoted(Self.date($0)) } ?? "null"),\
            "token":"\(report.token)"}
            """
    }

    /// Formats a time in microseconds since 1970.
    private static func date(_ microseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(microseconds) / 1_000_000).formatted(.iso8601)
    }
}
