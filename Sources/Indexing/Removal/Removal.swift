internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import Logging

/// Removes the assets whose files did not turn up elsewhere, after verifying that their root and file system are there.
final class Removal {
    private let context: IndexingContext
    private let tree: WatchedTree
    private let missing: MissingFiles
    private let roots: RootMonitor
    private let rechecks: FileRechecks
    private let session: WatcherSession
    private let queue: ObservationQueue
    private let unlisted: UnlistedDirectories
    private let disk: DiskPresence
    /// The flush that the watcher has to answer first, and the time of its request.
    private var flush: (number: UInt32, askedAt: Int64)?

    init(
        _ context: IndexingContext,
        _ tree: WatchedTree,
        _ missing: MissingFiles,
        _ roots: RootMonitor,
        _ rechecks: FileRechecks,
        _ session: WatcherSession,
        _ queue: ObservationQueue,
        _ unlisted: UnlistedDirectories
    ) {
        (self.context, self.tree, self.missing) = (context, tree, missing)
        (self.roots, self.rechecks, self.session) = (roots, rechecks, session)
        (self.queue, self.unlisted) = (queue, unlisted)
        disk = DiskPresence(context.writer, context.system.files)
    }

    private var writer: CatalogueWriter { context.writer }

    /// Forgets the flush: a new watcher does not answer it.
    func watcherStarted() { flush = nil }

    /// When the first removal is due, in milliseconds; nil while the watcher has to answer first.
    var nextDeadline: Int64? { flush == nil && !waitsForWalk ? missing.nextDeadline : nil }

    /// Whether a walk has to end before anything that it missed is removed, because it may miss more.
    private var waitsForWalk: Bool {
        session.progress.isWalking && !session.progress.isSettled && !missing.hasNoFiles
            && !tree.composedRoots.isEmpty
    }

    /// Removes what is due; called when everything found has been processed.
    ///
    /// A watcher that gets no processor time may have seen where a file went without having reported it, so it is asked
    /// first. A watcher that is walking is not asked: it answers after it has been everywhere, and removals need not
    /// wait for that.
    func removeDue() throws {
        if let flush {
            guard session.progress.hasAnswered(flush.number) else { return }
            self.flush = nil
            try removeDue(at: flush.askedAt)
        } else if session.progress.isWalking {
            if !waitsForWalk { try removeDue(at: context.now) }
        } else if missing.due(context.now) != nil {
            flush = (session.requestFlush(), context.now)
        }
    }

    private func removeDue(at moment: Int64) throws {
        guard missing.due(moment) != nil else { return }
        try writer.write { try holdLargeLosses() }
        guard let due = missing.due(moment) else { return }
        try writer.write {
            // After this, files that a killed program had moved away are back, not gone.
            try context.recoverJournals()
            var removalGuard = RemovalGuard(
                writer,
                tree,
                filter: context.filter,
                files: context.system.files,
                accepted: context.acceptedRoots,
                isWalking: !session.progress.hasSeenAll
            )
            let uncertain = unlisted.uncertainVolumes
            for asset in due {
                missing.take(asset)
                defer { missing.decided(asset) }
                guard let record = try writer.asset(asset) else { continue }
                try remove(record, &removalGuard, uncertain)
                guard !missing.isWaitedFor(asset) else { continue }
                // The last write may have been through the name that is gone.
                try writer.otherNames(of: record.file.identity, except: record.file.id)
                    .forEach(rechecks.recheck)
            }
            if missing.hasNoFiles {
                try removeDirectories()
                missing.triedRemoval()
            }
            // The entries that made a part of a root seem to be away may have been removed.
            if roots.isPartlyOffline { roots.recordChange() }
        }
    }

