internal import Catalogue
internal import Glibc
internal import Kernel
internal import PhotoModel

/// A file that is about to get a name in a directory.
struct Arriving {
    let entry: DirectoryEntry
    /// The attributes of the file.
    let stat: FileStat
    let stem: [UInt8]
    /// The extension with its dot.
    let ending: [UInt8]
}

/// The ways in which a stem can be in use.
struct StemUse {
    /// Whether a file with one of the names exists.
    var isTaken: Bool
    /// Whether there is a file whose name begins with the stem, or is that of an original or an edited version, so that
    /// it would be taken for a part of the same asset.
    var isShared: Bool
}

extension FileTransaction {
    /// A file at its place in the library.
    struct Arrived {
        let name: [UInt8]
        let stat: FileStat
        let identity: FileIdentity
    }

    /// Gives files names in a directory, with a number after the stem if the stem is in use.
    func arrive(
        _ files: [Arriving],
        in place: LibraryDirectory,
        orUnderOther isInUse: (StemUse) -> Bool
    ) throws -> [Arrived] {
        let there = Disk.names(in: place.path)
        let families = Set(there.map { MediaFileName($0) }.filter(\.isMedia).map(\.family))
        // Files that belong together have their names cut at the same place.
        let most = Int(NAME_MAX) - (files.map(\.ending.count).max() ?? 0)
        for attempt in 0..<100_000 {
            let stems = files.map { NumberedName.stem($0.stem, attempt, most: most) }
            let names = zip(files, stems).map { $1 + $0.ending }
            var use = Self.use(of: names, stems, there)
            use.isShared =
                use.isShared || names.contains { families.contains(MediaFileName($0).family) }
            guard !isInUse(use),
                // A file that is gone may still be known there.
                try names.allSatisfy({ try writer.file(place.id, $0) == nil })
            else { continue }
            guard let arrived = try rename(files, to: names, in: place) else { continue }
            return arrived
        }
        throw LibraryFileError(.inputOutput, "every name tried is taken")
    }

    private static func use(
        of names: [[UInt8]],
        _ stems: [[UInt8]],
        _ there: [[UInt8]]
    ) -> StemUse {
        let beginnings = stems.map { $0 + [UInt8(ascii: ".")] }
        return StemUse(
            isTaken: there.contains(where: names.contains),
            isShared: there.contains { name in
                beginnings.contains { name.starts(with: $0) }
            }
        )
    }

    /// Gives files names in a directory; nil if one of the names was taken in the meantime, and everything is as
    /// before.
    func rename(
        _ files: [Arriving],
        to names: [[UInt8]],
        in place: LibraryDirectory
    ) throws -> [Arrived]? {
        let steps = zip(files, names).map { file, name in
            FileStep.moved(
                from: file.entry.path,
                to: Disk.join(place.path, name),
                inode: file.stat.inode
            )
        }
        try journal.append(steps)
        let territory = journal.territory(writer)
        for (index, (file, name)) in zip(files, names).enumerated() {
            do {
                try file.entry.rename(to: place.entry(name))
            } catch {
                guard error.code == EEXIST,
                    steps[..<index].reversed().allSatisfy({ $0.undo(in: territory) })
                else { throw LibraryFileError(error.code, "moved to the library", file.entry.path) }
                return nil
            }
        }
        return try zip(files, names).map { try arrived($1, in: place, as: $0) }
    }

    private func arrived(
        _ name: [UInt8],
        in place: LibraryDirectory,
        as file: Arriving
    ) throws -> Arrived {
        let entry = place.entry(name)
        guard let stat = try? entry.stat else {
            throw LibraryFileError(EIO, "examined", entry.path)
        }
        guard stat.inode == file.stat.inode, stat.isRegularFile else {
            // Another file took its place just now: undoing does not touch files it does not know.
            try? entry.rename(to: file.entry)
            throw LibraryFileError.another(at: file.entry.path, "nothing was moved")
        }
        let identity = FileIdentity(
            volume: place.volume,
            inode: Int64(bitPattern: stat.inode),
            size: Int64(stat.size),
            modified: stat.modified,
            born: stat.born
        )
        return Arrived(name: name, stat: stat, identity: identity)
    }
}
