internal import CSystemCalls
internal import Glibc
internal import Kernel

/// A trash according to the FreeDesktop.org Trash specification 1.0: `files` contains the deleted files, `info` a note
/// for each.
struct TrashDirectory {
    private static let noteEnding = Array(".trashinfo".utf8)
    /// The maximum length of a file's name in the trash, in bytes, which leaves room for the name of its note.
    static let longestName = Int(NAME_MAX) - noteEnding.count

    let path: [UInt8]
    /// The directory that the paths in its notes are relative to; nil for the home directory's trash, where they are
    /// absolute.
    private let top: [UInt8]?
    private let files: Disk.Descriptor
    private let infos: Disk.Descriptor

    func file(_ name: [UInt8]) -> DirectoryEntry {
        DirectoryEntry(name, in: files, at: path + "/files/".utf8 + name)
    }

    func info(_ name: [UInt8]) -> DirectoryEntry {
        let note = name + Self.noteEnding
        return DirectoryEntry(note, in: infos, at: path + "/info/".utf8 + note)
    }

    /// Opens a trash in a directory, and creates it with its subdirectories if it does not exist.
    ///
    /// - Throws: The reason why it is not a trash of this user.
    init(
        _ name: [UInt8],
        in parent: Disk.Descriptor,
        at path: [UInt8],
        top: [UInt8]?
    ) throws(LibraryFileError) {
        (self.path, self.top) = (path, top)
        let trash = try Self.own(DirectoryEntry(name, in: parent, at: path))
        let parts = try ["files", "info"].map { part throws(LibraryFileError) in
            let name = Array(part.utf8)
            return try Self.own(DirectoryEntry(name, in: trash, at: Disk.join(path, name)))
        }
        (files, infos) = (parts[0], parts[1])
    }

    /// Opens a directory of this user that nobody else can access, creating it if necessary.
    ///
    /// Anyone who could write to it could take or replace deleted files. Another user may have created it
    /// beforehand.
    private static func own(_ entry: DirectoryEntry) throws(LibraryFileError) -> Disk.Descriptor {
        let directory: Disk.Descriptor
        do throws(SystemError) {
            if try !entry.isTaken {
                do { try entry.makeDirectory(mode: 0o700) } catch {
                    guard error.code == EEXIST else { throw error }
                }
            }
            directory = try entry.open(O_RDONLY | O_DIRECTORY)
        } catch {
            throw LibraryFileError(error.code, "used as a trash", entry.path)
        }
        var found = stat()
        guard unsafe fstat(directory.number, &found) == 0, found.st_uid == geteuid() else {
            throw unfit(entry, "belongs to another user (number \(found.st_uid))")
        }
        guard found.st_mode & 0o777 != 0o700, fchmod(directory.number, 0o700) != 0 else {
            return directory
        }
        // On a file system without modes, they are those of the mount.
        guard found.st_mode & 0o022 == 0, found.st_mode & 0o700 == 0o700 else {
            throw unfit(entry, "may be written by others")
        }
        return directory
    }

    private static func unfit(_ entry: DirectoryEntry, _ reason: String) -> LibraryFileError {
        let path = String(decoding: entry.path, as: UTF8.self)
        return LibraryFileError(
            .noPermission,
            "\(path) \(reason), so it is no trash; look at what is in it, and remove it"
        )
    }

    /// Returns the note for a file.
    func note(of original: [UInt8], deleted time: time_t) -> [UInt8] {
        var named = original[...]
        if let top, original.starts(with: top) {
            named = original.dropFirst(top.count).drop { $0 == UInt8(ascii: "/") }
        }
        return Array(
            "[Trash Info]\nPath=\(Self.escaped(named))\nDeletionDate=\(Self.local(time))\n".utf8
        )
    }

    /// Escapes a path as in RFC 2396: bytes that are not letters, digits, marks or slashes are written like `%41`.
    private static func escaped(_ path: ArraySlice<UInt8>) -> String {
        let plain = Set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()/".utf8
        )
        return path.reduce(into: "") { text, byte in
            guard !plain.contains(byte) else {
                text.unicodeScalars.append(Unicode.Scalar(byte))
                return
            }
            let digits = String(byte, radix: 16, uppercase: true)
            text += byte < 16 ? "%0\(digits)" : "%\(digits)"
        }
    }

    private static func local(_ time: time_t) -> String {
        var (time, parts) = (time, unsafe tm())
        unsafe localtime_r(&time, &parts)
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe bytes.bindMemory(to: CChar.self).baseAddress.map {
                unsafe strftime($0, bytes.count, "%Y-%m-%dT%H:%M:%S", &parts)
            } ?? 0
        }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
