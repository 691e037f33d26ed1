internal import Foundation

/// The limit on the open files of the process.
enum Descriptors {
    /// Raises the limit to the maximum, and returns it.
    static func raise() -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(kind, &limit) == 0 else { return 1_024 }
        limit.rlim_cur = limit.rlim_max
        unsafe setrlimit(kind, &limit)
        return Int(clamping: limit.rlim_max)
    }
}
