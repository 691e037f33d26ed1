package import Glibc

/// The user who owns a catalogue.
///
/// Root works on a catalogue as this user, so that nothing in it gives the user more rights. The owner is the first
/// user other than root among the owners of the symbolic links on the way to it, of its file, and of the directories
/// above it, each of whom could replace it. A catalogue that does not exist yet belongs to the owner of its future
/// directory.
package struct CatalogueOwner: Sendable {
    package let identifier: uid_t
    package let group: gid_t
    /// The user's name, or number if the user has no name.
    package let name: String
    /// The user as an argument of `sudo -u`.
    package var account: String { home == nil ? "'#\(identifier)'" : name.quotedForShell }
    private let home: String?

    /// Returns nil if the catalogue belongs to root alone.
    package init?(of catalogue: String) {
        var way = PathOwners()
        way.walk(catalogue)
        guard let owner = way.inOrder.first(where: { $0.user != 0 }) else { return nil }
        self.init(owner.user, owner.group)
    }

    /// The beginning of a command line that runs as this user; empty for the user of this process.
    package var prefix: String { identifier == geteuid() ? "" : explicitPrefix }

    /// The beginning of a command line that runs as this user, whoever types it.
    package var explicitPrefix: String { "sudo -u \(account) " }

    /// Returns the beginning of a command line that writes a catalogue; empty for one's own.
    package static func prefix(_ catalogue: String) -> String {
        CatalogueOwner(of: catalogue)?.prefix ?? ""
    }

    /// Returns advice to run this program as the owner of a catalogue; without a line for one's own.
    static func advice(_ catalogue: String) -> String {
        let prefix = prefix(catalogue)
        guard !prefix.isEmpty else { return "run as its owner" }
        return "run as its owner: \(prefix)heliograph …\(CatalogueLocation.option(catalogue))"
    }

    package init(_ user: uid_t, _ group: gid_t) {
        let entry = unsafe getpwuid(user)
        identifier = user
        self.group = unsafe entry?.pointee.pw_gid ?? group
        name = unsafe entry.map { unsafe String(cString: $0.pointee.pw_name) } ?? "\(user)"
        home = unsafe entry.map { unsafe String(cString: $0.pointee.pw_dir) }
    }

    /// Permanently switches the process, if it is root's, to the owner of a catalogue.
    ///
    /// - Throws: ``CatalogueError`` with the command to type if that is not possible.
    package static func act(on catalogue: String) throws(CatalogueError) {
        guard geteuid() == 0, let owner = CatalogueOwner(of: catalogue) else { return }
        guard owner.become() else {
            let line = CommandLine.arguments.dropFirst().map(\.quotedForShell)
            throw CatalogueError(
                .noPermission,
                "the catalogue \(catalogue) is that of \(owner.name), and this process cannot go on "
                    + "as another user; type: \(owner.explicitPrefix)heliograph "
                    + line.joined(separator: " ")
            )
        }
    }

    /// Throws if root would write another user's catalogue: programs of root would follow whatever the owner left in
    /// their way.
    static func refuseRoot(_ catalogue: String) throws(CatalogueError) {
        guard geteuid() == 0, let owner = CatalogueOwner(of: catalogue) else { return }
        throw CatalogueError(
            .noPermission,
            "the catalogue \(catalogue) is that of \(owner.name); root has no permission to write it "
                + "otherwise than as that user: sudo -u \(owner.account)"
        )
    }

    /// Permanently switches the process to this user; returns false if that is not possible.
    package func become() -> Bool {
        let hasGroups =
            unsafe home == nil ? setgroups(1, [group]) == 0 : initgroups(name, group) == 0
        guard hasGroups, setgid(group) == 0, setuid(identifier) == 0, setuid(0) != 0 else {
            return false
        }
        leaveHome()
        return true
    }

    /// Removes root's directories from the environment, because the user's files do not belong there.
    private func leaveHome() {
        if let home { unsafe setenv("HOME", home, 1) } else { unsafe unsetenv("HOME") }
        for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
            var found = stat()
            let path = unsafe getenv(name).map { unsafe String(cString: $0) }
            if let path, unsafe stat(path, &found) != 0 || found.st_uid != identifier {
                unsafe unsetenv(name)
            }
        }
    }
}

extension String {
    /// The text quoted for a shell, whatever it contains.
    package var quotedForShell: String {
        let plain = allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "/._-@:".contains($0))
        }
        return plain && !isEmpty ? self : "'\(replacing("'", with: #"'\''"#))'"
    }
}
