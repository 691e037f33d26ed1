internal import Catalogue

/// Exchanges of places of which a part was seen earlier.
extension IdentityDecision {
    /// The maximum length of a cycle: it is followed again for each arrival, and longer ones are not made by hand.
    private static var longestSwap: Int { 16 }

    /// Matches a cycle of exchanged files of which a part was seen and committed earlier, when the assets in those
    /// places were taken to have new content.
    ///
    /// The evidence is that the former file of such an asset has now turned up here, or an unknown file whose renames
    /// lead from the asset's place. The asset is assigned this place, the asset whose file is here is assigned the
    /// first one's place, and so on, until a place holds the file that used to be here. If the cycle does not close,
    /// nothing is concluded.
    mutating func matchSwap(at index: Int) throws {
        let arrival = plan.arrivals[index]
        guard arrival.replaces, let here = arrival.replaced, arrival.hasStableInode
        else { return }
        var places: [(asset: AssetRecord, record: AssetRecord)] = []
        var passed: [Arrival] = []
        var free = arrival.record
        var place = here.id
        while places.count < Self.longestSwap {
            let owner = try formerOwner(of: free, at: place)
            if !places.isEmpty, owner == here.id {
                places.append((here, free))
                break
            }
            guard let owner, owner != here.id, !plan.moving.contains(owner),
                !plan.isAbsent(owner), !places.contains(where: { $0.asset.id == owner }),
                let asset = try known.asset(owner)
            else { return }
            places.append((asset, free))
            place = owner
            free = plan.found(inPlaceOf: owner) ?? asset
            // The file at that place may itself have arrived in this group.
            if let newer = plan.arrival(atPlaceOf: owner).map({ plan.arrivals[$0] }) {
                guard newer.replaces else { return }
                passed.append(newer)
                free = newer.record
            }
        }
        guard places.last?.asset.id == here.id else { return }
        for (_, record) in places {
            if let former = try formerFile(record.file.identity) {
                plan.forgotten.insert(former.row)
            }
        }
        for newer in passed { newer.assignment = .swapped([]) }
        plan.swap(at: index, places)
    }

    /// Returns the asset that a file belonged to before another one took its path: by the file, or else by its renames.
    ///
    /// A file that is known to be that of an asset elsewhere is that one's, whoever had it before and wherever its
    /// renames began.
    ///
    /// `place`: The asset in whose place it is.
    private func formerOwner(of found: AssetRecord, at place: Int64) throws -> Int64? {
        let identity = found.file.identity
        let isOfAnother = try known.files(inode: identity.inode).contains {
            $0.id != place && $0.identity.isSameFile(as: identity)
        }
        if isOfAnother { return try replaced(with: identity) }
        if let owner = try formerFile(identity)?.asset ?? replaced(with: identity) { return owner }
        return try renames.origin(of: FileLocation(found.file)) { place, hasLeft in
            guard let file = try known.file(at: place), !(hasLeft && missing.isMissing(file.id))
            else { return nil }
            let isReplaced = plan.arrival(atPlaceOf: file.id).map { plan.arrivals[$0].replaces }
            return try isReplaced ?? isDisplaced(file.id) ? file.id : nil
        }
    }

    /// Returns the asset that had a file until another one overwrote it; of several assets, the one that owned the
    /// file.
    private func replaced(with identity: FileIdentity) throws -> Int64? {
        let assets = plan.replaced(with: identity)
        guard assets.count > 1 else { return assets.first }
        return try assets.first { try !isDisplaced($0) } ?? assets[0]
    }
}

/// Files that were replaced and renamed before they were examined, as by a program that saves a photo and files it
/// away.
extension IdentityDecision {
    /// How long before its rename over a photo a file that a program wrote beside it may have been found, in
    /// microseconds.
    private static var longestSave: Int64 { 60 * 1_000_000 }

    /// An asset that is found at a place where its renames or its file lead.
    private struct Claim {
        let arrival: Arrival
        let asset: AssetRecord
        let assignment: Assignment
    }

    /// Matches arrivals whose file is unknown with the assets that their renames lead to.
    mutating func matchRenamed() throws {
        guard !renames.isEmpty else { return }
        let left = leftPlaces()
        let claims = try claimsByRename(left)
        guard !claims.isEmpty else { return }
        let byFile = try claimsByFile(left)
        let all = Dictionary((claims + byFile).map { ($0.asset.id, $0) }) { first, _ in first }
        for claim in claims where claim.arrival.isUndecided && isFree(claim.asset.id) {
            for link in chain(from: claim, all) ?? [] {
                link.arrival.assignment = link.assignment
                plan.take(link.asset.id)
            }
        }
    }

