internal import ArgumentParser
internal import Catalogue
internal import Glibc
internal import Settings

/// The command for systemd: run by its generator, and as the condition of the units.
struct ServiceSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service-settings",
        abstract: "Print the settings that a systemd unit takes from the configuration.",
        shouldDisplay: false
    )

    @OptionGroup var common: CommonOptions

    @Option(help: "Read this configuration file.", completion: .file())
    var config: String

    @Flag(help: "Print nothing, and exit with 78 if no folder is named anywhere yet.")
    var check = false

    private var knowsFolders: Bool {
        get throws {
            let reader = try common.openReader()
            return try reader.snapshot { !reader.allRoots.isEmpty }
        }
    }

    func run() throws {
        let file = Paths.absolute(config)
        guard check else {
            return print(UnitDropIn(try Configuration.read(file), from: file).text, terminator: "")
        }
        // All other errors are left to the service, which fails and reports them.
        guard let configuration = try? Configuration.read(file), configuration.roots.isEmpty,
            (try? knowsFolders) != true
        else { return }
        Exit.complain("no folder is named in \(file) yet; name one under 'roots', then start again")
        throw ExitCode(EX_CONFIG)
    }
}
