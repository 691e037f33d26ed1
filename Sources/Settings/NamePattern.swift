internal import FolderWatch

/// Patterns for ignored names, in the form that users write.
package enum NamePattern {
    /// Returns the error in the first pattern that cannot match any name, and how to write it; nil if all can match.
    package static func mistake(in patterns: [String]) -> String? {
        if patterns.contains("") { return "a pattern is empty" }
        let rules = NameFilter.builtIn
        let isUnknown = { (name: String) in !rules.contains(String(name.dropFirst())) }
        if let name = patterns.first(where: { $0.first == NameFilter.restoring && isUnknown($0) }) {
            return
                "\(name) is not one of the built-in rules after the !, which are: \(rules.joined(separator: ", "))"
        }
        guard let path = patterns.first(where: { $0.contains("/") }) else { return nil }
        let name = path.split(separator: "/").last.map(String.init) ?? "*.bak"
        return """
            \(path) has a / in it, and patterns are compared to names of files and directories, not to paths; \
            write: \(name)
            """
    }
}
