internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import Logging
internal import MediaMetadata

/// Opens files where they were seen and submits them to the extractors.
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

    /// Closes the directories: an open one prevents its file system from being unmounted.
    func closeDirectories() { opener.close() }

    /// Closes a directory of the catalogue that may be another one on disk now.
    func leave(_ directory: Int64) { opener.leave(directory) }

    /// Opens a file where it was seen and submits it to an extractor.
    ///
    /// `isVacant`: Whether no file is known at the place and none is queued for it.
    /// `tries`: The number of earlier attempts.
    func open(
        _ location: FileLocation,
        _ directory: WatchedDirectory,
        _ stat: FileStat,
        isVacant: Bool = false,
        tries: Int = 0
    ) throws {
        let observation = Observation(location: location, in: directory, stat: stat)
        if isVacant { observation.vacantSince = context.writer.unseenArrivals }
        if tries > 0 { recordInListing(location, directory) }
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
            context.debug("the file no longer exists", location)
            appendAbsence(location, directory)
        case .held: try waitForHolder(observation, stat, tries: tries)
        case .short:
            // This does not count as an attempt, because the file's place could not be examined.
            let next = context.now + RetryQueue.pauseWhileShort
            retries.wait(location, Retry(stat: stat, next: next, tries: max(tries - 1, 0)))
        case .failed(let code):
            retries.stopWaiting(location)
            // The present state of a known place that had to be checked is unknown, so the known state stays.
            guard !FileRechecks.isUnseen(stat) else { return }
            appendUnopened(
                observation,
                "cannot be opened: \(unsafe String(cString: strerror(code)))"
            )
        }
    }

    /// Opens a file without submitting it.
    ///
    /// `isLastTry`: Accepts another file at the place, if its directory is the right one.
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
            size: stat.size,
            now: context.system.time.date
        )
        try extractors.submit(request, descriptor)
    }

    /// Retries files that could not be found.
    func retry() throws {
        try retries.tryDue(context.now) { location, retry in
            guard let directory = followed(location) else {
                context.debug("the directory of what could not be opened has gone", location)
                return
            }
            guard retry.tries < RetryQueue.most else {
                // If it had been removed, an event would say so.
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

    /// Returns the directory of a place, if it is followed and trusted.
    func followed(_ location: FileLocation) -> WatchedDirectory? {
        guard let directory = tree[location.directory], !directory.isUntrusted else { return nil }
        return directory
    }

    /// Schedules another attempt for a file on which another program holds a lease (fcntl(2)), as Samba and
    /// NFS servers do.
    ///
    /// The attempt to open it asks the holder to release the lease, which may take most of a minute. Nothing else waits
    /// for that: after some seconds a new file is added without its metadata, and read at the next start at the latest.
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
        appendUnopened(observation, "cannot be opened: another program holds it (by a lease)")
    }

    /// Enqueues a file that is there but could not be read; without a change time it counts as changed at each check,
    /// and is tried again.
    private func appendUnopened(_ observation: Observation, _ reason: String) {
        observation.stat?.changed = 0
        var metadata = FileMetadata()
        metadata.unreadableReason = reason
        observation.metadata = metadata
        queue.append(observation)
    }

    /// Enqueues the absence of a file, which no event may report.
    func appendAbsence(_ location: FileLocation, _ directory: WatchedDirectory) {
        queue.append(Observation(location: location, in: directory, stat: nil))
    }

    /// Records a queued name in the listing in progress: if the listing does not contain it, the file is gone by now.
    func recordInListing(_ location: FileLocation, _ directory: WatchedDirectory) {
        tree.listing(of: directory)?.table.insert(name: location.name.bytes)
    }
}
