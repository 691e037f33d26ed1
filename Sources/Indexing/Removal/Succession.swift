internal import Catalogue
internal import Kernel

/// Finds the copy on another file system that a photo continues as when its own file is gone.
///
/// `mv` copies everything to another disk before it deletes anything, so each copy was seen beside its original and was
/// a separate photo until then.
///
/// The copy's disk may be away by then: the photo is on it all the same, and offline until it is back.
///
/// A photo that is older than its file had another file before: of two equal photos on one disk, it is the one that was
/// moved to another disk, and not a copy of the one that stayed.
struct Succession {
    let writer: CatalogueWriter

    /// The longest time a copy may have existed when its original goes, in microseconds: as long as copying terabytes
    /// takes.
    private static let longest: Int64 = 7 * 86_400 * 1_000_000
    /// The precision with which every file system keeps the time given to a copy, in nanoseconds.
    private static let granularity: Int64 = 2_000_000_000

    /// Returns the copy, preferably one whose disk is there and one of the same name; nil if the photo has to be
    /// removed.
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

    /// Returns the copy that a photo continues as when its root is removed; nil if there is no copy.
    ///
    /// The copy is in another folder of the library, preferably at the same path below its root. `mv` and `cp -a` leave
    /// such copies, on any disk; their age does not matter, because the removal of the root is explicit.
    func successor(of left: AssetRecord, outside root: Int64) throws -> AssetRecord? {
        guard left.file.identity.size > 0 else { return nil }
        let path = writer.relativePath(left.file.directory, left.file.name)
        var best: (copy: AssetRecord, rank: Int)?
        for file in try writer.files(likeContentOf: left.file)
        where hasTime(file, of: left.file) && writer.directories[file.directory]?.root != root {
            guard let copy = try writer.asset(file.id),
                try copy.addedDate > left.addedDate && isUntouched(copy, beside: left)
            else { continue }
            let isInPlace = writer.relativePath(file.directory, file.name) == path
            let rank = (isInPlace ? 2 : 0) + (file.name == left.file.name ? 1 : 0)
            if rank > best?.rank ?? -1 { best = (copy, rank) }
        }
        return best?.copy
    }

    /// Makes a photo continue as its copy, which is no longer a separate photo.
    func pass(_ record: AssetRecord, to copy: AssetRecord) throws {
        try writer.remove(copy)
        var after = copy.carryingOver(record)
        after.file.number(after: record.file)
        try writer.update(from: record, to: after, contentChanged: false)
    }

    /// The likelihood that a copy's file is there, as a rank; nil if it is not there, or that cannot be determined.
    private func rank(_ copy: AssetRecord, _ removalGuard: inout RemovalGuard) throws -> Int? {
        switch try removalGuard.check(copy) {
        case .there: 2
        case .offline: 0
        case .gone, .elsewhere, .unreadable: nil
        }
    }

    /// Whether a file is on another file system and has the time of the original, as moving and archiving preserve it.
    private func isCopy(_ file: FileRecord, of lost: FileRecord) -> Bool {
        file.identity.volume != lost.identity.volume && hasTime(file, of: lost)
    }

    private func hasTime(_ file: FileRecord, of lost: FileRecord) -> Bool {
        abs(file.identity.modified &- lost.identity.modified) < Self.granularity
    }

    /// Whether a copy appeared after its original, recently, and has not been modified in the catalogue since.
    private func isNew(_ copy: AssetRecord, beside lost: AssetRecord, _ now: Int64) throws -> Bool {
        try copy.addedDate > lost.addedDate && copy.addedDate > now - Self.longest
            && copy.file.identity.born < copy.addedDate * 1_000 && isUntouched(copy, beside: lost)
    }

    /// Whether a copy has not been modified in the catalogue.
    private func isUntouched(_ copy: AssetRecord, beside lost: AssetRecord) throws -> Bool {
        try copy.edit == nil && copy.isShown == lost.isShown && !writer.isMember(copy.id)
    }
}
