internal import Catalogue
internal import Indexing

/// Opens the catalogue of a run, also on a disk that is full for now.
struct CatalogueOpening {
    let options: IndexingOptions
    let pause: DiskPause
    let signals: RunSignals

    /// Returns the open catalogue; nil if told to stop before there was disk space.
    func writer() throws -> CatalogueWriter? {
        do {
            return try open()
        } catch let error as CatalogueError
            where error.code == .diskFull && !options.endsWhenSynced
        {
            return try waitAndOpen()
        }
    }

    private func open() throws -> CatalogueWriter {
        let writer = try CatalogueWriter(path: options.catalogue)
        try Indexer.addRoots(options.roots, to: writer)
        return writer
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
