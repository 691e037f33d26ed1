internal import Glibc

/// How much a re-check looks at.
enum RescanExtent {
    /// The directories, and the files of those that may have changed since they were listed.
    case changedDirectories
    case everything
}

/// When everything is re-checked although nothing says that it has to be.
package enum RescanPlan: Equatable, Sendable {
    case never
    /// Again and again, after so many seconds and up to a quarter more or less.
    case every(seconds: Double)
    /// Once a day, so many minutes after midnight by the clock of the machine's time zone.
    case daily(minute: Int)

    /// The next time of a daily re-check.
    ///
    /// Where clocks are put forward over it, it is the same time after the last midnight as if they were not.
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
