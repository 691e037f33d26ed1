internal import Glibc

/// A file that is written under a hidden name in its folder, and put in its place whole or not at all.
///
/// The hidden name is always the same, and locked, so that the remains of a killed process are overwritten.
final class ReplacingFile {
    /// The path of its place.
    let path: String
    /// The path until then.
    let hiddenPath: String
    let descriptor: Int32
    private var isInPlace = false

    /// Throws ``CatalogueError`` if the file cannot be created, or if another process is writing it.
    init(at path: String) throws(CatalogueError) {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        (self.path, hiddenPath) = (path, "\(path[..<slash]).\(path[slash...]).heliograph-part")
        let opened = LockFile.open(hiddenPath)
        guard opened >= 0 else { throw Self.error(path, -opened) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0, Self.isFile(opened, at: hiddenPath) else {
            close(opened)
            throw CatalogueError(.locked, "another process is writing \(path); wait until it has")
        }
        guard ftruncate(opened, 0) == 0 else {
            let code = errno
            close(opened)
            throw Self.error(path, code)
        }
        // Last: `deinit`, which deletes the file, would also run if an error was thrown after this.
        descriptor = opened
    }

    deinit {
        if !isInPlace { unsafe unlink(hiddenPath) }
        for ending in ["-journal", "-wal", "-shm", "-turns"] { unsafe unlink(hiddenPath + ending) }
        close(descriptor)
    }

    /// Returns whether an open file is the one at a path: another process may have just put its own in place.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (open, named) = (stat(), stat())
        return unsafe fstat(descriptor, &open) == 0 && lstat(path, &named) == 0
            && open.st_ino == named.st_ino && open.st_dev == named.st_dev
    }

    /// Makes the file durable, with these permissions.
    ///
    /// Throws ``CatalogueError``.
    func finish(mode: mode_t) throws(CatalogueError) {
        guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else {
            throw Self.error(path, errno)
        }
    }

    /// Gives the file its name, replacing any file that has it.
    ///
    /// Throws ``CatalogueError``.
    func putInPlace() throws(CatalogueError) {
        guard unsafe rename(hiddenPath, path) == 0 else { throw Self.error(path, errno) }
        isInPlace = true
        Self.syncDirectory(of: path)
    }

    /// Makes the names in a file's folder durable, as far as its file system can.
    static func syncDirectory(of path: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func error(_ path: String, _ code: Int32) -> CatalogueError {
        let kind: CatalogueError.Code =
            switch code {
            case EACCES, EPERM, EROFS: .noPermission
            case ENOSPC, EDQUOT: .diskFull
            default: .cannotCreate
            }
        return CatalogueError(
            kind,
            "\(path) cannot be written: \(unsafe String(cString: strerror(code)))"
        )
    }
}
