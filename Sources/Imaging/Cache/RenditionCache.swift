internal import Glibc
package import Kernel
package import Renditions
internal import Synchronization

/// A cache of renditions on disk, shared by processes and by users who may read its directory.
///
/// Each rendition is a file, named after its ``ContentKey`` and request, so a lookup opens and reads one file. An
/// unreadable file counts as missing. A rendition that cannot be written is not kept, and the reason is reported.
package final class RenditionCache: PictureStore {
    private struct State {
        var directory: CacheDirectory
        /// The time until which nothing is written, because the disk was full or not writable.
        var pausedUntil: Int64 = .min
        var reason = ""
    }

    private let path: String
    private let limit: Int64
    private let clock: @Sendable () -> Int64
    private let state: Mutex<State>
    private let usage = CacheUsage()
    /// The permitted age of the recorded time of last use, in nanoseconds: an hour.
    static let useInterval: Int64 = 3_600_000_000_000
    /// The smallest limit: below it, even ordinary pictures may not fit.
    private static let least: Int64 = 16 << 20
    /// The time without writes after one failed, in nanoseconds.
    static let pause: Int64 = 10_000_000_000

    /// Opens the cache in a directory, which is created for the user alone if it does not exist.
    ///
    /// - Parameters:
    ///   - directory: An absolute path.
    ///   - limit: The most bytes its files may take; the least recently used are removed to make room for new ones.
    /// - Throws: The kernel's error if the directory does not exist and cannot be created.
    package convenience init(directory: String, limit: Int64) throws(SystemError) {
        try self.init(directory: directory, limit: limit) { CacheTime.now }
    }

    /// Opens the cache in a directory, with a clock that returns nanoseconds since 1970.
    package init(directory: String, limit: Int64, clock: @escaping @Sendable () -> Int64)
        throws(SystemError)
    {
        state = Mutex(State(directory: try CacheDirectory(directory)))
        (path, self.limit, self.clock) = (directory, limit, clock)
    }

    /// Returns the encoded rendition of a file; nil if the cache does not have it.
    package func find(_ content: ContentKey, _ request: RenditionRequest) -> Picture? {
        let key = RenditionKey(content, request)
        let directory = state.withLock { $0.directory }
        guard let file = OpenRendition(key, in: directory) else { return nil }
        switch file.read(key) {
        case .rendition(let picture):
            file.markUsed(clock(), interval: Self.useInterval)
            return picture
        case .damaged(let size):
            let removed = unsafe key.path.withPath {
                unsafe unlinkat(directory.descriptor, $0, 0) == 0
            }
            if removed { usage.addLater(-CacheUsage.cost(size)) }
            return nil
        case .unreadable: return nil
        }
    }

    /// Whether this user may write to the cache.
    package var isWritable: Bool {
        let directory = state.withLock { $0.directory }
        return unsafe faccessat(directory.descriptor, ".", W_OK, AT_EACCESS) == 0
    }

    /// Keeps the encoded file of a picture.
    ///
    /// This may take a second if older files have to be removed first.
    ///
    /// - Returns: Why nothing can be kept at present, or nil.
    @discardableResult
    package func keep(
        _ picture: Picture,
        _ content: ContentKey,
        _ request: RenditionRequest
    ) -> String? {
        guard let encoded = picture.encoded, !encoded.isEmpty,
            encoded.count <= RenditionFile.largestPicture
        else { return nil }
        let cost = CacheUsage.cost(RenditionFile.headerSize + encoded.count)
        let now = clock()
        guard cost <= limit / 4 else {
            return limit < Self.least ? "it may take \(limit / 1_000) kB only" : nil
        }
        if let reason = state.withLock({ now < $0.pausedUntil ? $0.reason : nil }) { return reason }
        guard let directory = presentDirectory() else { return rest(now, "it is gone") }
        guard directory.hasRoom else { return rest(now, "its disk is nearly full") }
        if let reason = makeRoom(cost, directory, now) { return reason }
        let key = RenditionKey(content, request)
        let header = RenditionFile.header(of: picture, encoded, key)
        do throws(SystemError) {
            let writer = RenditionWriter(directory: directory)
            let replaced = try writer.write(header, encoded, key, time: now)
            if replaced > 0 { usage.addLater(-CacheUsage.cost(replaced)) }
            return nil
        } catch {
            usage.addLater(-cost)
            return rest(now, unsafe String(cString: strerror(error.code)))
        }
    }

    /// Returns the directory, created again if somebody has removed it.
    private func presentDirectory() -> CacheDirectory? {
        state.withLock { state in
            if state.directory.isRemoved {
                guard let directory = try? CacheDirectory(path) else { return nil }
                state.directory = directory
            }
            return state.directory
        }
    }

    /// Counts the bytes, and evicts if the total exceeds the limit; returns nil if there is room.
    private func makeRoom(_ cost: Int64, _ directory: CacheDirectory, _ now: Int64) -> String? {
        let total = usage.add(cost, in: directory)
        if let total, total <= limit { return nil }
        guard let fits = evict(cost, directory, now) else {
            // Another process or thread is evicting; until it is done, the cache may exceed its limit a little. While
            // the total has not been counted yet, as in a new cache, only this process's own bytes are known.
            let isFar = (total ?? usage.unwritten) > limit + limit / 10
            if isFar { usage.addLater(-cost) }
            return isFar ? "it is full, and another process makes room" : nil
        }
        return fits ? nil : rest(now, "it is full, and nothing in it can be removed")
    }

    /// Makes room for bytes that have been counted, and corrects the total; returns whether they fit.
    ///
    /// Returns nil if another process or thread is evicting.
    private func evict(_ cost: Int64, _ directory: CacheDirectory, _ now: Int64) -> Bool? {
        CacheLock.evict(directory) {
            let counted = usage.counted(in: directory)
            let left = CacheEviction(directory: directory, limit: limit, now: now).run(needed: cost)
            let fits = left + cost <= limit
            // A picture that another thread counted before and writes after the files were listed is left out until the
            // next eviction: at most one for each thread.
            usage.correct(by: left + (fits ? cost : 0) - counted, in: directory)
            return fits
        }
    }

    /// Pauses writing for a while.
    private func rest(_ now: Int64, _ reason: String) -> String {
        state.withLock { ($0.pausedUntil, $0.reason) = (now + Self.pause, reason) }
        return reason
    }
}
