internal import Catalogue
internal import Foundation
internal import Indexing
internal import PhotoModel

/// The conversion of paths typed by people.
package enum Paths {
    package static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        return "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    /// Replaces `~/` at the beginning with the home directory.
    static func expanded(_ path: String) -> String {
        path.hasPrefix("~/") ? home + path.dropFirst() : path
    }

    /// The directory in `$HOME`, as for the catalogue and the cache; from the user database if that is not set.
    static var home: String {
        let named = ProcessInfo.processInfo.environment["HOME"] ?? ""
        return named.hasPrefix("/") ? named : NSHomeDirectory()
    }

    /// Removes empty parts, `.` and `..` from an absolute path.
    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Returns whether a file would be in a folder, judging by the nearest existing directories.
    static func isInside(_ file: String, _ folder: [UInt8]) -> Bool {
        let file = CatalogueLocation.resolved(file) as NSString
        let real = realDirectory(file.deletingLastPathComponent)
        let slash = UInt8(ascii: "/")
        return real == folder || real.starts(with: folder.last == slash ? folder : folder + [slash])
    }

    /// Returns a folder of photos as an absolute path without symbolic links.
    ///
    /// - Throws: ``IndexingError`` if it cannot be a root, ``CatalogueError`` if the catalogue would be inside it.
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
            let user = CatalogueOwner(geteuid(), getegid()).name
            throw IndexingError(
                .noPermission,
                "no permission to read the folder \(folder); this permits it: "
                    + AccessList.reading(path, by: user)
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

    /// Returns the future path of a missing folder: an absolute path with all existing symbolic links resolved.
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
            // The kernel follows no more than that.
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

    /// Returns whether two paths lead to the same directory, as with a bind mount; false if one does not exist.
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

    /// Returns the nearest existing parent directory, without symbolic links.
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

    /// Creates the directory of a catalogue.
    ///
    /// The user's own is closed to others, because anyone who can read a catalogue can delay its indexer.
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

    /// Creates a directory and its parents; returns 0 or an error number.
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
