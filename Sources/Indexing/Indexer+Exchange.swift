internal import Catalogue
internal import Kernel

extension Indexer {
    /// Files that changed places among each other, of which a part was seen and committed before:
    /// the assets of those places were taken to have new content then.
    ///
    /// What tells is that the earlier file of such an asset is here now. It is given this place, its
    /// own place to the asset whose file is there, and so on, until a place is reached that has the
    /// file that used to be here. If that does not come to pass, nothing is concluded.
    func findExchange(at index: Int, _ decision: inout GroupDecision) throws {
        let arrival = decision.arrivals[index]
        guard arrival.replaces, let here = arrival.replaced, arrival.hasStableInode
        else { return }
        var places: [(asset: AssetRecord, record: AssetRecord)] = []
        var passed: [Int] = []
        var free = arrival.record
        while places.count < 16 {
            let identity = free.file.identity
            let known =
                try writer.displaced(identity, forgets: false) ?? decision.replaced(with: identity)
            if !places.isEmpty, known == here.id || identity.isSameFile(as: here.file.identity) {
                places.append((here, free))
                break
            }
            guard let known, known != here.id, !decision.moving.contains(known),
                !decision.isAbsent(known),
                !places.contains(where: { $0.asset.id == known }),
                let owner = try writer.asset(known)
            else { return }
            places.append((owner, free))
            free = decision.stayed.first { $0.before.id == known }?.found ?? owner
            // What is at that place now may have come in this very group.
            if let newer = decision.arrival(atPlaceOf: known) {
                guard decision.arrivals[newer].replaces else { return }
                passed.append(newer)
                free = decision.arrivals[newer].record
            }
        }
        guard places.last?.asset.id == here.id else { return }
        for (_, record) in places { _ = try writer.displaced(record.file.identity, forgets: true) }
        for newer in passed { decision.arrivals[newer].fate = .exchanged([]) }
        for (owner, _) in places { decision.leaveBehind(owner.id) }
        decision.arrivals[index].fate = .exchanged(places)
        decision.moving.formUnion(places.map(\.asset.id))
    }

    /// An asset was taken to have new content, and then its own file was found elsewhere: what is
    /// at its old place is another asset, which has lost its own place to it or seemed to be
    /// missing.
    func settleOccupant(of left: AssetRecord, _ decision: GroupDecision) throws {
        guard try writer.file(left.directory, left.file.name) == nil else { return }
        guard isThere(left.file) else {
            // Its directory may be on the move; what is there is found when that has arrived.
            lookAgain(at: left.file)
            return
        }
        var occupant = left
        (occupant.isFavorite, occupant.isHidden) = (false, false)
        occupant.addedDate = system.time.date
        let identity = left.file.identity
        if let missing = try missingOwner(of: identity, decision) {
            try writer.vacate(missing)
            try change(missing, to: occupant)
        } else if let id = try writer.displaced(identity, forgets: true), id != left.id,
            !decision.moving.contains(id), let owner = try writer.asset(id)
        {
            try writer.vacate(owner)
            try change(owner, to: occupant)
            try settleOccupant(of: owner, decision)
        } else if let tombstone = try writer.tombstone(identity) {
            try writer.revive(tombstone, as: occupant)
        } else {
            try writer.insert(occupant)
        }
    }

    /// The asset that has a file and is not where that was, whether this has been noticed or not.
    private func missingOwner(
        of identity: FileIdentity,
        _ decision: GroupDecision
    ) throws -> AssetRecord? {
        for file in try writer.files(inode: identity.inode)
        where file.identity.isSameFile(as: identity) && !decision.moving.contains(file.id)
            && !decision.staying.contains(file.id)
        {
            guard vanished[file.id] != nil || hasGone(file) else { continue }
            return try writer.asset(file.id)
        }
        return nil
    }
}
