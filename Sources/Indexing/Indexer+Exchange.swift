internal import Catalogue

extension Indexer {
    /// Files that changed places among each other, of which a part was seen and committed before:
    /// the assets of those places were taken to have new content then.
    ///
    /// What tells is that the earlier file of such an asset is here now. It is given this place, its
    /// own place to the asset whose file is there, and so on, until a place is reached that has the
    /// file that used to be here. If that does not come to pass, nothing is concluded.
    func findExchange(at index: Int, _ decision: inout GroupDecision) throws {
        let arrival = decision.arrivals[index]
        guard arrival.fate == .replaces, let here = arrival.replaced, hasStableInodes(arrival.node)
        else { return }
        var places: [(asset: AssetRecord, record: AssetRecord)] = []
        var free = arrival.record
        while places.count < 16 {
            let identity = free.file.identity
            if !places.isEmpty, identity.isSameFile(as: here.file.identity) {
                places.append((here, free))
                break
            }
            guard let id = try writer.displaced(identity, forgets: false), id != here.id,
                !decision.moving.contains(id), !decision.staying.contains(id),
                !places.contains(where: { $0.asset.id == id }),
                let owner = try writer.asset(id)
            else { return }
            places.append((owner, free))
            free = owner
        }
        guard places.last?.asset.id == here.id else { return }
        for (_, record) in places { _ = try writer.displaced(record.file.identity, forgets: true) }
        decision.arrivals[index].fate = .exchanged(places)
        decision.moving.formUnion(places.map(\.asset.id))
    }

    /// An asset was taken to have new content, and then its own file was found elsewhere: what is
    /// at its old place is another asset, perhaps one that seemed to be missing.
    func settleOccupant(of left: AssetRecord, _ decision: GroupDecision) throws {
        guard try writer.file(left.directory, left.file.name) == nil else { return }
        guard isThere(left.file) else {
            // Its directory may be on the move; what is there is found when that has arrived.
            lookAgain(at: left.file)
            return
        }
        var occupant = left
        (occupant.isFavorite, occupant.isHidden) = (false, false)
        occupant.addedDate = CatalogueWriter.now()
        let identity = left.file.identity
        let missing = try vanished.keys.sorted().compactMap { try writer.asset($0) }.first {
            $0.file.identity.isSameFile(as: identity) && !decision.moving.contains($0.id)
        }
        if let missing {
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
}
