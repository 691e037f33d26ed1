internal import Glibc

/// The time, as the parts that wait and those that keep dates ask for it.
package protocol TimeSource: AnyObject {
    /// Milliseconds of a clock that nobody sets and that counts while the machine runs.
    var milliseconds: Int64 { get }
    /// Microseconds since 1970, by the clock that people set.
    var date: Int64 { get }
}

/// The clocks of the machine.
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
