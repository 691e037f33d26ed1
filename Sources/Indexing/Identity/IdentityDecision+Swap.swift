internal import Catalogue

extension IdentityDecision {
    /// The most places a cycle may have: one is followed anew for each arrival, and longer ones are not made by hand.
    private static var longestSwap: Int { 16 }

    /// Matches a cycle of exchanged files of which a part was seen and committed earlier, when the assets at
    /// those places were taken to have new content.
    ///
    /// The evidence is that the former file of such an asset has now turned up here. The asset is assigned
    /// this place, the asset whose file is here is assigned the first one's place, and so on, until a place
    /// holds the file that used to be here. If the cycle does not close, nothing is concluded.
    mutating func matchSwap(at index: Int) throws {
        let arrival = plan.arrivals[index]
        guard arrival.replaces, let here = arrival.replaced, arrival.hasStableInode
        else { return }
        var places: [(asset: AssetRecord, record: AssetRecord)] = []
        var passed: [Arrival] = []
        var free = arrival.record
        while places.count < Self.longestSwap {
            let identity = free.file.identity
            let owner = try formerFile(identity)?.asset ?? replaced(with: identity)
            if !places.isEmpty, owner == here.id {
                places.append((here, free))
                break
            }
            guard let owner, owner != here.id, !plan.moving.contains(owner),
                !plan.isAbsent(owner), !places.contains(where: { $0.asset.id == owner }),
                let asset = try known.asset(owner)
            else { return }
            places.append((asset, free))
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

    /// Returns the asset that had a file until another one overwrote it: of several the one whose own it was.
    private func replaced(with identity: FileIdentity) throws -> Int64? {
        let assets = plan.replaced(with: identity)
        guard assets.count > 1 else { return assets.first }
        return try assets.first { try !isDisplaced($0) } ?? assets[0]
    }
}
