internal import Glibc
internal import PhotoModel
internal import Synchronization

extension Imager {
    private static let imagers = Mutex<[[String]: Imager]>([:])

    /// Returns this process's imager for a catalogue, with one worker per processor, at most four.
    ///
    /// Its cache is the directory named in the environment. By default the service's catalogue uses the service's
    /// cache, with the user's cache for whatever cannot be written there; any other catalogue uses the user's cache.
    package static func shared(catalogue: String) -> Imager {
        let directories = CacheLocation.directories(catalogue: catalogue)
        return imagers.withLock { imagers in
            if let imager = imagers[directories] { return imager }
            let caches = directories.compactMap { directory in
                try? RenditionCache(directory: directory, limit: CacheLocation.limit(directory))
            }
            let imager = Imager(
                cache: caches.isEmpty ? nil : LayeredStore(caches),
                workers: min(processors, 4)
            )
            imagers[directories] = imager
            return imager
        }
    }

    /// This process's imager for files that are in no library.
    package static var shared: Imager { shared(catalogue: "") }

    private static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

extension CacheLocation {
    /// Returns the cache directories for a catalogue, the service's first.
    package static func directories(catalogue: String) -> [String] {
        let own = directory(environment)
        guard environment("HELIOGRAPH_CACHE") == nil, ServiceCatalogue.contains(catalogue)
        else { return own.map { [$0] } ?? [] }
        return [service] + (own.map { $0 == service ? [] : [$0] } ?? [])
    }
}
