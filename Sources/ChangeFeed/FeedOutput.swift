internal import Glibc
internal import PhotoModel
internal import Synchronization

/// The destination of lines: standard output, usually a pipe whose reader may be slow, stop or leave.
package final class FeedOutput {
    private let descriptor: Int32
    private let stop: Int32
    private let isPipe: Bool
    private let isTerminal: Bool
    /// The total time that ``put(_:)`` still waits for the reader.
    private var patience: Duration = .seconds(2)
    private var spool: Spool?
    /// The error of the last write, as an `errno`; 0 if it succeeded.
    package private(set) var error: Int32 = 0

    /// The error of standard output, unless its reader merely left, as an `errno`; 0 if everything was written.
    private static let failure = Mutex<Int32>(0)

    /// The value of ``failure``: on a full disk, for example, the output is incomplete.
    package static var standardOutputError: Int32 { failure.withLock { $0 } }

    /// - Parameters:
    ///   - descriptor: The descriptor to write to; a pipe or socket is made non-blocking.
    ///   - stop: A descriptor that becomes readable when writing should no longer wait for a reader, or -1.
    package init(descriptor: Int32, stop: Int32 = -1) {
        self.descriptor = descriptor
        self.stop = stop
        var status = stat()
        unsafe fstat(descriptor, &status)
        isTerminal = isatty(descriptor) == 1
        isPipe = [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
        guard isPipe else { return }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        // F_SETPIPE_SZ, which glibc hides: with a larger pipe, a reader that keeps up is woken less often.
        _ = fcntl(descriptor, 1_031, 1 << 20)
    }

    /// The pipe or socket that a reader can leave; -1 for anything else.
    var pipe: Int32 { isPipe ? descriptor : -1 }

    /// Writes all bytes, blocking until the reader accepts them.
    ///
    /// - Returns: False if the reader has closed the output, or does not read after the request to stop.
    package func write(_ bytes: [UInt8]) -> Bool {
        write(bytes, until: nil) == bytes.count
    }

    /// Writes as much as the reader accepts until a deadline; nil waits without limit.
    ///
    /// - Returns: The number of bytes accepted; fewer than all before the deadline means that the reader has gone.
    func write(_ bytes: [UInt8], until end: ContinuousClock.Instant?) -> Int {
        guard isTerminal else { return send(bytes, until: end) }
        let shown = PrintableText.json(bytes)
        return send(shown, until: nil) == shown.count ? bytes.count : 0
    }

    private func send(_ bytes: [UInt8], until end: ContinuousClock.Instant?) -> Int {
        var position = 0
        while position < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(
                    descriptor,
                    $0.baseAddress.map { unsafe $0 + position },
                    $0.count - position
                )
            }
            error = count < 0 ? errno : 0
            if count >= 0 {
                position += count
            } else if error == EAGAIN {
                guard waitForReader(until: end) else { break }
            } else if error != EINTR {
                break
            }
        }
        let failed = error
        if descriptor == STDOUT_FILENO, ![0, EAGAIN, EPIPE].contains(failed) {
            Self.failure.withLock { $0 = failed }
        }
        return position
    }

    /// Writes all bytes without blocking for long, for use where waiting affects others, such as in a snapshot.
    ///
    /// Data that a slow reader does not accept waits in a file for ``drain()``.
    ///
    /// - Returns: False if the reader has gone.
    package func put(_ bytes: [UInt8]) -> Bool {
        if let spool { return spool.append(bytes) || (drain() && write(bytes)) }
        let start = ContinuousClock.now
        let count = write(bytes, until: start + patience)
        patience -= start.duration(to: .now)
        guard count < bytes.count else { return true }
        guard !isClosed else { return false }
        let rest = Array(bytes[count...])
        spool = Spool()
        return spool?.append(rest) == true || write(rest)
    }

    /// Writes the waiting data, blocking until the reader accepts it.
    ///
    /// - Returns: False if the reader has gone.
    package func drain() -> Bool {
        guard let waiting = spool else { return true }
        spool = nil
        return waiting.read { write($0) }
    }

    private func waitForReader(until end: ContinuousClock.Instant?) -> Bool {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        var status: Int32
        repeat {
            status = unsafe poll(&polled, 2, end.map(Self.milliseconds(until:)) ?? -1)
        } while status < 0 && errno == EINTR
        guard status != 0 else { return false }
        if polled[0].revents != 0 { return true }
        guard end == nil else { return false }
        // Asked to stop while the reader accepts nothing: waits one more second, then relies on the reader's token for
        // the rest.
        polled[1].fd = -1
        return unsafe poll(&polled, 2, 1_000) > 0
    }

    private static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
        let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
        return Int32(max(0, min(left.rounded(.up), 1e6)))
    }

    /// Returns whether a descriptor is the null device.
    package static func isDiscarded(_ descriptor: Int32) -> Bool {
        var (output, null) = (stat(), stat())
        return unsafe fstat(descriptor, &output) == 0 && stat("/dev/null", &null) == 0
            && output.st_mode & S_IFMT == S_IFCHR && output.st_rdev == null.st_rdev
    }

    /// Whether the reader of a pipe has gone.
    package var isClosed: Bool {
        guard isPipe else { return false }
        var polled = pollfd(fd: descriptor, events: 0, revents: 0)
        return unsafe poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLERR | POLLHUP) != 0
    }
}
