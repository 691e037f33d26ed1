internal import Catalogue

/// Decides which assets a group of files that were found together belongs to.
///
/// It only reads; the result is an ``IdentityPlan``. Files are added in the order in which they were seen, each place
/// once.
struct IdentityDecision<Known: KnownFiles, Disk: FilePresence> {
    let known: Known
    let disk: Disk
    /// The assets whose file was not found at its place in earlier groups.
    let missing: MissingFiles
    /// The renames that led to the files being decided about.
    let renames: RenameLog
    var plan = IdentityPlan()
    private var reviving: Set<Int64> = []
    /// The assets whose file is not at its place, by content; computed on first use.
    private var absentByContent: [FileContent: [Int64]]?

    init(_ known: Known, _ disk: Disk, missing: MissingFiles, renames: RenameLog = RenameLog()) {
        (self.known, self.disk, self.missing, self.renames) = (known, disk, missing, renames)
    }

    // MARK: Input

    /// Adds an empty place.
    mutating func absent(_ location: FileLocation) throws {
        guard let file = try known.file(at: location), let asset = try known.asset(file.id)
        else { return }
        plan.absent.append(asset)
    }

    /// Adds a file at a place.
    mutating func found(_ file: consuming FoundFile) throws {
        guard !file.isVacant,
            let known = try known.file(at: FileLocation(file.record.file)),
            let asset = try self.known.asset(known.id)
        else {
            plan.append(Arrival(file))
            return
        }
        let (before, now) = (asset.file.identity, file.record.file.identity)
        let isInPlace =
            before.isSameFile(as: now) || !file.hasStableInode
            || (now.born == 0 && before.inode == now.inode)
        if isInPlace {
            plan.stay(asset, file.record)
        } else {
            plan.append(Arrival(file, replaced: asset))
        }
    }

    // MARK: Decision

    /// Decides about everything that was added.
    mutating func decide() throws -> IdentityPlan {
        for arrival in plan.arrivals { try matchDisplaced(arrival) }
        try matchRenamed()
        try pairWithinGroup()
        for arrival in plan.arrivals { try matchRemovedDisplaced(arrival) }
        var index = 0
        while index < plan.arrivals.count {
            let arrival = plan.arrivals[index]
            if arrival.isUndecided { try matchKnownAsset(arrival) }
            index = min(index + 1, plan.firstReopened)
            plan.firstReopened = .max
        }
        return plan
    }

    /// Matches moves: a file that left one place and the same file in another place of the group.
    ///
    /// A place whose own file has moved away has an arrival, not a modified asset.
    private mutating func pairWithinGroup() throws {
        guard !plan.arrivals.isEmpty else { return }
        let leavers = plan.absent + plan.arrivals.compactMap(\.replaced)
        var byInode: [Int64: [Arrival]] = [:]
        for arrival in plan.arrivals where !leavers.isEmpty {
            byInode[arrival.record.file.identity.inode, default: []].append(arrival)
        }
        for leaver in leavers where !plan.moving.contains(leaver.id) {
            let identity = leaver.file.identity
            let target = byInode[identity.inode]?.first {
                $0.isUndecided && $0.replaced?.id != leaver.id && $0.hasStableInode
                    && identity.isSameFile(as: $0.record.file.identity)
            }
            guard let target, try takesAssetAlong(leaver, to: target) else { continue }
            target.assignment = .moved(leaver)
            plan.moving.insert(leaver.id)
        }
        plan.giveReplacedPrecedence()
        for index in plan.arrivals.indices { try matchSwap(at: index) }
    }

    /// Matches an arrival with a known asset, in the order of evidence: a live asset with this file, one that had the
    /// file before another took its path, a removed asset, then a missing or removed asset with the same content.
    ///
    /// Otherwise the arrival is a new asset.
    private mutating func matchKnownAsset(_ arrival: Arrival) throws {
        if arrival.hasStableInode, try matchInode(arrival) { return }
        let file = arrival.record.file
        guard file.identity.size > 0 else {
            arrival.assignment = .new
            return
        }
        if let gone = try goneAssetWithSameContent(arrival) {
            arrival.assignment = .moved(gone)
            plan.take(gone.id)
        } else if let tombstone = try tombstoneWithSameContent(file) {
            reviving.insert(tombstone.id)
            arrival.assignment = .revived(tombstone)
        } else {
            arrival.assignment = .new
        }
    }

    private mutating func matchInode(_ arrival: Arrival) throws -> Bool {
        if try matchDisplaced(arrival) { return true }
        if let owner = try owner(of: arrival) {
            arrival.assignment = .moved(owner)
            plan.take(owner.id)
            return true
        }
        guard let tombstone = try tombstone(arrival.record.file),
            reviving.insert(tombstone.id).inserted
        else { return false }
        arrival.assignment = .revived(tombstone)
        return true
    }

