internal import CSystemCalls
internal import Glibc

extension DesktopThumbnails {
    private static let largestFile = 8 << 20

    /// Reads a file that belongs to the user.
    func read(_ path: String) -> [UInt8]? {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let file = unsafe heliograph_open_at(AT_FDCWD, path, flags)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var found = stat()
        guard unsafe fstat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
            found.st_uid == geteuid(), found.st_size <= Self.largestFile
        else { return nil }
        let size = Int(found.st_size)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            filled = unsafe max(0, Glibc.read(file, buffer.baseAddress, size))
        }
        return bytes.count == size ? bytes : nil
    }

    static func write(_ bytes: [UInt8], _ path: String) -> Bool {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(
                    file,
                    bytes.baseAddress.map { unsafe $0 + done },
                    bytes.count - done
                )
            }
            guard count > 0 else { break }
            done += count
        }
        let isClosed = close(file) == 0
        if done == bytes.count, isClosed { return true }
        unsafe unlink(path)
        return false
    }

    /// Creates the directory of a size, and returns whether it belongs to the user.
    ///
    /// Nothing is created in another user's home, so that root leaves nothing there that its owner may not change.
    func makeDirectory(_ size: Size) -> Bool {
        // Also creates the directory of all caches, as its own standard requires.
        let cache = String(directory.dropLast("/thumbnails".count))
        var parent = cache.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        for part in [cache, directory, "\(directory)/\(size.directory)"] {
            if unsafe access(part, F_OK) != 0 {
                guard Self.isOwn(parent), unsafe mkdir(part, 0o700) == 0 || errno == EEXIST else {
                    return false
                }
            }
            parent = part
        }
        return Self.isOwn(parent)
    }

    private static func isOwn(_ path: String) -> Bool {
        var found = stat()
        return unsafe fstatat(AT_FDCWD, path, &found, 0) == 0 && found.st_uid == geteuid()
    }
}
