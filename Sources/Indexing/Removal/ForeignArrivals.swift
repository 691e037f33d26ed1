internal import Catalogue
internal import Logging

/// Files that other programs have added to the library and its catalogue.
///
/// A program that adds or restores a photo records its place. By the time the watcher gets there, the file may be gone,
/// along with a directory created for it, or another directory may have replaced its own; no event reports that. So
/// each of these files is checked once.
final class ForeignArrivals {
    private let context: IndexingContext
    private let session: WatcherSession
    private let missing: MissingFiles
    private let disk: DiskPresence
    /// Assets that have not been checked yet.
    private var assets: Set<Int64> = []
    /// The flush that the watcher has to answer first.
    private var flush: UInt32 = 0

    init(_ context: IndexingContext, _ session: WatcherSession, _ missing: MissingFiles) {
        (self.context, self.session, self.missing) = (context, session, missing)
        disk = DiskPresence(context.writer, context.system.files)
    }

    /// Forgets the flush: a new watcher does not answer it.
    func watcherStarted() { flush = 0 }

    /// Checks whether files added by other programs are there, once the watcher has reported everything that
    /// happened before; call it when everything found has been processed.
    func verify() throws {
        let writer = context.writer
        let new = try writer.takeArrivals()
        guard new.isEmpty else {
            assets.formUnion(new)
            flush = session.requestFlush()
            return
        }
        guard !assets.isEmpty, session.progress.hasAnswered(flush) else { return }
        let deadline = context.now + 200
        try writer.query {
            for id in assets {
                // With too few watches the directory may be found much later than the file.
                guard let file = try writer.asset(id)?.file, file.directory > 0,
                    !disk.isPresent(file)
                else { continue }
                context.debug(
                    "what another program put into the library is not there",
                    FileLocation(file)
                )
                missing.insert(id, until: deadline)
            }
        }
        assets = []
    }
}
