internal import Catalogue
internal import Glibc
internal import Indexing
internal import Logging
internal import Settings

/// The opening of the catalogue for a run, which waits for space if the disk is full.
struct CatalogueOpening {
    let options: IndexingOptions
    /// The file that the feed is written to, if there is one.
    let feed: String?
    let pause: DiskPause
    let signals: RunSignals
    let logger: Logger

    /// Returns the open catalogue; nil if asked to stop before there was disk space.
    func writer() throws -> CatalogueWriter? {
        do {
            return try open()
        } catch let error as CatalogueError
            where error.code == .diskFull && !options.endsWhenSynced
        {
            return try waitAndOpen()
        }
    }

    /// Opens the catalogue, or recovers a damaged one.
    private func open() throws -> CatalogueWriter {
        do {
            let writer = try openSound()
            if options.checksCatalogue { try writer.requireSound() }
            return writer
        } catch let error as CatalogueError
            where error.code == .damaged && CatalogueRescue.isCatalogue(options.catalogue)
        {
            try rescue(after: error)
            return try openSound()
        }
    }

    /// Sets the damaged catalogue aside, and replaces it with one made from its readable contents.
    ///
    /// An indexer on an unattended machine thus continues by itself, and nothing is lost.
    func rescue(after error: CatalogueError) throws {
        logger.error("\(error)")
        let report = try CatalogueRescue(options.catalogue).run()
        logger.error("\(report)")
    }

    private func openSound() throws -> CatalogueWriter {
        try refuseNothing()
        if CatalogueFile.isEmpty(options.catalogue) {
            logger.warning(
                """
                the file \(options.catalogue) is empty, so a new library begins, in which every photo is new. If there \
                was one before, stop this and put a backup in its place: \
                heliograph restore-catalogue FILE\(CatalogueLocation.option(options.catalogue))
                """
            )
        }
        if let lost = try LostCatalogue(options.catalogue) {
            let words = try lost.setAside()
            logger.warning("\(words)")
        }
        let isNew = unsafe access(CatalogueLocation.resolved(options.catalogue), F_OK) != 0
        let writer = try CatalogueWriter(path: options.catalogue)
        if isNew, let other = feed.flatMap(FeedOrigin.init(of:)) {
            let words = other.warning(ofNew: options.catalogue)
            let cure = "if its disk is not mounted, stop this, mount it and start again"
            logger.warning("\(words); \(cure)")
        } else if isNew {
            logger.notice(
                "there is no catalogue at \(options.catalogue) yet: a new library begins, in which every photo is new"
            )
        }
        try Indexer.addRoots(options.roots, to: writer)
        return writer
    }

    /// Refuses to create a library without a folder: if the catalogue was lost, an empty one would hide that.
    private func refuseNothing() throws {
        let isThere = unsafe access(CatalogueLocation.resolved(options.catalogue), F_OK) == 0
        guard options.roots.isEmpty, !isThere || CatalogueFile.isEmpty(options.catalogue) else {
            return
        }
        let option = CatalogueLocation.option(options.catalogue)
        throw IndexingError(
            .noRoots,
            "there is no catalogue at \(options.catalogue), and no folder is named; name one: "
                + "heliograph index DIR\(option); or put a backup there: "
                + "heliograph restore-catalogue FILE\(option)"
        )
    }

    private func waitAndOpen() throws -> CatalogueWriter? {
        var pause = pause
        pause.stop = Signal(descriptor: signals.stop)
        // Releasing the reserve may be enough to record why indexing is paused.
        var hasMadeRoom = pause.makeRoom()
        while true {
            do {
                let writer = try open()
                guard hasMadeRoom else { return writer }
                pause.note(in: writer)
                return pause.waitForRoom(for: writer) ? writer : nil
            } catch let error as CatalogueError where error.code == .diskFull {
                hasMadeRoom = pause.makeRoom()
                guard hasMadeRoom || pause.waitForRoom() else { return nil }
            }
        }
    }
}
