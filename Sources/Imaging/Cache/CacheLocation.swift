internal import Glibc

/// The directories of caches, and how large a cache may become.
package enum CacheLocation {
    /// The cache of the system service.
    package static let service = "/var/cache/heliograph"

    /// Returns the directory of a process's cache; nil if it should have no cache.
    ///
    /// `HELIOGRAPH_CACHE` names the directory, or disables the cache if it is empty. systemd passes the service's
    /// directory in `CACHE_DIRECTORY`. The default is `heliograph` in `XDG_CACHE_HOME` or `~/.cache`. `variable`
    /// returns the value of an environment variable.
    package static func directory(_ variable: (String) -> String?) -> String? {
        if let named = variable("HELIOGRAPH_CACHE") { return named.hasPrefix("/") ? named : nil }
        // Programs that import Photos may be services too, with a cache directory of their own.
        if let service = variable("CACHE_DIRECTORY"), service.hasSuffix("/heliograph"),
            service.hasPrefix("/"), !service.contains(":")
        {
            return service
        }
        return userDirectory(variable).map { $0 + "/heliograph" }
    }

    /// Returns the directory that holds the caches of all of a user's programs.
    package static func userDirectory(_ variable: (String) -> String?) -> String? {
        if let cache = variable("XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.cache"
    }

    /// Returns the value of an environment variable of this process.
    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Returns the size limit of a cache in bytes: 2 GB, or a twentieth of its file system.
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
