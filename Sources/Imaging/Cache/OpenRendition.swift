internal import CSystemCalls
internal import Glibc

/// A file in the cache, open for reading.
struct OpenRendition: ~Copyable {
    /// In nanoseconds since 1970.
    private let lastUse: Int64
    private let size: Int
    private let descriptor: Int32

    /// The result of reading the file.
    enum Contents {
        case rendition(Picture)
        /// The file was cut short or changed.
        case damaged(size: Int)
        case unreadable
    }

    /// Opens the file of a key; nil if it does not exist or cannot be trusted.
    init?(_ key: RenditionKey, in directory: CacheDirectory) {
        let opened = unsafe key.path.withPath { path in
            // A file that another user put there must not block the caller.
            unsafe heliograph_open_beneath(
                directory.descriptor,
                path,
                O_RDONLY | O_NONBLOCK | O_NOCTTY
            )
        }
        guard opened >= 0 else { return nil }
        var found = stat()
        guard unsafe fstat(opened, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
            directory.trusts(found.st_uid)
        else {
            close(opened)
            return nil
        }
        descriptor = opened
        size = Int(found.st_size)
        lastUse = Int64(found.st_mtim.tv_sec) * 1_000_000_000 + Int64(found.st_mtim.tv_nsec)
    }

    deinit {
        close(descriptor)
    }

    func read(_ key: RenditionKey) -> Contents {
        let count = size - RenditionFile.headerSize
        guard count >= 0, count <= RenditionFile.largestPicture else { return .damaged(size: size) }
        var header = [UInt8](repeating: 0, count: RenditionFile.headerSize)
        var result = 0
        let encoded = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            result = unsafe header.withUnsafeMutableBytes { header in
                let parts = unsafe [
                    iovec(iov_base: header.baseAddress, iov_len: header.count),
                    iovec(iov_base: buffer.baseAddress, iov_len: count),
                ]
                return unsafe readv(descriptor, parts, 2)
            }
            filled = max(0, result - RenditionFile.headerSize)
        }
        guard result >= 0 else { return .unreadable }
        guard let picture = RenditionFile.picture(header, encoded, key) else {
            return .damaged(size: size)
        }
        return .rendition(picture)
    }

    /// Records that the file was used, unless that was recorded recently or this user may only read it.
    ///
    /// Recency is kept in the modification time, because copying or searching files changes the access time.
    func markUsed(_ now: Int64, interval: Int64) {
        guard abs(now &- lastUse) >= interval else { return }
        CacheTime.set(now, descriptor)
    }
}

/// Times of files in the cache.
enum CacheTime {
    private static let unchanged = (1 << 30) - 2

    /// The current time in nanoseconds since 1970, accurate to a few milliseconds.
    static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Sets the time of last use of an open file.
    static func set(_ time: Int64, _ descriptor: Int32) {
        let times = [
            timespec(tv_sec: 0, tv_nsec: unchanged),
            timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000)),
        ]
        _ = unsafe futimens(descriptor, times)
    }
}
