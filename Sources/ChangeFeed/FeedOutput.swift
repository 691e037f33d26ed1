internal import Glibc
internal import PhotoModel
internal import Synchronization

/// Where lines go: standard output, most often a pipe whose reader may be slow, stop or leave.
package final class FeedOutput {
    private let descriptor: Int32
    private let stop: Int32
    private let isPipe: Bool
    private let isTerminal: Bool
    /// How long ``put(_:)`` still waits for the reader, in all.
    private var patience: Duration = .seconds(2)
    private var spool: Spool?
    /// Why the last bytes could not be written, as an `errno`; 0 if they were.
    package private(set) var error: Int32 = 0

    /// Why standard output did not take something, though nobody left it, as an `errno`; 0 if it took all.
    private static let failure = Mutex<Int32>(0)

    /// What ``failure`` is: on a full disk what was printed is not all.
    package static var standardOutputError: Int32 { failure.withLock { $0 } }

    /// - Parameters:
    ///   - descriptor: Where to write; a pipe or socket is made non-blocking.
    ///   - stop: Readable when writing should not wait any longer for a reader, or -1.
    package init(descriptor: Int32, stop: Int32 = -1) {
        self.descriptor = descriptor
        self.stop = stop
        var status = stat()
        unsafe fstat(descriptor, &status)
        isTerminal = isatty(descriptor) == 1
        isPipe = [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
        guard isPipe else { return }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        // F_SETPIPE_SZ, which glibc hides: a reader that keeps up is woken less often.
        _ = fcntl(descriptor, 1_031, 1 << 20)
    }

    /// The pipe or socket that a reader can leave; -1 for anything else.
    var pipe: Int32 { isPipe ? descriptor : -1 }

    /// Writes all bytes, blocking until the reader accepts them.
    ///
    /// - Returns: False when the reader has closed the output, or does not read while we are told to stop.
    package func write(_ bytes: [UInt8]) -> Bool {
        write(bytes, until: nil) == bytes.count
    }

    /// Writes what the reader takes until some time; nil waits for as long as it takes.
    ///
    /// - Returns: How many bytes were taken; when time is left, and not all of them were, the reader has gone.
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

    /// Writes all bytes without being held up, where waiting costs others, such as in a snapshot.
    ///
    /// What a slow reader does not take waits in a file for ``drain()``.
    ///
    /// - Returns: False when the reader has gone.
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

    /// Writes what waits, for as long as the reader takes.
    ///
    /// - Returns: False when the reader has gone.
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
        // Told to stop with a reader that takes nothing: one more moment, then the rest is left to
        // the reader's token.
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
