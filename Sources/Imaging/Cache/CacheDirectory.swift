internal import CSystemCalls
internal import Glibc
internal import Kernel

/// The open directory of a cache, which several processes and users may share.
///
/// Its mode decides who may read its contents: files and directories below it get the same access, whatever the umask
/// is. A file is trusted if it belongs to the directory's owner, to root or to this user. Anyone else with write access
/// could otherwise put their own pictures in place of the right ones.
final class CacheDirectory: Sendable {
    let descriptor: Int32
    private let user = geteuid()
    private let owner: UInt32
    private let group: UInt32
    private let mode: UInt32
    /// The directory's device and inode.
    let identity: [UInt64]

    /// Opens a directory, creating it for the user alone if it does not exist.
    init(_ path: String) throws(SystemError) {
        let flags = O_RDONLY | O_DIRECTORY
        var opened = unsafe heliograph_open_at(AT_FDCWD, path, flags)
        if opened == -ENOENT {
            Self.make(path)
            opened = unsafe heliograph_open_at(AT_FDCWD, path, flags)
        }
        guard opened >= 0 else { throw SystemError(code: -opened) }
        var found = stat()
        guard unsafe fstat(opened, &found) == 0 else {
            let code = errno
            close(opened)
            throw SystemError(code: code)
        }
        descriptor = opened
        (owner, group, mode) = (found.st_uid, found.st_gid, found.st_mode)
        identity = [UInt64(found.st_dev), UInt64(found.st_ino)]
    }

    deinit {
        close(descriptor)
    }

    func trusts(_ user: UInt32) -> Bool { user == self.user || user == owner || user == 0 }

    /// The mode of pictures, which are never written to again.
    var fileMode: mode_t { (mode & 0o444) | 0o600 }
    /// The mode of files that everybody with write access to the directory updates.
    var sharedFileMode: mode_t { (mode & 0o222) << 1 | (mode & 0o222) | 0o600 }
    /// The mode of directories, including the sticky and set-group-ID bits.
    private var directoryMode: mode_t { (mode & 0o7777) | 0o700 }

    /// Gives an open file the owner and mode that the directory prescribes, whatever the umask was.
    func settle(_ file: Int32, _ mode: mode_t) {
        if user == 0, owner != 0 {
            fchown(file, owner, group)
        } else if getegid() != group {
            fchown(file, UInt32.max, group)
        }
        fchmod(file, mode)
    }

    /// Opens one of the subdirectories that hold pictures, creating it if it does not exist.
    func openPart(_ path: CachePath) throws(SystemError) -> Int32 {
        let flags = O_RDONLY | O_DIRECTORY
        var opened = unsafe path.withDirectory { name in
            unsafe heliograph_open_beneath(descriptor, name, flags)
        }
        if opened == -ENOENT {
            let made = unsafe path.withDirectory {
                unsafe mkdirat(descriptor, $0, 0o700) == 0 ? 0 : errno
            }
            guard made == 0 || made == EEXIST else { throw SystemError(code: made) }
            opened = unsafe path.withDirectory { name in
                unsafe heliograph_open_beneath(descriptor, name, flags)
            }
            if made == 0, opened >= 0 { settle(opened, directoryMode) }
        }
        guard opened >= 0 else { throw SystemError(code: -opened) }
        return opened
    }

    /// Whether the directory was removed since it was opened.
    var isRemoved: Bool {
        var found = stat()
        return unsafe fstat(descriptor, &found) == 0 && found.st_nlink == 0
    }

    /// Whether its file system has enough free space for a cache to take some of it.
    var hasRoom: Bool {
        var found = statvfs()
        guard unsafe fstatvfs(descriptor, &found) == 0 else { return false }
        let unit = UInt64(found.f_frsize)
        let reserve = min(UInt64(found.f_blocks) * unit / 50, 256 << 20)
        return UInt64(found.f_bavail) * unit > reserve
    }

    /// Creates a directory and its missing parents.
    private static func make(_ path: String) {
        var (part, parent) = ("", "/")
        for piece in path.split(separator: "/") {
            part += "/" + piece
            if unsafe mkdir(part, 0o700) == 0, geteuid() == 0 { give(part, toOwnerOf: parent) }
            parent = part
        }
    }

    /// Gives a directory that root created in a user's home to that user.
    private static func give(_ path: String, toOwnerOf parent: String) {
        let directory = unsafe heliograph_open_at(
            AT_FDCWD,
            path,
            O_RDONLY | O_DIRECTORY | O_NOFOLLOW
        )
        guard directory >= 0 else { return }
        defer { close(directory) }
        var found = stat()
        guard unsafe fstatat(AT_FDCWD, parent, &found, 0) == 0, found.st_uid != 0 else { return }
        fchown(directory, found.st_uid, found.st_gid)
    }
}
