internal import Glibc

/// Where renditions are kept, and how much of it there may be.
package enum CacheLocation {
    /// The cache of the system service.
    package static let service = "/var/cache/heliograph"

    /// The directory of a process's cache; nil when it is to have none.
    ///
    /// `HELIOGRAPH_CACHE` names the directory, or no cache when it is empty. systemd names that of the service in
    /// `CACHE_DIRECTORY`. Otherwise it is `heliograph` in `XDG_CACHE_HOME` or `~/.cache`. `variable` gives the value of
    /// an environment variable.
    package static func directory(_ variable: (String) -> String?) -> String? {
        if let named = variable("HELIOGRAPH_CACHE") { return named.hasPrefix("/") ? named : nil }
        // Programs that import Photos may be services too, with a directory for their own.
        if let service = variable("CACHE_DIRECTORY"), service.hasSuffix("/heliograph"),
            service.hasPrefix("/"), !service.contains(":")
        {
            return service
        }
        return userDirectory(variable).map { $0 + "/heliograph" }
    }

    /// The directory of the caches of all programs of a user.
    package static func userDirectory(_ variable: (String) -> String?) -> String? {
        if let cache = variable("XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.cache"
    }

    /// The value of a variable of this process's environment.
    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The limit of a cache in bytes: 2 GB, or a twentieth of its file system.
    package static func limit(_ directory: String) -> Int64 {
        var path = directory
        var found = statvfs()
        while unsafe statvfs(path, &found) != 0 {
            guard errno == ENOENT, let slash = path.lastIndex(of: "/"), path != "/" else {
                return usualLimit
            }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        let size = Int64(clamping: UInt64(found.f_blocks) * UInt64(found.f_frsize))
        return min(usualLimit, size / 20)
    }

    private static let usualLimit: Int64 = 2_000_000_000
}
