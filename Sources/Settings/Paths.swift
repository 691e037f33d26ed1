internal import Catalogue
internal import Foundation
internal import Indexing
internal import PhotoModel

/// Paths as people type them, made fit for use.
package enum Paths {
    package static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        return "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    /// With `~/` at the beginning as the home directory.
    static func expanded(_ path: String) -> String {
        path.hasPrefix("~/") ? home + path.dropFirst() : path
    }

    /// `$HOME`, as it is for the catalogue and the cache; what the accounts say where that is not set.
    static var home: String {
        let named = ProcessInfo.processInfo.environment["HOME"] ?? ""
        return named.hasPrefix("/") ? named : NSHomeDirectory()
    }

    /// An absolute path without empty parts, `.` and `..`.
    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Whether a file would lie in a folder, by the nearest directories that exist.
    static func isInside(_ file: String, _ folder: [UInt8]) -> Bool {
        let file = CatalogueLocation.resolved(file) as NSString
        let real = realDirectory(file.deletingLastPathComponent)
        return real == folder || real.starts(with: folder + [UInt8(ascii: "/")])
    }

    /// A folder of photos as an absolute path without symbolic links.
    ///
    /// - Throws: ``IndexingError`` when it cannot be one, ``CatalogueError`` when the catalogue
    ///   would lie in it.
    package static func root(_ folder: String, catalogue: String) throws -> [UInt8] {
        guard let resolved = unsafe realpath(folder, nil) else {
            let code = errno
            throw IndexingError(
                code == EACCES ? .noPermission : .folderMissing,
                "the folder \(folder) cannot be used: \(unsafe String(cString: strerror(code)))"
            )
        }
        defer { unsafe free(resolved) }
        let path = unsafe Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
        var status = stat()
        guard unsafe stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw IndexingError(
                .folderMissing,
                "\(folder) is a file, not a folder; name the folder it lies in"
            )
        }
        guard unsafe access(resolved, R_OK | X_OK) == 0 else {
            throw IndexingError(
                .noPermission,
                "no permission to read the folder \(folder); run as its owner, or: "
                    + "chmod o+rx \(ShellWord.quoted(path))"
            )
        }
        if isInside(catalogue, path) {
            throw CatalogueError(
                .insidePhotos,
                "the catalogue \(catalogue) would lie inside the photos folder \(folder); name "
                    + "another place with --catalogue"
            )
        }
        return path
    }

    /// Where a folder will be that is not there: an absolute path without the symbolic links that are there.
    static func awaited(_ folder: String) -> String {
        var (found, links) = ("", 0)
        var parts = Array(absolute(folder).split(separator: "/").reversed())
        while let part = parts.popLast() {
            switch part {
            case ".": continue
            case "..":
                found = String(found[..<(found.lastIndex(of: "/") ?? found.startIndex)])
                continue
            default: break
            }
            let next = "\(found)/\(part)"
            // As many as the system follows.
            guard links < 40, let target = CatalogueLocation.link(next) else {
                found = next
                continue
            }
            links += 1
            if target.hasPrefix("/") { found = "" }
            parts += target.split(separator: "/").reversed()
        }
        return found.isEmpty ? "/" : found
    }

    /// Whether two paths lead to one directory, as by a bind mount; false if one of them leads to none.
    static func isSameDirectory(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard let one = identity(one), let other = identity(other) else { return false }
        return one == other
    }

    private static func identity(_ path: [UInt8]) -> [UInt64]? {
        var status = stat()
        guard unsafe stat((path + [0]).map(CChar.init(bitPattern:)), &status) == 0 else {
            return nil
        }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    /// The nearest directory above that exists, without symbolic links.
    private static func realDirectory(_ path: String) -> [UInt8] {
        var current = path
        while true {
            if let resolved = unsafe realpath(current.isEmpty ? "/" : current, nil) {
                defer { unsafe free(resolved) }
                return unsafe Array(
                    UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))
                )
            }
            current = (current as NSString).deletingLastPathComponent
        }
    }

    /// Makes the directory of a catalogue; that of a user's own is closed to others, for who may read a catalogue may
    /// hold up its indexer.
    package static func makeDirectory(of file: String) throws {
        let isOwn = file == CatalogueLocation.own
        let resolved = CatalogueLocation.resolved(file) as NSString
        let directory = resolved.deletingLastPathComponent
        let code = make(directory, mode: isOwn ? 0o700 : 0o777)
        guard code != 0 else { return }
        throw CatalogueError(
            [EACCES, EPERM, EROFS].contains(code) ? .noPermission : .cannotCreate,
            "the directory \(directory) of the catalogue cannot be made: "
                + "\(unsafe String(cString: strerror(code))); name another place with --catalogue"
        )
    }

    /// Makes a directory with those above it; the answer is an error number, or 0.
    private static func make(_ directory: String, mode: mode_t) -> Int32 {
        if unsafe mkdir(directory, mode) == 0 { return 0 }
        guard errno == ENOENT, directory.count > 1 else {
            let code = errno
            return unsafe code == EEXIST || access(directory, F_OK) == 0 ? 0 : code
        }
        let code = make((directory as NSString).deletingLastPathComponent, mode: mode)
        guard code == 0 else { return code }
        return unsafe mkdir(directory, mode) == 0 || errno == EEXIST ? 0 : errno
    }
}
