internal import Catalogue
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import LibraryFiles
internal import Logging

extension Indexer {
    /// Commits what has been read, in order.
    ///
    /// While files keep coming this is done by the hundred; once the watcher has said all it saw,
    /// everything that belongs together is here and is decided together.
    func resolveReady() throws {
        guard !stream.isEmpty else { return }
        // While a commit is written there are files to be handed over and read; their answers come by here again.
        if isExtracting, stream.count < 8_192, writer.isBusy { return }
        var count = stream.firstIndex { !$0.isReady } ?? stream.count
        let isWhole = count == stream.count && isSettled
        guard isWhole || count >= 512 else { return }
        // What came last may belong to what has not come yet.
        if !isWhole, !isBulk { count -= 64 }
        let group = Array(stream[..<count])
        stream.removeFirst(count)
        try writer.write {
            if try journals.recover(writer) { reconsider(group) }
            try resolve(group)
        }
        progress.indexed += Int64(count)
    }

    /// What a killed program had moved is back where it was: what was seen of that no longer counts.
    ///
    /// Events tell of where the files are now.
    private func reconsider(_ group: [Observation]) {
        for observation in group {
            var file = FileRecord()
            (file.directory, file.name) = (
                observation.place.directory, observation.place.name.bytes
            )
            file.identity.inode = Int64(bitPattern: observation.stat?.inode ?? 0)
            if observation.stat != nil, !isThere(file) { observation.isVoid = true }
        }
    }

    private func resolve(_ group: [Observation]) throws {
        // The latest of each place that was seen more than once.
        var latest: [Place: Observation] = [:]
        for observation in group {
            // A directory that went after the file was opened took the file along.
            if tree[observation.place.directory] == nil {
                observation.stat = nil
                debug("the directory of what was read has gone", observation.place)
            }
            let isOneOfSeveral = land(observation) > 0 || latest[observation.place] != nil
            if isOneOfSeveral, !observation.isVoid { latest[observation.place] = observation }
        }
        dropStale(group)
        var decision = GroupDecision()
        for observation in group where !observation.isVoid {
            if !latest.isEmpty, let other = latest[observation.place], other !== observation {
                continue
            }
            try sort(observation, into: &decision)
        }
        for index in decision.arrivals.indices { try findReturn(at: index, &decision) }
        try pairWithinGroup(&decision)
        var index = 0
        while index < decision.arrivals.count {
            if decision.arrivals[index].isUndecided { try findPast(of: index, &decision) }
            index = min(index + 1, decision.firstReopened)
            decision.firstReopened = .max
        }
        try apply(decision)
    }

    /// Takes an observation out of those in flight; how many of its place are left is the answer.
    private func land(_ observation: Observation) -> Int {
        let place = observation.place
        if let count = inFlightDirectories[place.directory] {
            inFlightDirectories[place.directory] = count > 1 ? count - 1 : nil
        }
        guard let index = inFlight.index(forKey: place) else { return 0 }
        let left = inFlight[index].value - 1
        if left > 0 { inFlight.values[index] = left } else { inFlight.remove(at: index) }
        return left
    }

    /// A file with one name that was seen at two places is at the one seen last; it has left the
    /// other, of which an event will tell more.
    private func dropStale(_ group: [Observation]) {
        var last: [Int64: Observation] = [:]
        for observation in group where observation.stat?.links == 1 && !observation.isVoid {
            guard let inode = observation.identity?.inode else { continue }
            if let earlier = last[inode], earlier.place != observation.place,
                earlier.volume == observation.volume
            {
                earlier.stat = nil
                debug("a file was seen elsewhere since", earlier.place)
            }
            last[inode] = observation
        }
    }

