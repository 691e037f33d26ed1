internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import Logging
internal import MediaMetadata

/// Opens files where they were seen and has the extractors read them.
final class FileReading {
    let context: IndexingContext
    let tree: WatchedTree
    let queue: ObservationQueue
    let retries: RetryQueue
    private var opener: DirectoryOpener
    private(set) lazy var extractors = Extractors(
        context.options,
        context.system.helpers,
        onSuspicion: { [unowned self] in setAside($0) },
        reopen: { [unowned self] in reopen($0) }
    )

    init(
        _ context: IndexingContext,
        _ tree: WatchedTree,
        _ queue: ObservationQueue,
        _ retries: RetryQueue
    ) {
        (self.context, self.tree, self.queue, self.retries) = (context, tree, queue, retries)
        opener = DirectoryOpener(context.system.files)
    }

    /// Closes the directories: an open one keeps its file system from being unmounted.
    func closeDirectories() { opener.close() }

    /// Closes a directory of the catalogue, which may be another one on disk now.
    func leave(_ directory: Int64) { opener.leave(directory) }

    /// Opens a file where it was seen, and hands it to an extractor.
    ///
    /// `isVacant`: Whether nothing is known at the place, and nothing is on its way there.
    /// `tries`: How often it was tried before.
    func open(
        _ location: FileLocation,
        _ directory: WatchedDirectory,
        _ stat: FileStat,
        isVacant: Bool = false,
        tries: Int = 0
    ) throws {
        let observation = Observation(location: location, in: directory, stat: stat)
        if isVacant { observation.vacantSince = context.writer.unseenArrivals }
        if tries > 0 { noteInListing(location, directory) }
        let isLastTry = tries >= RetryQueue.mostWhileHeld
        switch locate(location, directory, expecting: stat, isLastTry: isLastTry) {
        case .opened(let descriptor, let found):
            observation.opened(found, in: directory)
            retries.opened(location)
            try submit(observation, found, descriptor)
        case .elsewhere:
            retries.wait(location, Retry(stat: stat, next: context.now + 50, tries: tries))
        case .absent:
            retries.stopWaiting(location)
            context.debug("nothing is there any more", location)
            appendAbsence(location, directory)
        case .held: try waitForHolder(observation, stat, tries: tries)
        case .failed(let code):
            retries.stopWaiting(location)
            appendUnreadable(
                observation,
                "cannot be opened: \(unsafe String(cString: strerror(code)))"
            )
        }
    }

    /// Opens a file, and nothing else.
    ///
    /// `isLastTry`: Whether another file at the place will do, if its directory is the right one.
    func locate(
        _ location: FileLocation,
        _ directory: WatchedDirectory,
        expecting stat: FileStat,
        isLastTry: Bool
    ) -> DirectoryOpener.Result {
        opener.open(location, directory, context.writer, expecting: stat, isLastTry: isLastTry)
    }

    private func submit(_ observation: Observation, _ stat: FileStat, _ descriptor: Int32) throws {
        queue.append(observation)
        let request = ExtractionMessage.Request(
            ticket: queue.issueTicket(for: observation),
            name: observation.location.name.bytes,
            size: stat.size
        )
        try extractors.submit(request, descriptor)
    }

    /// Files of which nothing was to be found are looked for again.
    func retry() throws {
        try retries.tryDue(context.now) { location, retry in
            guard let directory = followed(location) else {
                context.debug("the directory of what could not be opened has gone", location)
                return
            }
            guard retry.tries < RetryQueue.most else {
                // Had it gone, an event will say so.
                context.debug("not found for long; waiting for its directory to move", location)
                retries.park(location, retry.stat)
                return
            }
            try open(location, directory, retry.stat, tries: retry.tries + 1)
        }
        try retries.tryHeld(context.now) { location, retry in
            guard let directory = followed(location) else { return }
            try open(location, directory, retry.stat, tries: retry.tries + 1)
        }
    }

    /// The directory of a place, if it is followed and what is seen in it is to be believed.
    func followed(_ location: FileLocation) -> WatchedDirectory? {
        guard let directory = tree[location.directory], !directory.isUntrusted else { return nil }
        return directory
    }

    /// Opens a file later that cannot be opened now, for another program holds it by a lease (fcntl(2)), as Samba and
    /// NFS servers do.
    ///
    /// The holder is asked for it by the attempt, and has most of a minute to give it up. Nothing else waits for
    /// that: after some seconds a file not known yet is told as it is, and read at the next start, should it not be
    /// before.
    private func waitForHolder(_ observation: Observation, _ stat: FileStat, tries: Int) throws {
        let (location, now) = (observation.location, context.now)
        guard tries >= RetryQueue.mostWhileHeld else {
            let next = now + 50 + 20 * Int64(tries)
            retries.wait(location, Retry(stat: stat, next: next, tries: tries))
            return
        }
        retries.hold(location, Retry(stat: stat, next: now + 2_000, tries: tries))
        let isKnown = try context.writer.query {
            try context.writer.file(location.directory, location.name.bytes) != nil
        }
        guard tries == RetryQueue.mostWhileHeld, !isKnown, !queue.contains(location) else {
            return
        }
        observation.stat?.changed = 0
        appendUnreadable(observation, "cannot be opened: another program holds it (by a lease)")
    }

    private func appendUnreadable(_ observation: Observation, _ reason: String) {
        var metadata = FileMetadata()
        metadata.unreadableReason = reason
        observation.metadata = metadata
        queue.append(observation)
    }

    /// There is nothing at a place: whoever looked for a file without an event is told by none.
    func appendAbsence(_ location: FileLocation, _ directory: WatchedDirectory) {
        queue.append(Observation(location: location, in: directory, stat: nil))
    }

    /// What comes onto its way while its directory is listed counts as known: if the listing does not name it,
    /// it has gone since.
    func noteInListing(_ location: FileLocation, _ directory: WatchedDirectory) {
        tree.listing(of: directory)?.table.insert(name: location.name.bytes)
    }
}
