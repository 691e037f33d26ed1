internal import Glibc

/// The extent of a re-check.
enum RescanExtent {
    /// All directories, and the files of those that may have changed since they were listed.
    case changedDirectories
    case everything
}

/// The times at which everything is re-checked without any reported change.
package enum RescanPlan: Equatable, Sendable {
    case never
    /// Repeatedly, with an interval in seconds that varies by up to a quarter.
    case every(seconds: Double)
    /// Once a day, at a number of minutes after midnight in the machine's time zone.
    case daily(minute: Int)

    /// The next time of a daily re-check.
    ///
    /// If clocks are put forward past it, it comes as long after the last midnight as if they were not.
    ///
    /// - Parameters:
    ///   - minute: Minutes after midnight.
    ///   - date: Microseconds since 1970.
    /// - Returns: Microseconds since 1970, later than `date`.
    static func next(_ minute: Int, after date: Int64) -> Int64 {
        var seconds = time_t(date / 1_000_000)
        var today = unsafe tm()
        unsafe localtime_r(&seconds, &today)
        for day: Int32 in 0...2 {
            var time = unsafe today
            unsafe time.tm_mday += day
            unsafe (time.tm_hour, time.tm_min) = (Int32(minute / 60), Int32(minute % 60))
            unsafe (time.tm_sec, time.tm_isdst) = (0, -1)
            let next = unsafe Int64(mktime(&time)) * 1_000_000
            if next > date { return next }
        }
        return date + 86_400_000_000
    }
}
