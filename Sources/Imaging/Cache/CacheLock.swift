internal import Glibc
internal import Synchronization

/// Locks on files that processes share.
///
/// They are locks of fcntl(2) and not of flock(2), which a child would hold until it has begun its own program,
/// whoever forks it. They are a process's, and end when it closes any descriptor of the file: threads
/// keep each other out themselves.
enum CacheLock {
    /// Held by the thread that has a shared file open.
    static let files = Mutex(())
    /// Which directories this process evicts from, by device and inode.
    private static let evicting = Mutex<Set<[UInt64]>>([])

    /// Takes the lock of an open file for as long as it is open; false when another process has it.
    static func take(_ file: Int32) -> Bool {
        var lock = Glibc.flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        return unsafe fcntl(file, F_SETLK, &lock) == 0
    }

    /// Calls `body` as the only one of all processes that evicts from a directory; nil when another does.
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
    /// Opens a file that all who may write into the directory share, and makes it where there is none.
    func openShared(_ name: String) -> Int32? {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        var file = unsafe openat(descriptor, name, flags & ~O_CREAT)
        if file < 0, errno == ENOENT {
            file = unsafe openat(descriptor, name, flags, 0o600)
            if file >= 0 { settle(file, sharedFileMode) }
        }
        guard file >= 0 else { return nil }
        // Not what somebody has given that name besides its own, to have it written to.
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