    /// Marks roots offline of which a walk has missed so much that it counts as unavailable.
    private func holdLargeLosses() throws {
        guard !missing.hasNoFiles, !tree.composedRoots.isEmpty,
            session.progress.isMissedByWalk(at: context.now, aftermath: LargeLoss.aftermath)
        else { return }
        try writer.recount()
        var counts: [Int64: Int] = [:]
        for asset in missing.unreportedAssets {
            guard let record = try writer.asset(asset),
                let root = writer.directories[record.directory]?.root
            else { continue }
            counts[root, default: 0] += 1
        }
        for root in tree.composedRoots where !context.accepts(root) {
            let known = writer.directories.values.reduce(0) {
                $0 + ($1.root == root ? Int($1.assetCount) : 0)
            }
            guard let loss = LargeLoss(missing: counts[root] ?? 0, of: known) else { continue }
            try roots.hold(root, loss)
        }
    }

    /// Whether an asset may be found elsewhere once a file that was set aside is read: its own, or one that it
    /// exchanged places with.
    private func mayBeReadAside(_ record: AssetRecord) -> Bool {
        queue.hasAsides && (writer.hasDisplaced || queue.isAside(record.file.identity))
    }

    private func isAway(_ record: AssetRecord) -> Bool {
        guard let root = writer.directories[record.directory]?.root else { return false }
        return roots.isOffline(root) && !roots.isFollowed(root)
    }

    /// Whether an asset's file may be in a directory that could not be listed because of a disk error.
    private func mayBeUnlisted(_ record: AssetRecord, _ uncertain: Set<Int64>) -> Bool {
        guard !uncertain.isEmpty, !missing.isReported(record.id),
            let volume = writer.directories[record.directory]?.volume
        else { return false }
        return uncertain.contains(volume)
    }

    private func remove(
        _ record: AssetRecord,
        _ removalGuard: inout RemovalGuard,
        _ uncertain: Set<Int64>
    ) throws {
        guard !mayBeReadAside(record) else {
            return missing.postpone(record.id, until: context.now + 1_000)
        }
        // Until its root is followed again, it is unknown which files are gone; a walk will show that.
        guard !isAway(record) else { return }
        switch try removalGuard.check(record) {
        case .there: return
        // Its directory is moving; the file is found where the directory arrives.
        case .elsewhere: rechecks.recheck(record.file)
        case .unreadable:
            missing.postponeUnreadable(record.id, until: context.now + 2_000)
        case .offline(let root, let detail): try roots.markAway(root, detail)
        case .gone where mayBeUnlisted(record, uncertain):
            missing.postponeUnreadable(record.id, until: context.now + 2_000)
        case .gone:
            let succession = Succession(writer: writer, now: context.system.time.date)
            switch try succession.outcome(of: record, &removalGuard) {
            case .continues(let copy):
                context.debug("continues as its copy", FileLocation(copy.file))
                try writer.pass(record, to: copy)
            case .waits(let copy):
                rechecks.recheck(copy.file)
                return missing.postpone(record.id, until: context.now + 1_000)
            case .ends:
                context.debug("removed, for its file is gone", FileLocation(record.file))
                try writer.remove(record)
            }
            try recheckOccupant(of: record.file)
        }
    }

    /// Rechecks a file that may have reached another directory of the same path, but was last seen in the one
    /// that is gone.
    private func recheckOccupant(of file: FileRecord) throws {
        guard let directory = writer.directories[file.directory], let parent = directory.parent,
            let occupant = writer.directory(directory.name, in: parent),
            occupant.id != directory.id
        else { return }
        var found = file
        found.directory = occupant.id
        if disk.isPresent(found) { rechecks.recheck(found) }
    }

    private func removeDirectories() throws {
        try writer.recount()
        for id in missing.goneDirectories {
            guard let record = writer.directories[id], tree[id] == nil, record.parent != nil else {
                missing.directoryFound(id)
                continue
            }
            // A directory that still contains one being moved is removed later.
            guard !record.isFilled else { continue }
            try SecondViews(writer, tree, context.system.files).release(record)
            try writer.remove(directory: id)
            missing.directoryFound(id)
        }
    }
}
