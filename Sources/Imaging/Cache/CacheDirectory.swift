internal import CSystemCalls
internal import Glibc
internal import Kernel

/// The open directory of a cache, which several processes and users may share.
///
/// Its mode says who may read what is in it: files and directories below get the same, whatever the umask. Files are
/// trusted when they are its owner's, root's or one's own. Others who may write into the directory could
/// otherwise show everybody their pictures instead of the right ones.
final class CacheDirectory: Sendable {
    let descriptor: Int32
    private let user = geteuid()
    private let owner: UInt32
    private let group: UInt32
    private let mode: UInt32
    /// Its device and inode.
    let identity: [UInt64]

    /// Opens a directory, and makes it for the user alone where there is none.
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

    /// The mode of pictures: nobody writes into one again.
    var fileMode: mode_t { (mode & 0o444) | 0o600 }
    /// The mode of files that all add to who may write into the directory.
    var sharedFileMode: mode_t { (mode & 0o222) << 1 | (mode & 0o222) | 0o600 }
    /// The mode of directories, with sticky and set-group-ID bits.
    private var directoryMode: mode_t { (mode & 0o7777) | 0o700 }

    /// Has an open file belong to whom the directory says, whatever the umask was.
    func settle(_ file: Int32, _ mode: mode_t) {
        if user == 0, owner != 0 {
            fchown(file, owner, group)
        } else if getegid() != group {
            fchown(file, UInt32.max, group)
        }
        fchmod(file, mode)
    }

    /// Opens one of the directories that pictures lie in, and makes it where there is none.
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

    /// Whether it was removed since it was opened.
    var isRemoved: Bool {
        var found = stat()
        return unsafe fstat(descriptor, &found) == 0 && found.st_nlink == 0
    }

    /// Whether so much of its file system is free that a cache may take some of it.
    var hasRoom: Bool {
        var found = statvfs()
        guard unsafe fstatvfs(descriptor, &found) == 0 else { return false }
        let unit = UInt64(found.f_frsize)
        let reserve = min(UInt64(found.f_blocks) * unit / 50, 256 << 20)
        return UInt64(found.f_bavail) * unit > reserve
    }

    /// Makes a directory, and those that it lies in.
    private static func make(_ path: String) {
        var (part, parent) = ("", "/")
        for piece in path.split(separator: "/") {
            part += "/" + piece
            if unsafe mkdir(part, 0o700) == 0, geteuid() == 0 { give(part, toOwnerOf: parent) }
            parent = part
        }
    }

    /// What root makes in a user's home is the user's.
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
