internal import ArgumentParser
internal import CSystemCalls
internal import Diagnosis
internal import Foundation
internal import Indexing
internal import PhotoModel
internal import Settings

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything an indexer depends on, and print a fix for each problem.",
        discussion: """
            Checks the configuration, the catalogue, the folders and the permission to read them, their \
            file systems, inotify's limits, the helper programs and their libraries, and the sandbox. \
            Run as root, it checks as the user who owns the catalogue. Exits with 1 if there is a problem.

            Examples:
              heliograph doctor
              sudo heliograph doctor --catalogue /var/lib/heliograph/catalogue.sqlite
            """
    )

    @OptionGroup var common: CommonOptions

    @Option(
        help: ArgumentHelp("Read this configuration file.", valueName: "file"),
        completion: .file()
    )
    var config: String?

    func run() throws {
        let source = SettingsSource(
            base: IndexingOptions(catalogue: common.cataloguePath, roots: []),
            file: config.map(Paths.absolute),
            arguments: Configuration()
        )
        let doctor = Doctor(
            catalogue: common.cataloguePath,
            source: source,
            version: HELIOGRAPH_VERSION
        )
        var problems = 0
        doctor.examine { finding in
            if finding.state == .problem { problems += 1 }
            Terminal.isOutput ? show(finding) : print(json(finding))
        }
        if Terminal.isOutput {
            print(problems == 0 ? "\nNo problems found." : "\nProblems found: \(problems).")
        }
        if problems > 0 { throw ExitCode(1) }
    }

    private func show(_ finding: Finding) {
        let state = finding.state == .ok ? "  " : finding.state == .note ? "- " : "! "
        let subject = finding.subject.padding(toLength: 15, withPad: " ", startingAt: 0)
        print("\(state)\(subject)\(PrintableText.line(finding.detail))")
        if let cure = finding.cure { Terminal.row("", 19, cure) }
    }

    private func json(_ finding: Finding) -> String {
        let quoted = StatusCommand.quoted
        return """
            {"check":\(quoted(finding.subject)),"state":"\(finding.state.rawValue)",\
            "detail":\(quoted(finding.detail)),"cure":\(finding.cure.map(quoted) ?? "null")}
            """
    }
}
