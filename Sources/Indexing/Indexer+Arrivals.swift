internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Kernel
internal import Logging

/// Files that other programs have put into the library and its catalogue.
///
/// Whoever restores a photo or adds one says where it lies. It may have gone from there before the watcher could
/// look, with a directory that was made for it, or its directory may have been another one's place: then nothing
/// tells of it, and it is looked for once.
extension Indexer {
    struct Arrivals {
        /// Assets that were not looked for yet.
        var assets: Set<Int64> = []
        /// The flush that the watcher has to answer before.
        var flush: UInt32 = 0
    }

    /// Looks whether what others have put into the library is there, once the watcher has told everything that
    /// happened up to then.
    func verifyArrivals() throws {
        let new = try writer.takeArrivals()
        if !new.isEmpty {
            arrivals.assets.formUnion(new)
            flushesAsked += 1
            arrivals.flush = flushesAsked
            watcher?.send(.flush)
            return
        }
        guard !arrivals.assets.isEmpty, flushesAnswered >= arrivals.flush else { return }
        let due = system.time.milliseconds + 200
        try writer.query {
            for id in arrivals.assets {
                // Where there are too few watches its directory may be found much later than it.
                guard let file = try writer.asset(id)?.file, file.directory > 0, !isThere(file)
                else { continue }
                debug("what another program put into the library is not there", Place(file))
                if vanished[id] == nil { vanished[id] = due }
            }
        }
        arrivals.assets = []
    }
}
