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

    /// Returns the copy in another folder of the library as which a photo of a root goes on that is forgotten, of
    /// several rather the one whose path below its root is the same; nil where there is none.
    ///
    /// `mv` and `cp -a` leave it, on any disk; how long ago does not matter, for that the folder is left is said.
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

    /// Makes a photo go on as its copy, which is none of its own any more.
    func pass(_ record: AssetRecord, to copy: AssetRecord) throws {
        try writer.remove(copy)
        var after = copy.carryingOver(record)
        after.file.number(after: record.file)
        try writer.update(from: record, to: after, contentChanged: false)
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
        file.identity.volume != lost.identity.volume && hasTime(file, of: lost)
    }

    private func hasTime(_ file: FileRecord, of lost: FileRecord) -> Bool {
        abs(file.identity.modified &- lost.identity.modified) < Self.granularity
    }

    /// Whether a copy came after its original, not long ago, and nobody did anything to it yet.
    private func isNew(_ copy: AssetRecord, beside lost: AssetRecord, _ now: Int64) throws -> Bool {
        try copy.addedDate > lost.addedDate && copy.addedDate > now - Self.longest
            && copy.file.identity.born < copy.addedDate * 1_000 && isUntouched(copy, beside: lost)
    }

    /// Whether nobody did anything to a copy yet.
    private func isUntouched(_ copy: AssetRecord, beside lost: AssetRecord) throws -> Bool {
        try copy.edit == nil && copy.isShown == lost.isShown && !writer.isMember(copy.id)
    }
}
