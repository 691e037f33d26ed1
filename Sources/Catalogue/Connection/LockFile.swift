internal import Glibc
internal import Kernel

/// A file beside a catalogue that writers lock and readers cannot open.
enum LockFile {
    /// Opens the file, creating it if necessary; returns a negative error number if it cannot be used.
    ///
    /// A file created by another user is refused; permissions of one created by an earlier version are
    /// corrected.
    static func open(_ path: String) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = unsafe Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else { return -errno }
        var found = stat()
        guard unsafe fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return -EINVAL
        }
        // Its creator has it open, and could hold a lock on it forever.
        guard found.st_uid == geteuid(), found.st_nlink == 1 else {
            close(descriptor)
            return -EACCES
        }
        if found.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
        return descriptor
    }

    /// Takes a lock (flock(2)) on an open file or directory, and waits for it.
    ///
    /// `patience`: The maximum time to wait, in microseconds.
    /// Returns false if others held the lock all that time; true also for a file without such locks, or none.
    static func take(_ descriptor: Int32, _ kind: Int32, patience: UInt32) -> Bool {
        var waited: UInt32 = 0
        while descriptor >= 0, flock(descriptor, kind | LOCK_NB) != 0 {
            guard waited < patience, errno == EWOULDBLOCK || errno == EINTR else {
                return errno != EWOULDBLOCK
            }
            usleep(1_000)
            waited += 1_000
        }
        return true
    }

    /// Returns the other user who owns the file; nil if it is this user's own, or does not exist.
    static func foreignOwner(_ path: String) -> uid_t? {
        var found = stat()
        guard unsafe lstat(path, &found) == 0, found.st_uid != geteuid() else { return nil }
        return found.st_uid
    }

    /// Returns the process that holds a lock on it, from public information, without opening it.
    static func holder(_ path: String) -> String? {
        var found = stat()
        guard unsafe lstat(path, &found) == 0 else { return nil }
        let holders = listed().filter { $0.inode == found.st_ino && $0.process != "0" }
        guard !holders.isEmpty else { return nil }
        let own = Device(number: UInt64(found.st_dev))
        if let holder = holders.first(where: { $0.device == own }) { return holder.process }
        // A file system of several parts has a device number for each of them, while the table of locks has another.
        guard own.major == 0, let mounted = mountedDevice(path) else { return nil }
        return holders.first { $0.device == mounted }?.process
    }

    private struct Device: Equatable {
        let major, minor: UInt64

        init(number: UInt64) {
            (major, minor) = (number >> 8 & 0xFFF, number & 0xFF | number >> 12 & 0xFFF00)
        }

        /// `radix`: The radix of both numbers.
        init?(_ words: [Substring], radix: Int) {
            guard words.count >= 2, let major = UInt64(words[0], radix: radix),
                let minor = UInt64(words[1], radix: radix)
            else { return nil }
            (self.major, self.minor) = (major, minor)
        }
    }

    private struct Holder {
        let process: String
        let device: Device
        let inode: UInt64

        /// Reads a line such as `1: FLOCK ADVISORY WRITE 4711 fe:00:1632 0 EOF`.
        init?(_ line: Substring) {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count >= 6, words[1] == "FLOCK", words[3] == "WRITE" else { return nil }
            let place = words[5].split(separator: ":")
            guard place.count == 3, let inode = UInt64(place[2]),
                let device = Device(place, radix: 16)
            else { return nil }
            (process, self.device, self.inode) = (String(words[4]), device, inode)
        }
    }

    private static func listed() -> [Holder] {
        KernelTable.text(of: "/proc/locks").split(separator: "\n").compactMap(Holder.init)
    }

    /// Returns the device of a file's mount, as in the kernel's tables.
    private static func mountedDevice(_ path: String) -> Device? {
        let directory = Array(CatalogueLocation.directory(of: path).utf8)
        guard let opened = try? OpenDirectory(path: directory, LinuxFileSystem.shared) else {
            return nil
        }
        guard let words = MountInfo.words(of: opened.descriptor), words.count > 2 else {
            return nil
        }
        return Device(words[2].split(separator: ":"), radix: 10)
    }
}