    /// Returns an asset with the same content whose file is gone, preferably one of the same name.
    ///
    /// Where the inode identifies a file, content is evidence only once a file with it is missed. On another disk a
    /// file is often found before it is missed. A copy that is gone was made of another photo: what is found now may be
    /// that photo's, unless only the copy has its name.
    private mutating func goneAssetWithSameContent(_ arrival: Arrival) throws -> AssetRecord? {
        let file = arrival.record.file
        var gone = try missingAssetsWithSameContent(file)
        var alike = gone
        for other in try known.files(likeContentOf: file)
        where !alike.contains(where: { $0.id == other.id }) {
            guard
                !gone.isEmpty || !arrival.hasStableInode
                    || other.identity.volume != file.identity.volume,
                let asset = try known.asset(other.id)
            else { continue }
            alike.append(asset)
            guard isFree(other.id), disk.isGone(other), file.mayHoldContent(of: other) else {
                continue
            }
            gone.append(asset)
        }
        guard !gone.isEmpty, alike.count > 1 else { return gone.first }
        let evidence = CopyEvidence(known: known, now: arrival.record.addedDate)
        let originals = try gone.filter { copy in
            let isNamesake = copy.file.name == file.name
            return try !alike.contains {
                let isCandidate = !isNamesake || $0.file.name == file.name
                return try isCandidate && evidence.isCopy(copy, of: $0)
            }
        }
        return originals.first { $0.file.name == file.name } ?? originals.first
    }

    private mutating func missingAssetsWithSameContent(_ file: FileRecord) throws -> [AssetRecord] {
        guard !plan.absent.isEmpty || !missing.hasNoFiles else { return [] }
        let absent = try absentByContent ?? absentAssetsByContent()
        absentByContent = absent
        return try (absent[FileContent(file)] ?? []).compactMap { id in
            // Where inode numbers are not stable, any file at its place counts as its own.
            guard isFree(id), let asset = try known.asset(id), !disk.isPresent(asset.file),
                file.mayHoldContent(of: asset.file)
            else { return nil }
            return asset
        }
    }

    private func absentAssetsByContent() throws -> [FileContent: [Int64]] {
        var assets: [FileContent: [Int64]] = [:]
        for asset in plan.absent { assets[FileContent(asset.file), default: []].append(asset.id) }
        for id in missing.assets {
            guard let asset = try known.asset(id) else { continue }
            assets[FileContent(asset.file), default: []].append(id)
        }
        return assets
    }

    /// Returns a removed asset with the same content; a file in the trash keeps its asset.
    ///
    /// Beside a photo with the content and the file's name or time, the file rather counts as a copy of that photo,
    /// unless it is where the removed one was. If that photo has gone by now, the copy will continue it. Of several,
    /// the one that came first: the others may be copies of it.
    private func tombstoneWithSameContent(_ file: FileRecord) throws -> TombstoneRecord? {
        let twins = try known.tombstones(likeContentOf: file).filter {
            !reviving.contains($0.id)
                && file.mayHoldContent(ofName: $0.name, modified: $0.identity.modified)
        }
        guard !twins.isEmpty else { return nil }
        let namesakes = twins.filter { $0.name == file.name }
        if let twin = namesakes.first(where: { $0.directory == file.directory }) { return twin }
        let isCopy = try known.files(likeContentOf: file).contains {
            $0.name == file.name || file.hasTime(of: $0)
        }
        guard !isCopy else { return nil }
        return (namesakes.isEmpty ? twins : namesakes).min { $0.addedDate < $1.addedDate }
    }

    /// Matches an arrival with the file an asset had before another file took its path.
    @discardableResult
    private mutating func matchDisplaced(_ arrival: Arrival) throws -> Bool {
        guard arrival.isUndecided, arrival.replaced == nil, arrival.hasStableInode,
            let former = try formerFile(arrival.record.file.identity),
            !plan.moving.contains(former.asset), let displaced = try known.asset(former.asset)
        else { return false }
        // Under another name it may have been an asset of its own all along.
        let owner = try owner(of: arrival)
        if let owner, try !isDisplaced(owner.id) { return false }
        plan.forgotten.insert(former.row)
        arrival.assignment = .returned(displaced)
        plan.take(former.asset)
        return true
    }

    /// Matches an arrival with the file a removed asset had before another file took its path.
    ///
    /// The arrival takes precedence over that other file if both arrive together.
    private mutating func matchRemovedDisplaced(_ arrival: Arrival) throws {
        guard arrival.isUndecided, arrival.replaced == nil, arrival.hasStableInode,
            let former = try formerFile(arrival.record.file.identity),
            !reviving.contains(former.asset),
            let tombstone = try known.tombstone(former.asset), try owner(of: arrival) == nil
        else { return }
        reviving.insert(tombstone.id)
        arrival.assignment = .revived(tombstone)
    }
}

/// A key that is equal for files of equal content, as far as the catalogue knows.
private struct FileContent: Hashable {
    let fingerprint, size: Int64

    init(_ file: FileRecord) { (fingerprint, size) = (file.fingerprint, file.identity.size) }
}
