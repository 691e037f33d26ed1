internal import Catalogue
internal import Indexing
internal import UnixSignals

/// Opens the catalogue of a run, also on a disk that is full for now.
struct CatalogueOpening: Sendable {
    let options: IndexingOptions
    let pause: DiskPause
    let wakeUp: Signal

    /// Runs `body` with the open catalogue; not at all if told to stop before there was disk space.
    func run(_ body: @escaping @Sendable (WriterBox) async throws -> Void) async throws {
        let writer: WriterBox
        do {
            writer = WriterBox(try open())
        } catch let error as CatalogueError
            where error.code == .diskFull && !options.endsWhenSynced
        {
            return try await hearingSignals {
                let writer = try await onThread("opening") { try waitAndOpen() }
                if let writer { try await body(writer) }
            }
        }
        try await body(writer)
    }

    private func open() throws -> CatalogueWriter {
        let writer = try CatalogueWriter(path: options.catalogue)
        try Indexer.addRoots(options.roots, to: writer)
        return writer
    }

    /// Nil if told to stop.
    private func waitAndOpen() throws -> WriterBox? {
        var pause = pause
        // Releasing the reserve may be enough to record why indexing is paused.
        var hasMadeRoom = pause.makeRoom()
        while true {
            do {
                let writer = try open()
                guard hasMadeRoom else { return WriterBox(writer) }
                pause.note(in: writer)
                return pause.waitForRoom(for: writer) ? WriterBox(writer) : nil
            } catch let error as CatalogueError where error.code == .diskFull {
                hasMadeRoom = pause.makeRoom()
                guard hasMadeRoom || pause.waitForRoom() else { return nil }
            }
        }
    }

    /// Runs `body` while signals are heard that come before the services of a run listen for them.
    private func hearingSignals(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await signal in signals {
                    (signal == .sighup ? wakeUp : pause.stop).raise()
                }
            }
            defer { group.cancelAll() }
            try await body()
        }
    }
}
