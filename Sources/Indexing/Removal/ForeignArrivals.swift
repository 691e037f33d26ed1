internal import Catalogue
internal import Logging

/// Files that other programs have put into the library and its catalogue.
///
/// Whoever restores a photo or adds one says where it lies. It may have gone from there before the watcher could
/// look, with a directory that was made for it, or its directory may have been another one's place: then nothing
/// tells of it, and it is looked for once.
final class ForeignArrivals {
    private let context: IndexingContext
    private let session: WatcherSession
    private let missing: MissingFiles
    private let disk: DiskPresence
    /// Assets that were not looked for yet.
    private var assets: Set<Int64> = []
    /// The flush that the watcher has to answer before.
    private var flush: UInt32 = 0

    init(_ context: IndexingContext, _ session: WatcherSession, _ missing: MissingFiles) {
        (self.context, self.session, self.missing) = (context, session, missing)
        disk = DiskPresence(context.writer, context.system.files)
    }

    /// A new watcher answers no flush of another's.
    func watcherStarted() { flush = 0 }

    /// Looks whether what others have put into the library is there, once the watcher has told everything that
    /// happened up to then; called when all that was found has been dealt with.
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
                // Where there are too few watches its directory may be found much later than it.
                guard let file = try writer.asset(id)?.file, file.directory > 0,
                    !disk.isPresent(file)
                else { continue }
                context.debug(
                    "what another program put into the library is not there",
                    FileLocation(file)
                )
                missing.missing(id, until: deadline)
            }
        }
        assets = []
    }
}
