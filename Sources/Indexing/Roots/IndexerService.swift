internal import Catalogue
internal import PhotoModel

/// As what the indexer of a catalogue runs, for lines to type that need it to pause.
struct IndexerService: Sendable {
    private let catalogue: String
    /// What stops its unit and starts it again; nil where no unit is known.
    private let unit: String?
    private let isSystem: Bool

    private static let place = "/var/lib/heliograph/"

    /// - Parameters:
    ///   - catalogue: The catalogue's file.
    ///   - isOfUser: Whether the user's service manager runs it.
    init(catalogue: String, isOfUser: Bool) {
        self.catalogue = catalogue
        isSystem = catalogue.hasPrefix(Self.place)
        if isSystem {
            let parts = catalogue.dropFirst(Self.place.count).split(separator: "/")
            unit = parts.count == 2 ? ShellWord.quoted("heliograph@\(parts[0])") : "heliograph"
        } else {
            unit = isOfUser ? "heliograph" : nil
        }
    }

    /// The end of a sentence that leads to a command of this program, which no indexer may be running for.
    func lead(to arguments: String) -> String {
        let option = CatalogueLocation.option(catalogue)
        let line = "\(isSystem ? "sudo " : "")heliograph \(arguments)\(option)"
        guard let unit else { return ", type while no indexer runs: \(line)" }
        let manager = isSystem ? "sudo systemctl" : "systemctl --user"
        return ", type: \(manager) stop \(unit); \(line); \(manager) start \(unit)"
    }
}