    /// Compares an observation with what is known at its place.
    private func sort(_ observation: Observation, into decision: inout GroupDecision) throws {
        let place = observation.place
        let isVacant = observation.vacantSince == writer.unseenArrivals
        let known = isVacant ? nil : try writer.file(place.directory, place.name.bytes)
        guard let record = AssetRecord(observation, at: system.time.date),
            let identity = observation.identity
        else {
            if let known, let asset = try writer.asset(known.id) {
                decision.absent.append(asset)
            }
            return
        }
        guard let known, let asset = try writer.asset(known.id) else {
            decision.append(Arrival(record: consume record, observation))
            return
        }
        let isInPlace =
            asset.file.identity.isSameFile(as: identity) || !observation.hasStableInode
            || (identity.born == 0 && asset.file.identity.inode == identity.inode)
        if isInPlace {
            decision.stayed.append((asset, record))
            decision.staying.insert(asset.id)
        } else {
            decision.append(Arrival(record: record, observation, replaced: asset))
        }
    }

    /// A file that left one place and one that came to another in the same group, being the same
    /// file, are a move; a place whose own file moved away has a newcomer, not a changed asset.
    private func pairWithinGroup(_ decision: inout GroupDecision) throws {
        guard !decision.arrivals.isEmpty else { return }
        let leavers = decision.absent + decision.arrivals.compactMap(\.replaced)
        var byInode: [Int64: [Int]] = [:]
        for (index, arrival) in decision.arrivals.enumerated() where !leavers.isEmpty {
            byInode[arrival.record.file.identity.inode, default: []].append(index)
        }
        for leaver in leavers where !decision.moving.contains(leaver.id) {
            let identity = leaver.file.identity
            let target = byInode[identity.inode]?.first { index in
                let arrival = decision.arrivals[index]
                return arrival.isUndecided && arrival.replaced?.id != leaver.id
                    && arrival.hasStableInode
                    && identity.isSameFile(as: arrival.record.file.identity)
            }
            guard let target, try isRightful(leaver, for: decision.arrivals[target], decision)
            else {
                continue
            }
            decision.arrivals[target].fate = .moved(leaver)
            decision.moving.insert(leaver.id)
        }
        decision.giveReplacedPrecedence()
        decision.noteReplaced()
        for index in decision.arrivals.indices { try findExchange(at: index, &decision) }
    }

    /// Finds out which asset a newcomer was, in the order of evidence: a live asset whose file it
    /// is, one whose file it was before another took its path, a removed one, one of equal content
    /// that is missing or removed.
    ///
    /// Else it is new.
    private func findPast(of index: Int, _ decision: inout GroupDecision) throws {
        let arrival = decision.arrivals[index]
        let file = arrival.record.file
        if arrival.hasStableInode {
            if try findReturn(at: index, &decision) { return }
            if let owner = try owner(of: arrival, decision) {
                decision.arrivals[index].fate = .moved(owner)
                decision.take(owner.id)
                return
            }
            if let tombstone = try writer.tombstone(file.identity),
                decision.reviving.insert(tombstone.id).inserted
            {
                decision.arrivals[index].fate = .revived(tombstone)
                return
            }
        }
        guard file.identity.size > 0 else {
            decision.arrivals[index].fate = .new
            return
        }
        if let missing = try missingTwin(of: file, decision) {
            decision.arrivals[index].fate = .moved(missing)
            decision.take(missing.id)
        } else if let tombstone = try tombstoneTwin(of: file, decision) {
            decision.reviving.insert(tombstone.id)
            decision.arrivals[index].fate = .revived(tombstone)
        } else {
            decision.arrivals[index].fate = .new
        }
    }

    /// Finds out whether a newcomer is the file an asset had before another took its path.
    @discardableResult
    private func findReturn(at index: Int, _ decision: inout GroupDecision) throws -> Bool {
        guard writer.hasDisplaced else { return false }
        let arrival = decision.arrivals[index]
        let identity = arrival.record.file.identity
        guard arrival.isUndecided, arrival.replaced == nil, arrival.hasStableInode,
            let id = try writer.displaced(identity, forgets: false),
            !decision.moving.contains(id), let displaced = try writer.asset(id)
        else { return false }
        // Under another name it may have been an asset of its own all the time.
        let owner = try owner(of: arrival, decision)
        if let owner, try !writer.isDisplaced(owner.id) { return false }
        _ = try writer.displaced(identity, forgets: true)
        decision.arrivals[index].fate = .returned(displaced)
        decision.take(id)
        return true
    }

