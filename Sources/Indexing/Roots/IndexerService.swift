internal import Catalogue
internal import PhotoModel

/// The service that a catalogue's indexer runs as, for suggested commands during which it has to pause.
struct IndexerService: Sendable {
    private let catalogue: String
    private let configuration: String?
    /// The unit to stop and start again; nil if no unit is known.
    private let unit: String?
    private let isSystem: Bool

    /// - Parameters:
    ///   - catalogue: The catalogue's file.
    ///   - configuration: The configuration file, if it is not the usual one.
    ///   - isOfUser: Whether the user's service manager runs it.
    init(catalogue: String, configuration: String? = nil, isOfUser: Bool) {
        (self.catalogue, self.configuration) = (catalogue, configuration)
        isSystem = ServiceCatalogue.contains(catalogue)
        unit = ServiceCatalogue.unit(catalogue) ?? (isOfUser ? "heliograph" : nil)
    }

    /// The end of a sentence that leads to a command of this program, during which no indexer may be running.
    ///
    /// `readsConfiguration`: Whether the command reads the configuration, with the folders that it names.
    func lead(to arguments: String, readsConfiguration: Bool) -> String {
        var option = CatalogueLocation.option(catalogue)
        if readsConfiguration, let configuration {
            option += " --config \(ShellWord.quoted(configuration))"
        }
        let line = "\(isSystem ? "sudo " : "")heliograph \(arguments)\(option)"
        guard let unit else { return ", type while no indexer runs: \(line)" }
        let manager = isSystem ? "sudo systemctl" : "systemctl --user"
        return ", type: \(manager) stop \(unit); \(line); \(manager) start \(unit)"
    }
}
