internal import Catalogue
internal import PhotoModel

/// Which photos are copies of others that were made to move these: by `mv` between disks, mounts and shares, by
/// `rsync --remove-source-files`, and by `cp -a` or a file manager before the original is deleted.
///
/// A copy has the content and the time of its original, came when that was known, and is what nobody has edited, put
/// into an album or added through the library.
struct CopyEvidence<Known: KnownFiles> {
    let known: Known
    /// In microseconds since 1970.
    let now: Int64

    /// The longest time a copy may have been known when its original goes, in microseconds.
    ///
    /// To another disk, `mv` copies everything before it deletes anything, and terabytes take days. On one disk most
    /// copies are made to be kept beside their originals, of which one may be deleted at any later time.
    private static func longest(onSameDisk isSame: Bool) -> Int64 {
        (isSame ? 1 : 7 * 24) * 3_600 * 1_000_000
    }

    /// Returns the copies that may continue a photo; none if that is one itself, for they may be the other's.
    func copies(of lost: AssetRecord) throws -> [AssetRecord] {
        guard lost.file.identity.size > 0 else { return [] }
        let alike = try known.files(likeContentOf: lost.file).filter { $0.id != lost.id }
            .compactMap { try known.asset($0.id) }
        guard try !alike.contains(where: { try isCopy(lost, of: $0) }) else { return [] }
        return try alike.filter { try isCopy($0, of: lost) }
    }

    /// Returns whether a photo with the content of another is a copy of it that appeared recently.
    func isCopy(_ copy: AssetRecord, of original: AssetRecord) throws -> Bool {
        let isSameDisk = copy.file.identity.volume == original.file.identity.volume
        return try copy.file.hasTime(of: original.file)
            && copy.addedDate > original.addedDate
            && copy.addedDate > now - Self.longest(onSameDisk: isSameDisk)
            && cameInTime(copy, beside: original, onSameDisk: isSameDisk)
            && isUntouched(copy, beside: original)
    }

    /// Returns whether a copy's file is older than its asset, and on one disk younger than the asset of its original:
    /// of two files that were found together, neither is a copy made later, nor is another name of the same file.
    ///
    /// A photo that is older than its file had another file before: of two equal photos, it is the one that was moved,
    /// and not a copy of the one that stayed. Where no time of birth is kept, the time of change is as late as it at
    /// least.
    private func cameInTime(
        _ copy: AssetRecord,
        beside original: AssetRecord,
        onSameDisk isSame: Bool
    ) -> Bool {
        let born = copy.file.identity.born
        guard isSame else { return born < copy.addedDate * 1_000 }
        guard !copy.file.identity.isSameFile(as: original.file.identity) else { return false }
        let came = born == 0 ? copy.file.changed : born
        return came > original.addedDate * 1_000 && came < copy.addedDate * 1_000
    }

    /// Returns whether a copy was not added by a program, and has not been modified in the catalogue.
    func isUntouched(_ copy: AssetRecord, beside original: AssetRecord) throws -> Bool {
        // What the indexer finds has identifiers in an order.
        let shown = try copy.partOf.flatMap { try known.asset($0) } ?? copy
        return try copy.edit == nil && copy.isShown == original.isShown && !shown.uuid.isRandom
            && !known.isMember(copy.id)
    }
}
