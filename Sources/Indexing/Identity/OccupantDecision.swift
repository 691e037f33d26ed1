internal import Catalogue

/// Which asset the file is at a place that an asset left.
///
/// The asset was taken to have new content, and then its own file was found elsewhere: what is at
/// its old place is another asset, which has lost its own place to it or seemed to be missing.
enum OccupantDecision {
    /// Something else is known at the place.
    case none
    /// What is at the place cannot be seen now: its directory may be on the move.
    case unseen
    /// It is this asset's file; when that had another before, that one's place has an occupant in turn.
    case moved(AssetRecord, leavesOccupant: Bool)
    case revived(TombstoneRecord)
    case new
}

extension IdentityDecision {
    /// Decides about the file at the place that an asset left, after the plan was carried out.
    mutating func occupant(ofPlaceOf left: AssetRecord) throws -> OccupantDecision {
        guard try known.file(at: FileLocation(left.file)) == nil else { return .none }
        guard disk.isPresent(left.file) else { return .unseen }
        let identity = left.file.identity
        if let missing = try missingOwner(of: identity) {
            return .moved(missing, leavesOccupant: false)
        }
        if let former = try formerFile(identity) {
            plan.forgotten.insert(former.row)
            if former.asset != left.id, !plan.moving.contains(former.asset),
                let owner = try known.asset(former.asset)
            {
                return .moved(owner, leavesOccupant: true)
            }
        }
        if let tombstone = try tombstone(identity) { return .revived(tombstone) }
        return .new
    }

    /// The asset that has a file and is not where that was, whether this has been noticed or not.
    private func missingOwner(of identity: FileIdentity) throws -> AssetRecord? {
        for file in try known.files(inode: identity.inode)
        where file.identity.isSameFile(as: identity) && isFree(file.id) {
            guard missing.isMissing(file.id) || disk.hasLeft(file) else { continue }
            return try known.asset(file.id)
        }
        return nil
    }
}
