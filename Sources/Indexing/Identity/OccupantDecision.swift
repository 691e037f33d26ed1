internal import Catalogue

/// The asset that owns the file at a place that another asset has left.
///
/// The asset there was taken to have new content, and then its own file was found elsewhere. The file at its old place
/// therefore belongs to another asset, which lost its own place to it or was considered missing.
enum OccupantDecision {
    /// Another file is known at the place.
    case none
    /// The place is not readable now: its directory may be moving.
    case unseen
    /// The file belongs to this asset; if that had another file before, that file's place has to be decided next.
    case moved(AssetRecord, leavesOccupant: Bool)
    case revived(TombstoneRecord)
    case new
}

extension IdentityDecision {
    /// Decides about the file at the place that an asset left, after the plan was applied.
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
        if let tombstone = try tombstone(left.file) { return .revived(tombstone) }
        return .new
    }

    /// Returns the asset that has a file and is not at its recorded place, whether or not that has been noticed.
    private func missingOwner(of identity: FileIdentity) throws -> AssetRecord? {
        for file in try known.files(inode: identity.inode)
        where file.identity.isSameFile(as: identity) && isFree(file.id) {
            guard missing.isMissing(file.id) || disk.hasLeft(file) else { continue }
            return try known.asset(file.id)
        }
        return nil
    }
}
