internal import Glibc

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

    /// Who else it belongs to; nil when it is this user's, or not there.
    static func foreignOwner(_ path: String) -> uid_t? {
        var found = stat()
        guard unsafe lstat(path, &found) == 0, found.st_uid != geteuid() else { return nil }
        return found.st_uid
    }

    /// Returns the process that holds a lock on it, from public information, without opening it.
    static func holder(_ path: String) -> String? {
        var found = stat()
        guard unsafe lstat(path, &found) == 0, let table = unsafe fopen("/proc/locks", "r") else {
            return nil
        }
        defer { unsafe fclose(table) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { unsafe free(line) }
        while unsafe getline(&line, &room, table) >= 0 {
            guard let text = unsafe line.map({ unsafe String(cString: $0) }) else { return nil }
            if let holder = holder(text.split(whereSeparator: \.isWhitespace), found) {
                return holder
            }
        }
        return nil
    }

    /// Of a line such as `1: FLOCK ADVISORY WRITE 4711 fe:00:1632 0 EOF`.
    private static func holder(_ words: [Substring], _ file: stat) -> String? {
        guard words.count >= 6, words[1] == "FLOCK", words[3] == "WRITE" else { return nil }
        let place = words[5].split(separator: ":")
        guard place.count == 3, place[2] == "\(file.st_ino)",
            let major = UInt64(place[0], radix: 16),
            let minor = UInt64(place[1], radix: 16)
        else { return nil }
        // A file system of many parts has a device for each, and the table another.
        let device = UInt64(file.st_dev)
        let (ownMajor, ownMinor) = (device >> 8 & 0xFFF, device & 0xFF | device >> 12 & 0xFFF00)
        let isSame = (major, minor) == (ownMajor, ownMinor) || (major == 0 && ownMajor == 0)
        return isSame && words[4] != "0" ? String(words[4]) : nil
    }
}
