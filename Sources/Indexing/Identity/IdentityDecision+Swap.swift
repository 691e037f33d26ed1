internal import Catalogue

extension IdentityDecision {
    /// Places in a ring of files that changed places among each other.
    private static var longestSwap: Int { 16 }

    /// Files that changed places among each other, of which a part was seen and committed before:
    /// the assets of those places were taken to have new content then.
    ///
    /// What tells is that the earlier file of such an asset is here now. It is given this place, its
    /// own place to the asset whose file is there, and so on, until a place is reached that has the
    /// file that used to be here. If that does not come to pass, nothing is concluded.
    mutating func matchSwap(at index: Int) throws {
        let arrival = plan.arrivals[index]
        guard arrival.replaces, let here = arrival.replaced, arrival.hasStableInode
        else { return }
        var places: [(asset: AssetRecord, record: AssetRecord)] = []
        var passed: [Arrival] = []
        var free = arrival.record
        while places.count < Self.longestSwap {
            let identity = free.file.identity
            let owner = try formerFile(identity)?.asset ?? plan.replaced(with: identity)
            if !places.isEmpty,
                owner == here.id || identity.isSameFile(as: here.file.identity)
            {
                places.append((here, free))
                break
            }
            guard let owner, owner != here.id, !plan.moving.contains(owner),
                !plan.isAbsent(owner), !places.contains(where: { $0.asset.id == owner }),
                let asset = try known.asset(owner)
            else { return }
            places.append((asset, free))
            free = plan.found(inPlaceOf: owner) ?? asset
            // What is at that place now may have come in this very group.
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
}
