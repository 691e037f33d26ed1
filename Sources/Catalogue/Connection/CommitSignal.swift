internal import Glibc

/// Wakes a reader when any process commits to the catalogue, by watching its write-ahead log.
///
/// The log is written before its commit becomes visible and touched afterwards. The signal waits for the
/// touch, because a commit takes some dozens of writes. If a writer is killed in between, closing the log has
/// the same effect. While nothing happens, nothing is polled.
package final class CommitSignal: Sendable {
    private let descriptor: Int32
    private let stop: Int32

    /// - Parameters:
    ///   - path: The catalogue.
    ///   - stop: A descriptor that becomes readable when waiting should end, or -1.
    package init(catalogue path: String, stop: Int32 = -1) {
        self.stop = stop
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        let log = CatalogueLocation.resolved(path) + "-wal"
        unsafe inotify_add_watch(descriptor, log, UInt32(IN_ATTRIB | IN_CLOSE_WRITE))
    }

    deinit {
        close(descriptor)
    }

    /// Waits for a commit.
    ///
    /// - Parameters:
    ///   - milliseconds: The timeout; -1 for none.
    ///   - output: A pipe or socket; waiting ends when its reader closes it.
    /// - Returns: False when told to stop.
    package func wait(milliseconds: Int32 = -1, output: Int32 = -1) -> Bool {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: output, events: 0, revents: 0),
        ]
        while unsafe poll(&polled, 3, milliseconds) < 0, errno == EINTR {}
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
        return polled[1].revents == 0
    }
}
