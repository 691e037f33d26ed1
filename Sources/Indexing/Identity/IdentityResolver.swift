internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import LibraryFiles
internal import Logging
internal import MediaMetadata
internal import PhotoModel

/// Decides which assets the files that were read belong to, and writes the result to the catalogue.
final class IdentityResolver {
    private let context: IndexingContext
    private let tree: WatchedTree
    private let queue: ObservationQueue
    private let missing: MissingFiles
    private let rechecks: FileRechecks
    let renames: RenameBarrier
    private let disk: DiskPresence
    private let readable = LastReadable()

    init(
        _ context: IndexingContext,
        _ tree: WatchedTree,
        _ queue: ObservationQueue,
        _ missing: MissingFiles,
        _ rechecks: FileRechecks,
        _ renames: RenameBarrier
    ) {
        (self.context, self.tree, self.queue) = (context, tree, queue)
        (self.missing, self.rechecks, self.renames) = (missing, rechecks, renames)
        disk = DiskPresence(context.writer, context.system.files)
    }

    private var writer: CatalogueWriter { context.writer }

    /// Resolves queued observations, in order, within the open transaction.
    ///
    /// `isSettled`: Whether the watcher has reported everything it saw, and everything before ``renames``.
    /// `isFirstIndex`: Whether the catalogue was empty before.
    /// Returns the number of observations resolved.
    func resolve(isSettled: Bool, isFirstIndex: Bool) throws -> Int {
        let batch = queue.takeBatch(isSettled: isSettled, isFirstIndex: isFirstIndex)
        guard !batch.isEmpty else { return 0 }
        try writer.write {
            if try context.recoverJournalsIfChanged() { supersedeMoved(batch) }
            let plan = try decide(batch)
            log(plan)
            var application = PlanApplication(
                plan,
                to: writer,
                disk,
                missing,
                readable,
                context.system.time
            )
            try application.apply().forEach(rechecks.recheck)
        }
        return batch.count
    }

    /// Supersedes observations of files that journal recovery has moved back.
    ///
    /// Events report where the files are now.
    private func supersedeMoved(_ batch: [Observation]) {
        for observation in batch {
            guard observation.stat != nil else { continue }
            if !disk.isPresent(FileRecord(observation)) { observation.isSuperseded = true }
        }
    }

    private func isAway(_ location: FileLocation) -> Bool {
        guard let root = writer.directories[location.directory]?.root else { return false }
        return writer.roots[root]?.state == .offline
    }

    private func decide(_ batch: [Observation]) throws -> IdentityPlan {
        // Only the latest observation of each place counts.
        var latest: [FileLocation: Observation] = [:]
        for observation in batch {
            let location = observation.location
            // A directory that was moved after the file was opened took the file along.
            if tree[location.directory] == nil {
                observation.stat = nil
                // It may be back with its root in a moment, and be found there unchanged.
                if isAway(location) { observation.isSuperseded = true }
                context.debug("the directory of what was read has gone", location)
            }
            let isOneOfSeveral = queue.complete(observation) > 0 || latest[location] != nil
            if isOneOfSeveral, !observation.isSuperseded { latest[location] = observation }
        }
        for stale in batch.dropSeenElsewhere(disk) {
            context.debug("a file was seen elsewhere since", stale.observation.location)
            if !stale.isCertain { rechecks.recheck(stale.file) }
        }
        var decision = IdentityDecision(
            writer,
            disk,
            missing: missing,
            renames: queue.renames
        )
        for observation in batch where !observation.isSuperseded {
            if !latest.isEmpty, let other = latest[observation.location], other !== observation {
                continue
            }
            try give(observation, to: &decision)
        }
        return try decision.decide()
    }

    private func log(_ plan: IdentityPlan) {
        guard context.logger.logLevel <= .debug else { return }
        for (before, found) in plan.stayed {
            context.debug("found to be asset \(before.id), in its place", FileLocation(found.file))
        }
        for arrival in plan.arrivals {
            context.debug("found to be \(arrival.assignment)", FileLocation(arrival.record.file))
        }
    }

    private func give(
        _ observation: Observation,
        to decision: inout IdentityDecision<CatalogueWriter, DiskPresence>
    ) throws {
        let isVacant = observation.vacantSince == writer.unseenArrivals
        let now = context.system.time.date
        guard var record = AssetRecord(observation, at: now) else {
            if !isVacant { try decision.absent(observation.location) }
            return
        }
        if context.options.policies.datesFromNames {
            if record.creationDate.source.isGuess {
                let directory = DirectoryDate(of: record.directory, in: writer)
                record.takeDate(fromNames: directory, now: now)
            }
            record.takeClock(fromName: now)
        }
        if record.traits.contains(.awaitsClock) { try writer.noteAwaitsClock() }
        try decision.found(
            FoundFile(
                record: record,
                hasStableInode: observation.hasStableInode,
                isLinked: (observation.stat?.links ?? 1) > 1,
                isVacant: isVacant
            )
        )
    }
}

extension FileRecord {
    /// Creates a record with the place and the inode number of an observation.
    init(_ observation: Observation) {
        self.init()
        (directory, name) = (observation.location.directory, observation.location.name.bytes)
        identity.inode = Int64(bitPattern: observation.stat?.inode ?? 0)
    }
}
