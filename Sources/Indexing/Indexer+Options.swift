internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Kernel
internal import Logging
internal import MediaMetadata
internal import PhotoModel
internal import PredicateFormat

extension Indexer {
    func nameFilter() -> NameFilter {
        NameFilter(ignoring: options.ignored, extensions: MediaFileName.extensions)
    }

    /// Has the catalogue go by the options.
    func noteOptions() throws {
        filter = nameFilter()
        try writer.write {
            try writer.setStatus("ignored", options.ignored.joined(separator: "\n"))
            try writer.setStatus("readOnly", options.isReadOnly ? "1" : "0")
            try writer.setPolicies(options.policies)
            try writer.setRules(
                revision: RuleRevision.current,
                concerned: RuleRevision.types(since:)
            )
            if let albums = options.smartAlbums { try writer.setUserSmartAlbums(albums) }
        }
        try writer.commit()
        tellGivenUpAlbums()
    }

    /// Says of each album that was given up why, once.
    func tellGivenUpAlbums() {
        for (title, pattern) in writer.givenUpAlbums {
            logger.warning(
                """
                the smart album '\(title)' is left empty: its pattern '\(pattern)' takes too long on names \
                that are here; \(PredicateTree.patternCure), then reload
                """
            )
        }
        writer.givenUpAlbums = []
    }

    /// Goes on with other options: whatever they make of the folders is found by a look at everything.
    ///
    /// The watcher is told its folders and globs once; for others it makes place for another one, which
    /// watches before it lists, so that no event is lost between the two.
    ///
    /// Throws ``IndexingError`` when the options cannot be taken; nothing has changed then.
    func adopt(insteadOf before: IndexingOptions) throws {
        let known = writer.roots.count
        try Self.addRoots(options.roots, to: writer)
        try noteOptions()
        if options.rescanSeconds != before.rescanSeconds { scheduleRescan() }
        if writer.roots.count == known, options.ignored == before.ignored {
            requestWalk(.requested)
        } else {
            watcher?.end()
            try startWatcher(.requested)
        }
    }

    func requestWalk(_ why: StateReason) {
        reason = why
        watcher?.send(.walk)
    }

    func scheduleRescan() {
        nextRescan = .max
        guard let seconds = options.rescanSeconds else { return }
        let jittered = seconds * (0.75 + system.random() / 2)
        nextRescan = system.time.milliseconds + Int64(jittered * 1_000)
    }
}
