internal import Glibc
internal import Synchronization

/// Locks on files that processes share.
///
/// They are fcntl(2) locks, because any child process would hold a flock(2) lock until it executes its own program.
/// fcntl locks belong to the process and end when it closes any descriptor of the file, so threads have to exclude each
/// other themselves.
enum CacheLock {
    /// Held by the thread that has a shared file open.
    static let files = Mutex(())
    /// The directories that this process is evicting from, by device and inode.
    private static let evicting = Mutex<Set<[UInt64]>>([])

    /// Locks an open file until it is closed; returns false if another process holds the lock.
    static func take(_ file: Int32) -> Bool {
        var lock = Glibc.flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        return unsafe fcntl(file, F_SETLK, &lock) == 0
    }

    /// Calls `body` as the only process that evicts from a directory; returns nil if another one is evicting.
    static func evict<Result>(_ directory: CacheDirectory, _ body: () -> Result?) -> Result? {
        let identity = directory.identity
        guard evicting.withLock({ $0.insert(identity).inserted }) else { return nil }
        defer { evicting.withLock { _ = $0.remove(identity) } }
        guard let file = directory.openShared("eviction") else { return nil }
        defer { close(file) }
        return take(file) ? body() : nil
    }
}

extension CacheDirectory {
    /// Opens a file shared by everybody with write access to the directory, creating it if it does not exist.
    func openShared(_ name: String) -> Int32? {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        var file = unsafe openat(descriptor, name, flags & ~O_CREAT)
        if file < 0, errno == ENOENT {
            file = unsafe openat(descriptor, name, flags, 0o600)
            if file >= 0 { settle(file, sharedFileMode) }
        }
        guard file >= 0 else { return nil }
        // Rejects a hard link, which somebody could have placed here to have its target written to.
        var found = stat()
        guard unsafe fstat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
            found.st_nlink == 1
        else {
            close(file)
            return nil
        }
        return file
    }
}
