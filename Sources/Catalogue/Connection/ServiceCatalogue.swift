/// The services of the Debian package, by the catalogues that their units give them.
package enum ServiceCatalogue {
    private static let directory = "/var/lib/heliograph/"

    /// Returns how a user gets the permission to read the catalogue of a service; nil if it is no service's.
    static func admission(_ catalogue: String) -> String? {
        guard catalogue.hasPrefix(directory) else { return nil }
        return "members of the group heliograph may read it: "
            + "sudo usermod -aG heliograph \"$USER\", then log out and in again"
    }

    /// Returns the command that starts the service with a catalogue; nil if it is no service's.
    package static func startCommand(_ catalogue: String) -> String? {
        guard catalogue.hasPrefix(directory) else { return nil }
        let parts = catalogue.dropFirst(directory.count).split(separator: "/")
        guard parts.last == "catalogue.sqlite", parts.count <= 2 else { return nil }
        return "sudo systemctl start heliograph\(parts.count == 2 ? "@\(parts[0])" : "")"
    }
}
