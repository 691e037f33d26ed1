internal import Catalogue
internal import Kernel
internal import LibraryFiles
internal import Logging

/// The end of a turn: commits, the work to do once everything is settled, and timers.
extension Indexer {
    /// - Returns: Whether indexing has finished.
    func finishTurn() throws -> Bool {
        let now = context.now
        let isQuiet =
            progress.isSettled && reading.queue.isEmpty && reading.retries.isEmpty
            && !reading.extractors.isBusy
        var isFinished = false
        if isQuiet { try follower.releaseMarks() }
        if commits.isFirstIndex, !isQuiet, isHeldUp { try endFirstIndex() }
        if isQuiet, progress.isWalking, isComplete {
            try finishWalk(now)
            isFinished = options.endsWhenSynced
        }
        if isQuiet { try becomeQuiet(now) }
        try reporter.saveSandbox(missing: reading.extractors.missingSandbox)
        try reporter.saveBacklog(reading.queue.count, at: now)
        try commit(isQuiet: isQuiet)
        reporter.report(
            backlog: reading.queue.count,
            unlisted: follower.unlisted.count,
            follower.rootIDs
        )
        if isQuiet { reading.closeDirectories() } else { schedule.busy(now) }
        let date = context.system.time.date
        let clockMoved = schedule.takeClockChange(now, date: date)
        if let extent = clockMoved ? .everything : schedule.dueRescan(now, date: date) {
            try recheck(extent, now)
        }
        if isQuiet { schedule.planErrorCheck(follower.unlisted.hasErrors, at: now) }
        if schedule.takeErrorCheck(now) { follower.session.requestRecheck() }
        if isQuiet, schedule.becomesIdle(now) { try becomeIdle(now) }
        if isQuiet, !commits.isFirstIndex, schedule.takeLatePruning(now) { try prune() }
        return isFinished
    }

    /// Whether a walk has completed and no missing file is left undecided.
    private var isComplete: Bool {
        follower.missing.hasOnlyUnreadableFiles
            && (progress.hasFinishedWalk || follower.rootIDs.isEmpty)
    }

    /// Whether a first walk is complete except for files that are slow to read.
    private var isHeldUp: Bool {
        progress.hasFinishedWalk && progress.isSettled && reading.queue.isEmpty
            && reading.retries.isEmpty && follower.missing.hasNoFiles
            && reading.extractors.hasOnlyIsolatedFiles
    }

    private func becomeQuiet(_ now: Int64) throws {
        reading.queue.renames.settle(isMissing: !follower.missing.hasNoFiles)
        if !progress.isWalking {
            if follower.missing.hasNoFiles, writer.hasDisplaced {
                try follower.confirmReplaced(now)
            }
            if follower.roots.mayBeComplete { try follower.roots.restoreComplete() }
            try arrivals.verify()
        }
        try follower.saveUnlisted()
    }

    private func finishWalk(_ now: Int64) throws {
        try writer.commit()
        if commits.isFirstIndex { try endFirstIndex() }
        try follower.finishWalk(now)
        try writer.commit()
        repeatPostponedRequest()
        reporter.synced()
    }

    /// Ends the first index; from now on each change is committed as soon as it is known.
    private func endFirstIndex() throws {
        try writer.commit()
        commits.endFirstIndex()
        try writer.endBulk()
    }

    private func commit(isQuiet: Bool) throws {
        guard commits.shouldCommit(isQuiet: isQuiet, indexed: reporter.indexed) else { return }
        try isQuiet ? writer.commit() : writer.commitBehind()
        follower.committed()
        reportGivenUpAlbums()
    }

    /// Releases idle processes and memory after a while without work.
    private func becomeIdle(_ now: Int64) throws {
        reading.extractors.releaseIdle()
        try writer.write { try context.recoverJournals() }
        if schedule.takePruning(now) { try prune() }
        try writer.commit()
        if schedule.takeCompaction(now) { compact() }
        try writer.rest()
        reading.queue.shrink()
        context.system.releaseMemory()
    }

    /// Deletes history that is older than the configured period.
    private func prune() throws {
        try writer.write {
            try writer.prune(before: writer.age - options.historySeconds * 1_000_000)
            try FileTransaction.forgetEmptied(writer)
        }
        try writer.commit()
    }

    /// Compacts the catalogue's file, if that is worthwhile and possible.
    private func compact() {
        do {
            guard try writer.compact() else { return }
            context.logger.info("returned unused space of the catalogue's file to the disk")
        } catch {
            // There is no room for the copy; the file works just as well at its present size.
            context.logger.warning("the catalogue's file is larger than it has to be: \(error)")
        }
    }

    private func recheck(_ extent: RescanExtent, _ now: Int64) throws {
        planRescan()
        switch extent {
        case .changedDirectories: follower.session.requestRecheck()
        case .everything:
            schedule.willCheckEverything(now)
            try writer.write { try writer.setClock(context.system.time.date) }
            follower.session.requestWalkInBackground()
        }
    }

    /// Schedules the next slow re-check, at a random offset so that machines do not all re-check together.
    func planRescan() {
        schedule.planRescan(
            options.rescan,
            chance: options.rescan == .never ? 0 : context.system.random(),
            at: context.now,
            date: context.system.time.date
        )
    }
}
