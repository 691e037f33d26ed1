package import Glibc

/// The user who owns a catalogue: root works on it as that user, so that nothing in it gives that user more
/// rights.
///
/// It is the first user other than root among the owners of the symbolic links on the way to it, of its file,
/// and of the directories above it, each of whom could replace it. A catalogue that does not exist yet
/// belongs to the owner of the directory it will be in.
package struct CatalogueOwner: Sendable {
    package let identifier: uid_t
    package let group: gid_t
    /// The user's name, or number where there is none.
    package let name: String
    /// As `sudo -u` takes it.
    package var account: String { home == nil ? "'#\(identifier)'" : name.quotedForShell }
    private let home: String?

    /// Nil when it is root's alone.
    package init?(of catalogue: String) {
        var way = PathOwners()
        way.walk(catalogue)
        guard let owner = way.inOrder.first(where: { $0.user != 0 }) else { return nil }
        self.init(owner.user, owner.group)
    }

    package init(_ user: uid_t, _ group: gid_t) {
        let entry = unsafe getpwuid(user)
        identifier = user
        self.group = unsafe entry?.pointee.pw_gid ?? group
        name = unsafe entry.map { unsafe String(cString: $0.pointee.pw_name) } ?? "\(user)"
        home = unsafe entry.map { unsafe String(cString: $0.pointee.pw_dir) }
    }

    /// Has root, if it is root who asks, go on as the owner of a catalogue, for good.
    ///
    /// - Throws: ``CatalogueError`` when that cannot be, with the line to type.
    package static func act(on catalogue: String) throws(CatalogueError) {
        guard geteuid() == 0, let owner = CatalogueOwner(of: catalogue) else { return }
        guard owner.become() else {
            let line = CommandLine.arguments.dropFirst().map(\.quotedForShell)
            throw CatalogueError(
                .noPermission,
                "the catalogue \(catalogue) is that of \(owner.name), and this process cannot go on "
                    + "as another user; type: "
                    + (["sudo -u", owner.account, "heliograph"] + line)
                    .joined(separator: " ")
            )
        }
    }

    /// Root that does not act as the owner has no business writing what is another's: its programs would follow
    /// what the owner left in their way.
    static func refuseRoot(_ catalogue: String) throws(CatalogueError) {
        guard geteuid() == 0, let owner = CatalogueOwner(of: catalogue) else { return }
        throw CatalogueError(
            .noPermission,
            "the catalogue \(catalogue) is that of \(owner.name); root has no permission to write it "
                + "otherwise than as that user: sudo -u \(owner.account)"
        )
    }

    /// Goes on as that user, for good; false when that cannot be.
    package func become() -> Bool {
        let hasGroups =
            unsafe home == nil ? setgroups(1, [group]) == 0 : initgroups(name, group) == 0
        guard hasGroups, setgid(group) == 0, setuid(identifier) == 0, setuid(0) != 0 else {
            return false
        }
        leaveHome()
        return true
    }

    /// What is root's in the environment is no place for what is the user's.
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
    /// Fit for a shell, whatever is in it.
    package var quotedForShell: String {
        let plain = allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "/._-@:".contains($0))
        }
        return plain && !isEmpty ? self : "'\(replacing("'", with: #"'\''"#))'"
    }
}
