internal import ArgumentParser
internal import Catalogue
internal import Foundation
internal import Indexing
internal import PhotoModel

struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Compare the catalogue with a fresh walk of the disk.",
        discussion: """
            Prints one line a difference and exits with 1 when there is one, and when a folder could \
            not be compared because it is offline, or a directory because it may not be listed. While \
            the folder changes, what the indexer has not committed yet counts as a difference.

            Example:
              heliograph audit && echo all is well
            """
    )

    @OptionGroup var common: CommonOptions

    func run() throws {
        try Exit.translating {
            let reader = try common.openReader()
            let audit = try reader.snapshot {
                let ignored = try reader.status()["ignored"] ?? ""
                var audit = Audit(
                    reader,
                    ignoring: ignored.split(separator: "\n").map(String.init)
                )
                try audit.run()
                return audit
            }
            show(audit)
            let isWhole = audit.offline.isEmpty && audit.unlisted.isEmpty
            if !(audit.findings.isEmpty && isWhole) { throw ExitCode(1) }
        }
    }

    private func show(_ audit: Audit) {
        for root in audit.offline {
            Exit.complain(
                "\(PrintableText.line(root)) is offline and was left out; once it is there "
                    + "again: heliograph index"
            )
        }
        for (directory, reason) in audit.unlisted {
            Exit.complain(
                "\(PrintableText.line(directory)) may not be listed (\(reason)) and was left out; "
                    + "run as a user who may"
            )
        }
        for finding in audit.findings { print(line(finding)) }
        if Terminal.isOutput {
            print("\(audit.files) files compared, \(audit.findings.count) differences")
        }
    }

    private func line(_ finding: AuditFinding) -> String {
        if Terminal.isOutput {
            return "\(finding.kind.rawValue): \(PrintableText.line(finding.path)): "
                + PrintableText.line(finding.detail)
        }
        let quoted = StatusCommand.quoted
        let path = String(decoding: finding.path, as: UTF8.self)
        let exact =
            String(validating: finding.path, as: UTF8.self) == nil
            ? ",\"pathBase64\":\"\(Data(finding.path).base64EncodedString())\"" : ""
        return """
            {"difference":"\(finding.kind.rawValue)","path":\(quoted(path))\(exact),\
            "root":\(quoted(String(decoding: finding.root, as: UTF8.self))),\
            "detail":\(quoted(finding.detail))}
            """
    }
}
