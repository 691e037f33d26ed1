internal import Glibc

extension Imager {
    /// The imager of this process, with as many workers as it has processors, at most four, and the cache of its user
    /// or the one that the environment names.
    package static let shared = Imager(cache: standardCache, workers: min(processors, 4))

    /// The cache, or none where it cannot be read.
    package static var standardCache: RenditionCache? {
        CacheLocation.directory(CacheLocation.environment).flatMap { directory in
            try? RenditionCache(directory: directory, limit: CacheLocation.limit(directory))
        }
    }

    private static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
