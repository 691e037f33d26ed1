internal import Catalogue
internal import Kernel

/// Finds the copy that a photo continues as when its own file is gone; see ``CopyEvidence``.
///
/// Each copy was seen beside its original and was a separate photo until the original was deleted. The copy's disk may
/// be away by then: the photo is on it all the same, and offline until it is back.
struct Succession {
    /// Photos whose files are gone continue as copies, wait or end.
    enum Outcome {
        case continues(as: AssetRecord)
        /// This copy of it is gone too, which has to be noticed first: another copy may be where it went.
        case waits(for: AssetRecord)
        case ends
    }

    let writer: CatalogueWriter
    /// In microseconds since 1970.
    let now: Int64

    private var evidence: CopyEvidence<CatalogueWriter> { CopyEvidence(known: writer, now: now) }

    /// Returns what becomes of a photo: it continues as a copy, preferably one whose disk is there and one of the same
    /// name.
    ///
    /// A photo that is itself such a copy of another that is known ends: the other copies may be the other's.
    func outcome(of lost: AssetRecord, _ removalGuard: inout RemovalGuard) throws -> Outcome {
        var (best, gone): ((copy: AssetRecord, rank: Int)?, AssetRecord?)
        for copy in try evidence.copies(of: lost) {
            let isThere: Bool
            switch try removalGuard.check(copy) {
            case .there: isThere = true
            case .offline: isThere = false
            case .gone:
                gone = copy
                continue
            case .elsewhere, .unreadable: continue
            }
            let rank = (isThere ? 2 : 0) + (copy.file.name == lost.file.name ? 1 : 0)
            if rank > best?.rank ?? -1 { best = (copy, rank) }
        }
        return best.map { .continues(as: $0.copy) } ?? gone.map { .waits(for: $0) } ?? .ends
    }

    /// Returns the copy that a photo continues as when its root is removed; nil if there is no copy.
    ///
    /// The copy is in another folder of the library, preferably at the same path below its root. `mv` and `cp -a` leave
    /// such copies, on any disk; their age does not matter, because the removal of the root is explicit.
    func successor(of left: AssetRecord, outside root: Int64) throws -> AssetRecord? {
        guard left.file.identity.size > 0 else { return nil }
        let path = writer.relativePath(left.file.directory, left.file.name)
        var best: (copy: AssetRecord, rank: Int)?
        for file in try writer.files(likeContentOf: left.file)
        where file.hasTime(of: left.file) && writer.directories[file.directory]?.root != root {
            guard let copy = try writer.asset(file.id),
                try copy.addedDate > left.addedDate && evidence.isUntouched(copy, beside: left)
            else { continue }
            let isInPlace = writer.relativePath(file.directory, file.name) == path
            let rank = (isInPlace ? 2 : 0) + (file.name == left.file.name ? 1 : 0)
            if rank > best?.rank ?? -1 { best = (copy, rank) }
        }
        return best?.copy
    }
}
