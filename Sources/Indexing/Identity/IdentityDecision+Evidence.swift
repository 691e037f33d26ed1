internal import Catalogue

/// What is known of a file, with what was decided so far.
extension IdentityDecision {
    /// The live asset whose file this is.
    ///
    /// A file with one name is nowhere else any more, unless a mount shows it in two places. One with
    /// several is another asset's as long as that may still be at its place: hard links are assets of
    /// their own.
    mutating func owner(of arrival: Arrival) throws -> AssetRecord? {
        let file = arrival.record.file
        var owner: AssetRecord?
        for other in try known.files(inode: file.identity.inode)
        where other.identity.isSameFile(as: file.identity) && isFree(other.id) {
            let hasLeft =
                arrival.isLinked
                ? missing.isMissing(other.id) || disk.hasLeft(other) : !isInBothPlaces(file, other)
            guard hasLeft, let asset = try known.asset(other.id) else {
                if other.identity != file.identity { plan.rechecks.append(other) }
                continue
            }
            // One that only took the file's former place comes after the one whose it was.
            guard try isDisplaced(asset.id) else { return asset }
            owner = owner ?? asset
        }
        return owner
    }

    /// Whether a file with one name is found in two places all the same; one that is on its way between
    /// them is not in the first when it has been seen in the second.
    private func isInBothPlaces(_ file: FileRecord, _ other: FileRecord) -> Bool {
        disk.isPresent(other) && disk.isPresent(file) && disk.isPresent(other)
    }

    /// Whether a file that left the place of an asset takes the asset along: not if it only had
    /// come there over the asset's own file and the asset it was before is still known.
    mutating func takesAssetAlong(_ leaver: AssetRecord, to arrival: Arrival) throws -> Bool {
        guard !arrival.isLinked, try isDisplaced(leaver.id) else { return true }
        let owner = try owner(of: arrival)
        return owner == nil || owner?.id == leaver.id
    }

    /// The removed asset whose file has this identity, or had before another took its path.
    func tombstone(_ identity: FileIdentity) throws -> TombstoneRecord? {
        if let removed = try known.tombstone(file: identity) { return removed }
        return try formerFile(identity).flatMap { try known.tombstone($0.asset) }
    }

    /// The file an asset had before another took its path, by its identity.
    func formerFile(_ identity: FileIdentity) throws -> FormerFile? {
        try known.formerFiles(inode: identity.inode).first {
            $0.identity.isSameFile(as: identity) && !plan.forgotten.contains($0.row)
        }
    }

    /// Whether an asset has the file that another moved over its own.
    func isDisplaced(_ asset: Int64) throws -> Bool {
        try known.formerFiles(of: asset).contains { !plan.forgotten.contains($0) }
    }

    /// Whether nothing was decided about an asset that is known.
    func isFree(_ asset: Int64) -> Bool {
        !plan.moving.contains(asset) && !plan.staying.contains(asset)
    }
}
