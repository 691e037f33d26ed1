internal import Glibc
internal import PhotoModel

/// The default location of a catalogue, and the paths of its files.
package enum CatalogueLocation {
    /// The path in `$HELIOGRAPH_CATALOGUE`, or else one below `$XDG_STATE_HOME` or `~/.local/state`.
    package static var standard: String {
        variable("HELIOGRAPH_CATALOGUE") ?? own
    }

    /// The path of the user's own catalogue.
    package static var own: String {
        let state = variable("XDG_STATE_HOME") ?? "\(variable("HOME") ?? "/")/.local/state"
        return "\(state)/heliograph/catalogue.sqlite"
    }

    /// Returns the option that names a catalogue in a command, with a space before it; empty for the user's own.
    ///
    /// A catalogue named by `$HELIOGRAPH_CATALOGUE` gets the option too, because the variable may not be set where the
    /// command is typed, or under `sudo`.
    package static func option(_ path: String) -> String {
        [path, resolved(path)].contains(where: [own, resolved(own)].contains)
            ? "" : " --catalogue \(ShellWord.quoted(path))"
    }

    /// Returns the existing files of a catalogue that this user may not both read and write.
    package static func closedFiles(_ path: String) -> [String] {
        let path = resolved(path)
        return ["", "-wal", "-shm", "-lock"].map { path + $0 }.filter {
            unsafe access($0, F_OK) == 0 && access($0, R_OK | W_OK) != 0
        }
    }

    /// Returns whether a path is a regular file, and its directory is that of this user.
    package static func isPlainFileInOwnDirectory(_ path: String) -> Bool {
        var (found, parent) = (stat(), stat())
        let isKnown =
            unsafe lstat(path, &found) == 0 && stat(directory(of: path), &parent) == 0
        return isKnown && found.st_mode & S_IFMT == S_IFREG && parent.st_uid == geteuid()
    }

    /// Returns the path of a catalogue without symbolic links: where its file is, or will be created.
    package static func resolved(_ path: String) -> String {
        var path = path
        // The kernel follows this many links.
        for _ in 0..<40 {
            if let found = real(path) { return found }
            let (directory, name) = split(path)
            guard let target = link(path) else {
                return real(directory).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" } ?? path
            }
            path = target.hasPrefix("/") ? target : "\(directory)/\(target)"
        }
        return path
    }

    /// Returns the directory that contains the last name of a path.
    static func directory(of path: String) -> String { split(path).directory }

    private static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let directory = String(path[..<slash])
        return (directory.isEmpty ? "/" : directory, String(path[path.index(after: slash)...]))
    }

    private static func real(_ path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    /// Returns the target of a symbolic link; nil if the path is not a link.
    package static func link(_ path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress.map {
                unsafe readlink(path, $0, buffer.count)
            } ?? -1
        }
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Returns the value of an environment variable; nil if it is unset or empty.
    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
