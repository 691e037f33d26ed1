internal import CSystem
internal import FolderWatch
internal import Glibc

/// A trash as the FreeDesktop.org Trash specification 1.0 has it: `files` with what was deleted, `info` with
/// a note of each.
struct TrashDirectory {
    let path: [UInt8]
    /// What paths in its notes begin from; nil for the trash of the home directory, where they are absolute.
    private let top: [UInt8]?

    var files: [UInt8] { Disk.join(path, Array("files".utf8)) }
    var infos: [UInt8] { Disk.join(path, Array("info".utf8)) }

    func file(_ name: [UInt8]) -> [UInt8] { Disk.join(files, name) }
    func info(_ name: [UInt8]) -> [UInt8] {
        Disk.join(infos, name + Array(".trashinfo".utf8))
    }

    /// The note of a file.
    func note(of original: [UInt8], deleted time: time_t) -> [UInt8] {
        var named = original[...]
        if let top, original.starts(with: top) {
            named = original.dropFirst(top.count).drop { $0 == UInt8(ascii: "/") }
        }
        return Array(
            "[Trash Info]\nPath=\(Self.escaped(named))\nDeletionDate=\(Self.local(time))\n".utf8
        )
    }

    /// As RFC 2396 has it: what is no letter, digit or mark is written as `%41`, slashes aside.
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
        var (time, parts) = (time, tm())
        localtime_r(&time, &parts)
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.bindMemory(to: CChar.self).baseAddress.map {
                strftime($0, bytes.count, "%Y-%m-%dT%H:%M:%S", &parts)
            } ?? 0
        }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// The trashes that a file of a directory may go to, the best first; each is made when it is not there.
    ///
    /// - Throws: ``LibraryFileError`` when there is none and none can be made.
    static func candidates(for directory: [UInt8]) throws(LibraryFileError) -> [TrashDirectory] {
        let place = try Place(directory)
        var found: [TrashDirectory] = []
        if let home = homePath(), isWithin(home, place), make(home) == 0 {
            found.append(TrashDirectory(path: home, top: nil))
        }
        let top = top(of: directory, place)
        var failure: LibraryFileError?
        let shared = Disk.join(top, Array(".Trash".utf8))
        let isShared = Disk.stat(shared).map { $0.isDirectory && $0.mode & 0o1000 != 0 } ?? false
        let own = Array("\(getuid())".utf8)
        let paths =
            (isShared ? [Disk.join(shared, own)] : [])
            + [Disk.join(top, Array(".Trash-".utf8) + own)]
        for path in paths {
            let error = make(path)
            if error == 0 {
                found.append(TrashDirectory(path: path, top: top))
            } else {
                failure = LibraryFileError(error, "made, so there is no trash", path)
            }
        }
        if found.isEmpty, let failure { throw failure }
        return found
    }

    private static func homePath() -> [UInt8]? {
        func variable(_ name: String) -> [UInt8]? {
            let value = getenv(name).map { Array(String(cString: $0).utf8) }
            return value?.first == UInt8(ascii: "/") ? value : nil
        }
        let data = variable("XDG_DATA_HOME") ?? variable("HOME").map { $0 + "/.local/share".utf8 }
        return data.map { $0 + "/Trash".utf8 }
    }

    /// Makes a trash, for its owner only; the answer is an error number, or 0.
    private static func make(_ path: [UInt8]) -> Int32 {
        for directory in [path, path + "/files".utf8, path + "/info".utf8] {
            if let found = Disk.stat(directory) {
                guard found.isDirectory else { return ENOTDIR }
                continue
            }
            let status = FileName(directory).withCString { mkdir($0, 0o700) == 0 ? 0 : errno }
            if status == ENOENT, directory == path, make(parentsOf: path) { return make(path) }
            guard status == 0 || status == EEXIST else { return status }
        }
        return access(path) ? 0 : EACCES
    }

    private static func access(_ path: [UInt8]) -> Bool {
        FileName(path + "/files".utf8).withCString { Glibc.access($0, W_OK | X_OK) == 0 }
    }

    private static func make(parentsOf path: [UInt8]) -> Bool {
        let parent = Disk.split(path).directory
        guard !Disk.exists(parent), parent.count > 1 else { return Disk.exists(parent) }
        return make(parentsOf: parent)
            && FileName(parent).withCString { mkdir($0, 0o700) == 0 }
    }

    /// Whether a path, or what of it is there, lies in a file system.
    private static func isWithin(_ path: [UInt8], _ place: Place) -> Bool {
        var path = path
        while !Disk.exists(path), path.count > 1 { path = Disk.split(path).directory }
        return (try? Place(path)) == place
    }

    /// The topmost directory of the file system a directory is in.
    private static func top(of directory: [UInt8], _ place: Place) -> [UInt8] {
        var top = directory
        while top.count > 1 {
            let parent = Disk.split(top).directory
            guard (try? Place(parent)) == place else { break }
            top = parent
        }
        return top
    }

    /// What files can be renamed within: a file system as it is mounted somewhere.
    private struct Place: Equatable {
        let device: UInt64
        let mount: UInt64

        init(_ path: [UInt8]) throws(LibraryFileError) {
            let directory = try Disk.open(path, HELIOGRAPH_O_PATH | O_DIRECTORY)
            guard let stat = try? FileStat.of(descriptor: directory.number) else {
                throw LibraryFileError(errno, "examined", path)
            }
            var mount: UInt64 = 0
            heliograph_mount(directory.number, &mount)
            (device, self.mount) = (stat.device, mount)
        }
    }
}
