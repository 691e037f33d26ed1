internal import Glibc

/// Where a catalogue lies when nobody names one.
package enum CatalogueLocation {
    /// `$HELIOGRAPH_CATALOGUE`, else below `$XDG_STATE_HOME` or `~/.local/state`.
    package static var standard: String {
        if let path = variable("HELIOGRAPH_CATALOGUE") { return path }
        let state = variable("XDG_STATE_HOME") ?? "\(variable("HOME") ?? "/")/.local/state"
        return "\(state)/heliograph/catalogue.sqlite"
    }

    /// An environment variable, unless it is empty.
    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
