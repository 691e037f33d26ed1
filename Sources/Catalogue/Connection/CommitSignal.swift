internal import Glibc
internal import Synchronization

/// Wakes a reader when any process commits to the catalogue, by watching its write-ahead log.
///
/// The log is written before its commit becomes visible and touched afterwards. The signal waits for the
/// touch, because a commit takes some dozens of writes. If a writer is killed in between, closing the log has
/// the same effect. While nothing happens, nothing is polled.
///
/// If there can be no watch, because the limits of inotify are reached or the log does not exist yet, the reader is
/// woken once a second, and the watch is tried again.
package final class CommitSignal: Sendable {
    private static let pollInterval: Int32 = 1_000

    private let log: String
    private let descriptor: Int32
    private let stop: Int32
    /// The watch of the log, or -1.
    private let watch = Atomic<Int32>(-1)

    /// - Parameters:
    ///   - path: The catalogue.
    ///   - stop: A descriptor that becomes readable when waiting should end, or -1.
    package init(catalogue path: String, stop: Int32 = -1) {
        self.stop = stop
        log = CatalogueLocation.resolved(path) + "-wal"
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        _ = addWatch()
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Watches the log that is there now.
    ///
    /// - Returns: Whether the watch is a new one: commits before it have not woken the reader.
    private func addWatch() -> Bool {
        // A log that is moved or removed no longer belongs to the catalogue.
        let events = UInt32(IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVE_SELF | IN_DELETE_SELF)
        let found = unsafe inotify_add_watch(descriptor, log, events)
        let earlier = watch.exchange(found, ordering: .relaxed)
        return found >= 0 && found != earlier
    }

    /// Waits for a commit; may also return without one.
    ///
    /// - Parameters:
    ///   - milliseconds: The timeout; -1 to wait without one.
    ///   - output: A pipe or socket; waiting ends when its reader closes it.
    /// - Returns: False if waiting should end.
    package func wait(milliseconds: Int32 = -1, output: Int32 = -1) -> Bool {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: output, events: 0, revents: 0),
        ]
        let timeout = addWatch() ? 0 : timeout(milliseconds)
        while unsafe poll(&polled, 3, timeout) < 0, errno == EINTR {}
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
        return polled[1].revents == 0
    }

    private func timeout(_ milliseconds: Int32) -> Int32 {
        guard watch.load(ordering: .relaxed) < 0 else { return milliseconds }
        return milliseconds < 0 ? Self.pollInterval : min(milliseconds, Self.pollInterval)
    }
}
