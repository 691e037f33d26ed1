internal import Glibc

/// Seconds of a clock that nobody sets, which is the one that systemd goes by.
func monotonicSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
