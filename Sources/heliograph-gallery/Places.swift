internal import Foundation

/// The places of the program's files, by the XDG Base Directory Specification and systemd.exec(5).
enum Places {
    private static let environment = ProcessInfo.processInfo.environment

    static var passwordFile: String {
        configuration + "/heliograph/gallery-password"
    }

    static var sessionsFile: String {
        if let state = environment["STATE_DIRECTORY"], !state.isEmpty {
            return state + "/gallery-sessions"
        }
        return directory("XDG_STATE_HOME", ".local/state") + "/heliograph/gallery-sessions"
    }

    private static var configuration: String { directory("XDG_CONFIG_HOME", ".config") }

    private static func directory(_ variable: String, _ other: String) -> String {
        if let named = environment[variable], named.hasPrefix("/") { return named }
        return (environment["HOME"] ?? "/") + "/" + other
    }
}
