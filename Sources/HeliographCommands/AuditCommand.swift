internal import ArgumentParser
internal import Catalogue
internal import Daemon
internal import Foundation
internal import Indexing
internal import PhotoModel
internal import Settings

struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Compare the catalogue with a fresh walk of the disk.",
        discussion: """
            Prints one line for each difference, so nothing in a pipe if all is well. Exits with 1 if there is one, if a folder could not be \
            compared because it is offline, or if a directory could not be listed. While the folders \
            change, changes that the indexer has not committed yet count as differences.

            With --repair it repairs what it finds. A running indexer, or else this command, checks \
            everything again. If the catalogue contradicts itself, values derived from its files are \
            computed again, and readers get `tokenExpired` and the whole library. Nothing is removed \
            from a folder that is offline. Exits with 0 if everything is repaired.

            Examples:
              heliograph audit && echo all is well
              heliograph audit --repair
            """
    )

    @OptionGroup var common: CommonOptions

    @Flag(help: "Repair the differences.")
    var repair = false

    @Option(
        help: ArgumentHelp(
            "Read this configuration file for the check when no indexer is running.",
            valueName: "file"
        ),
        completion: .file()
    )
    var config: String?

    func run() throws {
        if repair { try common.actAsOwner() }
        let found = try audit()
        guard repair, !found.findings.isEmpty else {
            show(found)
            printLines(found.findings.map { line($0) })
            if Terminal.isOutput {
                print(
                    "\(Quantity(found.files, "file")) compared, "
                        + "\(Quantity(found.findings.count, "difference"))"
                )
            }
            if !(found.findings.isEmpty && found.isWhole) { throw ExitCode(1) }
            return
        }
        try mend(found)
    }

    private func audit() throws -> Audit {
        do {
            return try compare()
        } catch let error as CatalogueError where error.code == .damaged && repair {
            // The indexer salvages what can be read of the catalogue.
            Exit.complain(error.description)
            try repairing.recheck()
            return try compare()
        }
    }

    private func compare() throws -> Audit {
        let bar = ProgressBar()
        defer { bar.clear() }
        return try Audit.ofCatalogue(common.cataloguePath) { bar.show("\($0) files compared") }
    }

    private func mend(_ found: Audit) throws {
        var trouble = false
        do {
            try repairing.mend(found.findings)
        } catch let error as RunningIndexer.Refusal {
            Exit.complain(error.description)
            trouble = true
        }
        let after = try audit()
        show(after)
        // Findings in a folder that was skipped this time do not count as repaired.
        let isMended = found.findings.map {
            !after.findings.contains($0) && !after.offline.contains($0.root)
        }
        let new = after.findings.filter { !found.findings.contains($0) }
        printLines(
            zip(found.findings, isMended).map { line($0, isMended: $1) }
                + new.map { line($0, isMended: false) }
        )
        if Terminal.isOutput {
            let left = isMended.count { !$0 } + new.count
            print("\(Quantity(found.findings.count, "difference")), \(left) left")
        }
        if trouble || !(after.findings.isEmpty && after.isWhole) { throw ExitCode(1) }
    }

    private var repairing: AuditRepair {
        AuditRepair(
            catalogue: common.cataloguePath,
            source: SettingsSource(
                base: IndexingOptions(catalogue: common.cataloguePath, roots: []),
                file: config.map(Paths.absolute),
                arguments: Configuration()
            ),
            logger: common.logger
        )
    }

    private func show(_ audit: Audit) {
        // While an indexer is running, a second one is refused.
        let holder = CatalogueLock.holder(ofCatalogue: common.cataloguePath)
        let cure = holder.map { "the indexer (process \($0)) checks it when the folder is back" }
        let again = "when the folder is back, run: heliograph index"
        let line = again + CatalogueLocation.option(common.cataloguePath)
        for root in audit.offline {
            Exit.complain(
                "\(PrintableText.line(root)) is offline and was skipped; "
                    + (cure ?? line)
            )
        }
        if let sentence = UnsupportedFiles(audit.unsupported).sentence { Exit.complain(sentence) }
        for (directory, reason) in audit.unlisted {
            Exit.complain(
                "\(PrintableText.line(directory)) cannot be listed (\(reason)) and was skipped; "
                    + "run as a user who may list it"
            )
        }
    }

    private func line(_ finding: AuditFinding, isMended: Bool? = nil) -> String {
        if Terminal.isOutput {
            let state = isMended.map { $0 ? "mended " : "left " } ?? ""
            return "\(state)\(finding.kind.rawValue): \(PrintableText.line(finding.path)): "
                + PrintableText.line(finding.detail)
        }
        let quoted = StatusCommand.quoted
        let path = String(decoding: finding.path, as: UTF8.self)
        let exact =
            String(validating: finding.path, as: UTF8.self) == nil
            ? ",\"pathBase64\":\"\(Data(finding.path).base64EncodedString())\"" : ""
        let mended = isMended.map { ",\"mended\":\($0)" } ?? ""
        return """
            {"difference":"\(finding.kind.rawValue)","path":\(quoted(path))\(exact),\
            "root":\(quoted(String(decoding: finding.root, as: UTF8.self))),\
            "detail":\(quoted(finding.detail))\(mended)}
            """
    }
}
