/// The part of a configuration that a systemd unit needs: the folders its service may access, and how.
package struct UnitDropIn {
    private let source: String
    private let configuration: Configuration

    /// - Parameters:
    ///   - configuration: The values of the configuration file.
    ///   - source: The absolute path of the configuration file.
    package init(_ configuration: Configuration, from source: String) {
        (self.configuration, self.source) = (configuration, source)
    }

    /// The text of the file for a unit's `.d` directory; see systemd.exec(5).
    ///
    /// The unit makes everything read-only and hides the home directories, so folders in those are bind-mounted. Other
    /// folders are not, because a bind mount would keep an unmounted disk in use.
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