    /// The live asset whose file this is.
    ///
    /// A file with one name is nowhere else any more, unless a mount shows it in two places. One with
    /// several is another asset's as long as that may still be at its place: hard links are assets of
    /// their own.
    private func owner(of arrival: Arrival, _ decision: GroupDecision) throws -> AssetRecord? {
        let file = arrival.record.file
        var owner: AssetRecord?
        for other in try writer.files(inode: file.identity.inode)
        where other.identity.isSameFile(as: file.identity)
            && !decision.moving.contains(other.id) && !decision.staying.contains(other.id)
        {
            let isFree =
                arrival.isLinked
                ? vanished[other.id] != nil || hasGone(other) : !isInBothPlaces(file, other)
            guard isFree, let asset = try writer.asset(other.id) else {
                if other.identity != file.identity { lookAgain(at: other) }
                continue
            }
            // One that only took the file's former place comes after the one whose it was.
            guard try writer.isDisplaced(asset.id) else { return asset }
            owner = owner ?? asset
        }
        return owner
    }

    /// Whether a file with one name is found in two places all the same; one that is on its way between
    /// them is not in the first when it has been seen in the second.
    private func isInBothPlaces(_ file: FileRecord, _ other: FileRecord) -> Bool {
        isThere(other) && isThere(file) && isThere(other)
    }

    /// Whether a file that left the place of an asset takes the asset along: not if it only had
    /// come there over the asset's own file and the asset it was before is still known.
    private func isRightful(
        _ leaver: AssetRecord,
        for arrival: Arrival,
        _ decision: GroupDecision
    ) throws -> Bool {
        guard !arrival.isLinked, try writer.isDisplaced(leaver.id) else { return true }
        let owner = try owner(of: arrival, decision)
        return owner == nil || owner?.id == leaver.id
    }

    /// Whether a known file has certainly left its place: its directory is there, and under its
    /// name there is nothing or another file.
    func hasGone(_ file: FileRecord) -> Bool {
        guard !writer.isDetached(file.directory), let record = writer.directories[file.directory],
            let path = writer.absolutePath(file.directory),
            let directory = try? OpenDirectory(path: path, system.files),
            let stat = try? directory.stat,
            Int64(bitPattern: stat.inode) == record.inode,
            record.born == 0 || record.born == stat.born
        else { return false }
        return !isThere(file)
    }

    /// Whether a known file is at its place now.
    func isThere(_ file: FileRecord) -> Bool {
        guard !writer.isDetached(file.directory),
            let path = writer.absolutePath(file.directory),
            let directory = try? OpenDirectory(path: path, system.files),
            let found = try? directory.stat(FileName(file.name))
        else { return false }
        return Int64(bitPattern: found.inode) == file.identity.inode
    }

    private func missingTwin(
        of file: FileRecord,
        _ decision: GroupDecision
    ) throws -> AssetRecord? {
        guard !decision.absent.isEmpty || !vanished.isEmpty else { return nil }
        let candidates =
            decision.absent
            + (try vanished.keys.sorted().compactMap { try writer.asset($0) })
        return candidates.first {
            $0.file.fingerprint == file.fingerprint
                && $0.file.identity.size == file.identity.size
                // Where numbers do not stay with files, the file at its place counts as its own.
                && !decision.staying.contains($0.id)
                && !decision.moving.contains($0.id) && !isThere($0.file)
        }
    }

    /// A removed asset of equal content; one whose file lies in the trash is still that file's.
    private func tombstoneTwin(
        of file: FileRecord,
        _ decision: GroupDecision
    ) throws -> TombstoneRecord? {
        let twins = try writer.tombstones(
            fingerprint: file.fingerprint,
            size: file.identity.size
        ).filter {
            try !decision.reviving.contains($0.id) && !FileTransaction.isTrashed($0.id, writer)
        }
        return twins.first { $0.name == file.name } ?? twins.first
    }
}
