/// What a systemd unit has to know of a configuration: which folders its service is to see, and how.
package struct UnitDropIn {
    private let source: String
    private let configuration: Configuration

    /// - Parameters:
    ///   - configuration: The values of the file.
    ///   - source: The absolute path of the configuration file.
    package init(_ configuration: Configuration, from source: String) {
        (self.configuration, self.source) = (configuration, source)
    }

    /// The file for a unit's `.d` directory; see systemd.exec(5).
    ///
    /// The unit makes everything read-only and empties the home directories. Folders in those are bound into
    /// place. The others are not: a bind mount would keep a disk that was unmounted.
    package var text: String {
        let lines = configuration.roots.map(Paths.expanded).map(Paths.normalized).map(line)
        return "# Made from \(source) at every start and `systemctl daemon-reload`.\n[Service]\n"
            + lines.joined()
    }

    private func line(_ root: String) -> String {
        guard !root.contains(where: \.isNewline) else {
            return "# A folder with a line break in its name cannot be named here.\n"
        }
        let isWritable = configuration.isReadOnly == false
        let isHidden = ["/home/", "/root/", "/run/user/"].contains { "\(root)/".hasPrefix($0) }
        if isHidden {
            let key = isWritable ? "BindPaths" : "BindReadOnlyPaths"
            return "\(key)=\"-\(escaped(root).replacing(":", with: #"\\:"#))\"\n"
        }
        return "\(isWritable ? "ReadWritePaths" : "ReadOnlyPaths")=\"-\(escaped(root))\"\n"
    }

    private func escaped(_ path: String) -> String {
        path.replacing(#"\"#, with: #"\\"#).replacing("\"", with: #"\""#).replacing("%", with: "%%")
    }
}
