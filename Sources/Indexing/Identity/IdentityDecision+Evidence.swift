internal import Catalogue

/// Known facts about a file, combined with the decisions made so far.
extension IdentityDecision {
    /// Returns the live asset with this file.
    ///
    /// A file with one hard link cannot be anywhere else, unless a mount shows it in two places. A file with several
    /// belongs to another asset as long as it may still be at that asset's place: hard links are separate assets.
    mutating func owner(of arrival: Arrival) throws -> AssetRecord? {
        let file = arrival.record.file
        var owner: AssetRecord?
        for other in try known.files(inode: file.identity.inode)
        where other.identity.isSameFile(as: file.identity) && isFree(other.id) {
            try requireKnown(file, as: other)
            let hasLeft =
                arrival.isLinked
                ? missing.isMissing(other.id) || disk.hasLeft(other) : !isInBothPlaces(file, other)
            guard hasLeft, let asset = try known.asset(other.id) else {
                if other.identity != file.identity { plan.rechecks.append(other) }
                continue
            }
            // An asset that only took over the former place of the file comes after the one that owned the file.
            guard try isDisplaced(asset.id) else { return asset }
            owner = owner ?? asset
        }
        return owner
    }

    /// Checks the whole catalogue if the inode of a file leads to this very place, but the place leads to no file.
    ///
    /// An index is damaged in that case, and continuing would turn all its photos into new ones.
    private func requireKnown(_ file: FileRecord, as other: FileRecord) throws {
        let place = FileLocation(file)
        guard FileLocation(other) == place, try known.file(at: place) == nil else { return }
        try known.requireSound()
    }

    /// Returns whether a file with one hard link is nevertheless found in two places.
    ///
    /// A file that is being moved between them is no longer in the first once it has been seen in the second.
    private func isInBothPlaces(_ file: FileRecord, _ other: FileRecord) -> Bool {
        disk.isPresent(other) && disk.isPresent(file) && disk.isPresent(other)
    }

    /// Returns whether a file that left the place of an asset takes the asset along: not if it had only overwritten the
    /// asset's own file and the asset it belonged to before is still known.
    mutating func takesAssetAlong(_ leaver: AssetRecord, to arrival: Arrival) throws -> Bool {
        guard !arrival.isLinked, try isDisplaced(leaver.id) else { return true }
        let owner = try owner(of: arrival)
        return owner == nil || owner?.id == leaver.id
    }

    /// Returns the removed asset whose file this was, at the end or before another file took its path.
    func tombstone(_ file: FileRecord) throws -> TombstoneRecord? {
        if let removed = try known.tombstone(file: file) { return removed }
        return try formerFile(file.identity).flatMap { try known.tombstone($0.asset) }
    }

    /// Returns the file an asset had before another file took its path, by its identity.
    func formerFile(_ identity: FileIdentity) throws -> FormerFile? {
        try known.formerFile(identity, unless: plan.forgotten)
    }

    /// Returns whether an asset's file was overwritten by a known file that moved there.
    func isDisplaced(_ asset: Int64) throws -> Bool {
        try known.isDisplaced(asset, unless: plan.forgotten)
    }

    /// Returns whether an asset is known and has not been decided about yet.
    func isFree(_ asset: Int64) -> Bool {
        !plan.moving.contains(asset) && !plan.staying.contains(asset)
    }
}
