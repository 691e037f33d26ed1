internal import Glibc
internal import Synchronization

extension Imager {
    private static let imagers = Mutex<[[String]: Imager]>([:])

    /// The imager of this process for a catalogue, with as many workers as it has processors, at most four.
    ///
    /// Its cache is the one that the environment names, or else, for a catalogue of the service, that of the service,
    /// and what cannot be written there goes to that of the user.
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

    /// The imager of this process for files that are in no library.
    package static var shared: Imager { shared(catalogue: "") }

    private static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

extension CacheLocation {
    /// The directories of the caches for a catalogue, that of the service first.
    package static func directories(catalogue: String) -> [String] {
        let own = directory(environment)
        guard environment("HELIOGRAPH_CACHE") == nil, catalogue.hasPrefix("/var/lib/heliograph/")
        else { return own.map { [$0] } ?? [] }
        return [service] + (own.map { $0 == service ? [] : [$0] } ?? [])
    }
}