    private mutating func claimsByRename(
        _ left: [FileLocation: AssetRecord]
    ) throws -> [Claim] {
        var claims: [Claim] = []
        for arrival in plan.arrivals where arrival.isUndecided {
            guard let asset = try asset(renamedTo: arrival, left),
                try isWithoutOwner(arrival, asset)
            else { continue }
            // Its own file came here after the arrival was opened.
            var occupant = arrival.record.file
            occupant.identity = asset.file.identity
            let isOther = occupant.identity.inode != arrival.record.file.identity.inode
            if arrival.hasStableInode, isOther, disk.isPresent(occupant) {
                arrival.assignment = .outdated
                continue
            }
            claims.append(Claim(arrival: arrival, asset: asset, assignment: .renamed(asset)))
        }
        return claims
    }

    /// Returns the assets whose own file is an arrival.
    private mutating func claimsByFile(
        _ left: [FileLocation: AssetRecord]
    ) throws -> [Claim] {
        var byInode: [Int64: [AssetRecord]] = [:]
        for asset in left.values { byInode[asset.file.identity.inode, default: []].append(asset) }
        var claims: [Claim] = []
        for arrival in plan.arrivals
        where arrival.isUndecided && arrival.hasStableInode && !arrival.isLinked {
            let identity = arrival.record.file.identity
            for asset in byInode[identity.inode] ?? []
            where asset.file.identity.isSameFile(as: identity) && isFree(asset.id) {
                guard try takesAssetAlong(asset, to: arrival) else { continue }
                claims.append(Claim(arrival: arrival, asset: asset, assignment: .moved(asset)))
            }
        }
        return claims
    }

    /// Returns a claim followed by the claims of the assets that have to make room for it, one after the other; nil if
    /// one of these assets has no claim, because it continues with the file that came to its place.
    private func chain(from claim: Claim, _ all: [Int64: Claim]) -> [Claim]? {
        var (chain, last) = ([claim], claim)
        while let next = last.arrival.replaced, !plan.moving.contains(next.id),
            !chain.contains(where: { $0.asset.id == next.id })
        {
            guard chain.count < Self.longestSwap, let link = all[next.id], isFree(next.id),
                link.arrival.isUndecided, !chain.contains(where: { $0.arrival === link.arrival })
            else { return nil }
            chain.append(link)
            last = link
        }
        return chain
    }

    /// Returns the assets whose own file is not at their place, as far as this group shows, by place.
    private func leftPlaces() -> [FileLocation: AssetRecord] {
        var found: [FileLocation: AssetRecord] = [:]
        for asset in plan.absent + plan.arrivals.compactMap(\.replaced) {
            found[FileLocation(asset.file)] = asset
        }
        return found
    }

    /// Returns the asset that the renames of an arrival lead to, if the place of its own file is unknown.
    private func asset(
        renamedTo arrival: Arrival,
        _ left: [FileLocation: AssetRecord]
    ) throws -> AssetRecord? {
        let origin = try renames.origin(of: FileLocation(arrival.record.file)) {
            place,
            hasLeft -> AssetRecord? in
            guard let asset = try left[place] ?? missingAsset(at: place),
                !(hasLeft && missing.isMissing(asset.id))
            else { return nil }
            return asset
        }
        guard let asset = origin, asset.id != arrival.replaced?.id, isFree(asset.id) else {
            return nil
        }
        let own = asset.file.identity
        // It may have been seen that another file took its path, and that file is the one that was renamed.
        if own.isSameFile(as: arrival.record.file.identity), try !isDisplaced(asset.id) {
            return nil
        }
        let isHere = plan.arrivals.contains {
            $0 !== arrival && $0.record.file.identity.isSameFile(as: own)
        }
        return isHere || !(disk.hasLeft(asset.file) || disk.isGone(asset.file)) ? nil : asset
    }

    private func missingAsset(at place: FileLocation) throws -> AssetRecord? {
        guard !missing.hasNoFiles, let file = try known.file(at: place), missing.isMissing(file.id)
        else { return nil }
        return try known.asset(file.id)
    }

    /// Whether the file of an arrival has no owner, or only one that was added for a file which a program wrote beside
    /// a photo before renaming it over the photo.
    private mutating func isWithoutOwner(_ arrival: Arrival, _ asset: AssetRecord) throws -> Bool {
        guard arrival.hasStableInode else { return true }
        let file = arrival.record.file
        guard try formerFile(file.identity) == nil, try tombstone(file) == nil else { return false }
        guard let owner = try owner(of: arrival) else { return true }
        return owner.edit == nil && owner.addedDate > asset.addedDate
            && owner.addedDate > arrival.record.addedDate - Self.longestSave
    }
}
