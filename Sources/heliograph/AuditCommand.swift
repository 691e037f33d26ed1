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
            Prints one line a difference and exits with 1 when there is one, and when a folder could \
            not be compared because it is offline, or a directory because it may not be listed. While \
            the folder changes, what the indexer has not committed yet counts as a difference.

            With --repair it mends what it finds: a running indexer is asked to check everything, or \
            that is done here when none runs; where the catalogue contradicts itself, what it derives \
            from its files is computed anew, and readers get `tokenExpired` and everything anew. It \
            exits with 0 when all is mended. Of a folder that is offline nothing is removed.

            Examples:
              heliograph audit && echo all is well
              heliograph audit --repair
            """
    )

    @OptionGroup var common: CommonOptions

    @Flag(help: "Mend what is found.")
    var repair = false

    @Option(
        help: ArgumentHelp(
            "The configuration file, for a re-check when no indexer runs.",
            valueName: "file"
        ),
        completion: .file()
    )
    var config: String?

    func run() throws {
        try Exit.translating {
            if repair { try common.actAsOwner() }
            let found = try audit()
            guard repair, !found.findings.isEmpty else {
                show(found)
                for finding in found.findings { print(line(finding)) }
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
    }

    private func audit() throws -> Audit {
        do {
            return try Audit.ofCatalogue(common.cataloguePath)
        } catch let error as CatalogueError where error.code == .damaged && repair {
            // The indexer saves what can be read of it.
            Exit.complain(error.description)
            try repairing.recheck()
            return try Audit.ofCatalogue(common.cataloguePath)
        }
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
        // What lies in a folder that was left out this time is as it was.
        let isMended = found.findings.map {
            !after.findings.contains($0) && !after.offline.contains($0.root)
        }
        for (finding, isMended) in zip(found.findings, isMended) {
            print(line(finding, isMended: isMended))
        }
        let new = after.findings.filter { !found.findings.contains($0) }
        for finding in new { print(line(finding, isMended: false)) }
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
        // Where an indexer runs, another one is refused.
        let holder = CatalogueLock.holder(ofCatalogue: common.cataloguePath)
        let cure = holder.map { "the indexer (process \($0)) takes it up once it is there again" }
        let again = "once it is there again: heliograph index"
        let line = again + CatalogueLocation.option(common.cataloguePath)
        for root in audit.offline {
            Exit.complain(
                "\(PrintableText.line(root)) is offline and was left out; "
                    + (cure ?? line)
            )
        }
        for (directory, reason) in audit.unlisted {
            Exit.complain(
                "\(PrintableText.line(directory)) may not be listed (\(reason)) and was left out; "
                    + "run as a user who may"
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
