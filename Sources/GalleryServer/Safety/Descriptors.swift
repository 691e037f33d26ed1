internal import Foundation

/// How many files the process may have open.
enum Descriptors {
    /// Raises the limit to the most that is allowed, and returns it.
    static func raise() -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(kind, &limit) == 0 else { return 1_024 }
        limit.rlim_cur = limit.rlim_max
        unsafe setrlimit(kind, &limit)
        return Int(clamping: limit.rlim_max)
    }
}
