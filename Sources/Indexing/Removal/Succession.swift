internal import Catalogue
internal import Kernel

/// Finds the copy on another file system as which a photo goes on whose file is gone.
///
/// `mv` copies all that it was given to another disk before it deletes anything there, so each copy was seen beside its
/// original, and was another photo until then.
///
/// The copy's disk may be away by then: the photo is on it all the same, and offline until it is back.
///
/// A photo that is older than its file was in another one before: of two that had been alike on one disk, it was the
/// one that was moved to another, and is no copy of the one that stayed.
struct Succession {
    let writer: CatalogueWriter

    /// How long a copy may have been there when its original goes, in microseconds: as long as terabytes take.
    private static let longest: Int64 = 7 * 86_400 * 1_000_000
    /// How exactly every file system keeps the time that a copy is given, in nanoseconds.
    private static let granularity: Int64 = 2_000_000_000

    /// Returns the copy, of several rather one whose disk is there and one of the same name; nil where the photo is to
    /// be removed.
    func successor(
        of lost: AssetRecord,
        at now: Int64,
        _ removalGuard: inout RemovalGuard
    ) throws -> AssetRecord? {
        guard lost.file.identity.size > 0 else { return nil }
        var best: (copy: AssetRecord, rank: Int)?
        for file in try writer.files(likeContentOf: lost.file) where isCopy(file, of: lost.file) {
            guard let copy = try writer.asset(file.id), try isNew(copy, beside: lost, now),
                let place = try rank(copy, &removalGuard)
            else { continue }
            let rank = place + (file.name == lost.file.name ? 1 : 0)
            if rank > best?.rank ?? -1 { best = (copy, rank) }
        }
        return best?.copy
    }

    /// How likely a copy's file is there; nil if it is not, or nobody can tell.
    private func rank(_ copy: AssetRecord, _ removalGuard: inout RemovalGuard) throws -> Int? {
        switch try removalGuard.check(copy) {
        case .there: 2
        case .offline: 0
        case .gone, .elsewhere, .unreadable: nil
        }
    }

    /// Whether a file lies on another file system and has the time of the original, as moving and archiving leave it.
    private func isCopy(_ file: FileRecord, of lost: FileRecord) -> Bool {
        let (one, other) = (file.identity, lost.identity)
        return one.volume != other.volume
            && abs(one.modified &- other.modified) < Self.granularity
    }

    /// Whether a copy came after its original, not long ago, and nobody did anything to it yet.
    private func isNew(_ copy: AssetRecord, beside lost: AssetRecord, _ now: Int64) throws -> Bool {
        try copy.addedDate > lost.addedDate && copy.addedDate > now - Self.longest
            && copy.file.identity.born < copy.addedDate * 1_000
            && copy.edit == nil && copy.isShown == lost.isShown && !writer.isMember(copy.id)
    }
}
