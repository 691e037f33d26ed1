/// The services of the Debian package, by the catalogues that their units give them.
package enum ServiceCatalogue {
    private static let directory = "/var/lib/heliograph/"

    /// The catalogue of the first service.
    package static let first = "\(directory)catalogue.sqlite"

    /// Returns whether a catalogue is a service's.
    package static func contains(_ catalogue: String) -> Bool { catalogue.hasPrefix(directory) }

    /// Returns the name of a further service, as in `heliograph@NAME`; nil for the first, and for what is no service's.
    package static func instance(_ catalogue: String) -> String? {
        let parts = parts(catalogue)
        return parts.count == 2 ? String(parts[0]) : nil
    }

    /// Returns the parts of a catalogue's path below the services' directory.
    private static func parts(_ catalogue: String) -> [Substring] {
        contains(catalogue) ? catalogue.dropFirst(directory.count).split(separator: "/") : []
    }

    /// Returns the name of the unit with a catalogue; nil if it is no service's.
    package static func unit(_ catalogue: String) -> String? {
        guard (1...2).contains(parts(catalogue).count) else { return nil }
        return instance(catalogue).map { ShellWord.quoted("heliograph@\($0)") } ?? "heliograph"
    }

    /// Returns how a user gets the permission to read the catalogue of a service; nil if it is no service's.
    package static func admission(_ catalogue: String) -> String? {
        guard contains(catalogue) else { return nil }
        return "members of the group heliograph may read it: "
            + "sudo usermod -aG heliograph \"$USER\", then log out and in again"
    }

    /// Returns the command that starts the service with a catalogue; nil if it is no service's.
    package static func startCommand(_ catalogue: String) -> String? {
        guard let unit = unit(catalogue), catalogue.hasSuffix("/catalogue.sqlite") else {
            return nil
        }
        return "sudo systemctl start \(unit)"
    }
}
