internal import Glibc
internal import PhotoModel

/// The default location of a catalogue.
package enum CatalogueLocation {
    /// `$HELIOGRAPH_CATALOGUE`, else below `$XDG_STATE_HOME` or `~/.local/state`.
    package static var standard: String {
        variable("HELIOGRAPH_CATALOGUE") ?? own
    }

    /// Where a user's own lies.
    package static var own: String {
        let state = variable("XDG_STATE_HOME") ?? "\(variable("HOME") ?? "/")/.local/state"
        return "\(state)/heliograph/catalogue.sqlite"
    }

    /// What names a catalogue in a line to type, with a space before it; empty for a user's own.
    ///
    /// One that `$HELIOGRAPH_CATALOGUE` names here is named, for where the line is typed, or behind `sudo`, that may
    /// not be set.
    package static func option(_ path: String) -> String {
        [path, resolved(path)].contains(where: [own, resolved(own)].contains)
            ? "" : " --catalogue \(ShellWord.quoted(path))"
    }

    /// The files of a catalogue that are there, and that this user may not write.
    package static func closedFiles(_ path: String) -> [String] {
        let path = resolved(path)
        return ["", "-wal", "-shm", "-lock"].map { path + $0 }.filter {
            unsafe access($0, F_OK) == 0 && access($0, R_OK | W_OK) != 0
        }
    }

    /// The path of a catalogue without symbolic links: where its file is, or will be made.
    package static func resolved(_ path: String) -> String {
        var path = path
        // As many links as the kernel follows.
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

    /// The directory that a path's last name is in.
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

    /// Where a symbolic link leads; nil for what is none.
    package static func link(_ path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress.map {
                unsafe readlink(path, $0, buffer.count)
            } ?? -1
        }
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// An environment variable, unless it is empty.
    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
