internal import Glibc

/// Where lines go: standard output, most often a pipe whose reader may be slow, stop or leave.
package final class FeedOutput {
    private let descriptor: Int32
    private let stop: Int32
    private let isPipe: Bool

    /// - Parameters:
    ///   - descriptor: Where to write; a pipe or socket is made non-blocking.
    ///   - stop: Readable when writing should not wait any longer for a reader, or -1.
    package init(descriptor: Int32, stop: Int32 = -1) {
        self.descriptor = descriptor
        self.stop = stop
        var status = stat()
        fstat(descriptor, &status)
        isPipe = [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
        guard isPipe else { return }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        // F_SETPIPE_SZ, which glibc hides: a reader that keeps up is woken less often.
        _ = fcntl(descriptor, 1_031, 1 << 20)
    }

    /// The pipe or socket that a reader can leave; -1 for anything else.
    var pipe: Int32 { isPipe ? descriptor : -1 }

    /// Writes all bytes, waiting for the reader.
    ///
    /// - Returns: False when the reader has gone, or does not read while we are told to stop.
    package func write(_ bytes: [UInt8]) -> Bool {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + position }, $0.count - position)
            }
            if count >= 0 {
                position += count
            } else if errno == EAGAIN {
                guard waitForReader() else { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    private func waitForReader() -> Bool {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&polled, 2, -1) < 0, errno == EINTR {}
        if polled[0].revents != 0 { return true }
        // Told to stop with a reader that takes nothing: one more moment, then the rest is left to
        // the reader's token.
        polled[1].fd = -1
        return poll(&polled, 2, 1_000) > 0
    }

    /// Whether a descriptor is the null device, where lines reach nobody.
    package static func isDiscarded(_ descriptor: Int32) -> Bool {
        var (output, null) = (stat(), stat())
        return fstat(descriptor, &output) == 0 && stat("/dev/null", &null) == 0
            && output.st_mode & S_IFMT == S_IFCHR && output.st_rdev == null.st_rdev
    }

    /// Whether the reader of a pipe has gone.
    package var isClosed: Bool {
        guard isPipe else { return false }
        var polled = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLERR | POLLHUP) != 0
    }
}
