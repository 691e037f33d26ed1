internal import Catalogue

/// Files that were replaced and renamed before anybody looked, as by a program that saves a photo and sorts it away.
extension IdentityDecision {
    /// How long before it was renamed over a photo what a program wrote beside may have been found, in microseconds.
    private static var longestSave: Int64 { 60 * 1_000_000 }

    /// Matches arrivals whose file nobody knows with the asset that their renames lead to.
    mutating func matchRenamed() throws {
        guard !renames.isEmpty else { return }
        let left = leftPlaces()
        for arrival in plan.arrivals where arrival.isUndecided && arrival.replaced == nil {
            guard let asset = try asset(renamedTo: arrival, left),
                try isWithoutOwner(arrival, asset)
            else { continue }
            arrival.assignment = .renamed(asset)
            plan.take(asset.id)
        }
    }

    /// Returns the assets whose own file is not at their place, as far as this group tells, by place.
    private func leftPlaces() -> [FileLocation: AssetRecord] {
        var found: [FileLocation: AssetRecord] = [:]
        for asset in plan.absent + plan.arrivals.compactMap(\.replaced) {
            found[FileLocation(asset.file)] = asset
        }
        return found
    }

    /// Returns the asset that the renames of an arrival lead to, if nobody knows where its own file is.
    private func asset(
        renamedTo arrival: Arrival,
        _ left: [FileLocation: AssetRecord]
    ) throws -> AssetRecord? {
        var known = left
        let place = try renames.origin(of: FileLocation(arrival.record.file)) { place in
            if known[place] == nil { known[place] = try missingAsset(at: place) }
            return known[place] != nil
        }
        guard let asset = place.flatMap({ known[$0] }), isFree(asset.id),
            disk.hasLeft(asset.file) || disk.isGone(asset.file)
        else { return nil }
        let own = asset.file.identity
        // That another file took its path may have been seen, and that file is the one which was renamed.
        if own.isSameFile(as: arrival.record.file.identity) {
            return try isDisplaced(asset.id) ? asset : nil
        }
        let isHere = plan.arrivals.contains { $0.record.file.identity.isSameFile(as: own) }
        return isHere ? nil : asset
    }

    private func missingAsset(at place: FileLocation) throws -> AssetRecord? {
        guard !missing.hasNoFiles, let file = try known.file(at: place), missing.isMissing(file.id)
        else { return nil }
        return try known.asset(file.id)
    }

    /// Whether the file of an arrival is no asset's, or that of one which is only what a program wrote beside a photo
    /// before it renamed that over it.
    private mutating func isWithoutOwner(_ arrival: Arrival, _ asset: AssetRecord) throws -> Bool {
        guard arrival.hasStableInode else { return true }
        let file = arrival.record.file
        guard try formerFile(file.identity) == nil, try tombstone(file) == nil else { return false }
        guard let owner = try owner(of: arrival) else { return true }
        return owner.edit == nil && owner.addedDate > asset.addedDate
            && owner.addedDate > arrival.record.addedDate - Self.longestSave
    }
}
