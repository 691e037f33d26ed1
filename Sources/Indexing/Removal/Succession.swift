internal import Catalogue
internal import Kernel

/// Finds the copy on another file system as which a photo goes on whose file is gone.
///
/// `mv` copies all that it was given to another disk before it deletes anything there, so each copy was seen beside its
/// original, and was another photo until then.
struct Succession {
    let writer: CatalogueWriter
    let disk: DiskPresence

    /// How long a copy may have been there when its original goes, in microseconds: as long as terabytes take.
    private static let longest: Int64 = 7 * 86_400 * 1_000_000
    /// How exactly every file system keeps the time that a copy is given, in nanoseconds.
    private static let granularity: Int64 = 2_000_000_000

    /// Returns the copy, of several one of the same name; nil where the photo is to be removed.
    func successor(of lost: AssetRecord, at now: Int64) throws -> AssetRecord? {
        guard lost.file.identity.size > 0 else { return nil }
        var found: AssetRecord?
        for file in try writer.files(likeContentOf: lost.file) where isCopy(file, of: lost.file) {
            guard let copy = try writer.asset(file.id), try isNew(copy, beside: lost, now),
                disk.isPresent(copy.file)
            else { continue }
            if file.name == lost.file.name { return copy }
            found = found ?? copy
        }
        return found
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
            && copy.edit == nil && copy.isShown == lost.isShown && !writer.isMember(copy.id)
    }
}
