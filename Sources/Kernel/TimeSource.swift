internal import Glibc

/// The clocks, which tests can replace.
package protocol TimeSource: AnyObject {
    /// Milliseconds of the monotonic clock.
    var milliseconds: Int64 { get }
    /// Microseconds since 1970 of the realtime clock.
    var date: Int64 { get }
}

/// Reads the system's clocks.
package final class SystemClock: TimeSource, Sendable {
    package static let shared = SystemClock()

    private init() {}

    package var milliseconds: Int64 { Self.microseconds(CLOCK_MONOTONIC) / 1_000 }
    package var date: Int64 { Self.microseconds(CLOCK_REALTIME) }

    private static func microseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
