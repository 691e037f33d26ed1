internal import Catalogue
internal import CSystem
internal import Extraction
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import LibraryFiles

extension Indexer {
    /// Commits what is due, says when all is known, and looks after the clock.
    func settle() throws {
        let now = system.time.milliseconds
        let isQuiet = isSettled && stream.isEmpty && retries.isEmpty && !isExtracting
        if isQuiet, walks > 0, !markedRoots.isEmpty { try releaseMarks() }
        if isBulk, !isQuiet, isHeldUp { try endBulk() }
        if isQuiet, isWalking, vanished.isEmpty, walks > 0 || tree.roots.isEmpty {
            try finishWalk(now)
        }
        if isQuiet, !isWalking, vanished.isEmpty, writer.hasDisplaced { try conclude() }
        if isQuiet, !isWalking, mayBeWhole { try bringBack() }
        if isQuiet, !isWalking { try verifyArrivals() }
        if isQuiet, unlistedIsNew { try noteUnlisted() }
        if let missing = extractors.missingSandbox, missing != saidSandbox {
            try noteSandbox(missing)
        }
        try noteBacklog(now)
        if !isBulk || isQuiet || progress.indexed - committed >= 20_000 {
            committed = progress.indexed
            try isQuiet ? writer.commit() : writer.commitBehind()
            noteOpenRoots()
            tellGivenUpAlbums()
        }
        report()
        if isQuiet {
            // An open directory would keep its disk from being unmounted.
            opener.close()
        } else {
            lastBusy = now
            isResting = false
        }
        if now >= nextRescan {
            scheduleRescan()
            requestWalk(.timer)
        }
        if isQuiet, !isResting, now - lastBusy >= 5_000 { try rest(now) }
    }

    /// What was decided about files that took the places of others is final once the watcher has
    /// told everything that happened up to now, and it changed nothing.
    private func conclude() throws {
        guard flushesAnswered == flushesAsked else { return }
        if mayConclude {
            try writer.write { try writer.forgetDisplaced() }
        } else {
            flushesAsked += 1
            watcher?.send(.flush)
        }
        mayConclude.toggle()
    }

    private func finishWalk(_ now: Int64) throws {
        isWalking = false
        isFirstWalk = false
        mayBeWhole = true
        try writer.commit()
        if isBulk { try endBulk() }
        try writer.write {
            for root in tree.roots where writer.roots[root]?.state != .offline {
                try sayOnline(root)
            }
            try writer.saySynced(milliseconds: now - walkBegan)
        }
        try writer.commit()
        if hasDeferredWakeUp { wakeUpAgain() }
        progress.isSynced = true
        if options.endsWhenSynced { isFinished = true }
    }

    /// A first walk is done but for files that take their time.
    private var isHeldUp: Bool {
        walks > 0 && isSettled && stream.isEmpty && retries.isEmpty && vanished.isEmpty
            && films.isEmpty && pools.allSatisfy(\.hasOnlyLoneFiles)
    }

    /// From here on each change is told when it is known.
    private func endBulk() throws {
        try writer.commit()
        isBulk = false
        try writer.endBulk()
    }

    /// Has what `wakeUp` asked for be asked for once more.
    func wakeUpAgain() {
        hasDeferredWakeUp = false
        var one: UInt64 = 1
        _ = unsafe withUnsafeBytes(of: &one) { unsafe system.channels.write(wakeUp, $0) }
    }

    /// After a while without work: no idle processes, no idle memory.
    private func rest(_ now: Int64) throws {
        isResting = true
        for pool in pools { pool.rest() }
        try writer.write { try journals.recoverNow(writer) }
        if now >= nextPrune {
            nextPrune = now + 3_600_000
            try writer.write {
                try writer.prune(before: writer.age - options.historySeconds * 1_000_000)
                try FileTransaction.forgetEmptied(writer)
            }
        }
        try writer.commit()
        try writer.rest()
        stream = []
        system.releaseMemory()
    }

    /// Keeps for `status` how many files wait, not more than once a second while there are some.
    private func noteBacklog(_ now: Int64) throws {
        let count = stream.count
        guard count != saidBacklog.count, count == 0 || now - saidBacklog.time >= 1_000 else {
            return
        }
        // One that comes and is dealt with at once is no backlog.
        guard count > 1 || saidBacklog.count > 0 else { return }
        saidBacklog = (count, now)
        try writer.write { try writer.setStatus("backlog", "\(count)") }
    }

    private func report() {
        guard let onProgress else { return }
        progress.backlog = Int64(stream.count)
        progress.roots = tree.roots.count
        progress.offline = tree.roots.compactMap { writer.roots[$0] }.filter {
            $0.state == .offline
        }
        .map(\.path)
        onProgress(progress)
    }
}
