internal import Catalogue
internal import FolderWatch
internal import Glibc

/// A directory of a library that files can be put into.
struct LibraryDirectory {
    let id: Int64
    let path: [UInt8]
    /// The catalogue's number of its file system.
    let volume: Int64
    let opened: Disk.Descriptor

    func entry(_ name: [UInt8]) -> DirectoryEntry {
        DirectoryEntry(name, in: opened, at: Disk.join(path, name))
    }
}

/// A file that is to get a name in a directory.
struct Arriving {
    let entry: DirectoryEntry
    /// The file that it is.
    let stat: FileStat
    let stem: [UInt8]
    /// With the dot.
    let ending: [UInt8]
}

/// What a stem has to be free of.
struct StemUse {
    /// Whether there is a file of one of the names.
    var isTaken: Bool
    /// Whether there is a file whose name begins so, which would be taken for a part of the same asset.
    var isShared: Bool
}

extension FileTransaction {
    /// A file at its place in the library.
    struct Arrived {
        let name: [UInt8]
        let stat: FileStat
        let identity: FileIdentity
    }

    /// The directory that something came from, made anew with those above it where it is gone.
    func directory(again id: Int64) throws -> LibraryDirectory {
        guard let record = writer.directories[id] else {
            throw LibraryFileError(.missing, "the library does not know the directory any more")
        }
        guard let parent = record.parent else {
            guard let root = writer.roots[record.root] else {
                throw LibraryFileError(.missing, "the folder is none of the library's any more")
            }
            return try opened(Disk.open(root.path, Self.asDirectory), root.path, record)
        }
        return try directory(record.name, in: directory(again: parent))
    }

    /// A directory below another, made where it is not there.
    func directory(_ name: [UInt8], in parent: LibraryDirectory) throws -> LibraryDirectory {
        let entry = parent.entry(name)
        if try !Self.isTaken(entry) {
            try journal.append([.madeDirectory(entry.path)])
            try Self.make(entry)
        }
        let directory = try Self.open(entry)
        if let known = writer.directory(name, in: parent.id) {
            return try opened(directory, entry.path, known)
        }
        var record = DirectoryRecord()
        (record.parent, record.name) = (parent.id, name)
        record.root = writer.directories[parent.id]?.root ?? 0
        return try opened(directory, entry.path, record)
    }

    private static func isTaken(_ entry: DirectoryEntry) throws(LibraryFileError) -> Bool {
        do { return try entry.isTaken } catch {
            throw LibraryFileError(error.code, "examined", entry.path)
        }
    }

    private static func make(_ entry: DirectoryEntry) throws(LibraryFileError) {
        do { try entry.makeDirectory(mode: 0o777) } catch {
            guard error.code == EEXIST else {
                throw LibraryFileError(error.code, "made", entry.path)
            }
        }
    }

    private static func open(_ entry: DirectoryEntry) throws(LibraryFileError) -> Disk.Descriptor {
        do { return try entry.open(asDirectory) } catch {
            throw LibraryFileError(error.code, "opened", entry.path)
        }
    }

    private static let asDirectory = O_RDONLY | O_DIRECTORY | O_NOFOLLOW

    /// A directory as it is on disk; the catalogue comes to know of it.
    private func opened(
        _ opened: Disk.Descriptor,
        _ path: [UInt8],
        _ known: DirectoryRecord
    ) throws -> LibraryDirectory {
        guard let stat = try? FileStat.of(descriptor: opened.number),
            let identity = FileSystemIdentity(descriptor: opened.number)
        else { throw LibraryFileError(EIO, "examined", path) }
        var record = known
        let volume = try writer.volume(identity.number)
        let inode = Int64(bitPattern: stat.inode)
        let isReplaced = record.parent == nil && record.inode != inode
        let isOverlaid = (record.parent == nil || record.isFilled) && record.volume != volume
        guard record.inode == 0 || !(isReplaced || isOverlaid) else {
            throw LibraryFileError(
                .offline,
                "\(String(decoding: path, as: UTF8.self)) is not the library's folder now: another "
                    + "one is at its place, or it is not mounted"
            )
        }
        // One that another directory took the place of is for the indexer to sort out.
        if record.id == 0 || record.isRemoved {
            (record.volume, record.inode, record.born) = (volume, inode, stat.born)
            (record.isRemoved, record.isDetached) = (false, false)
            if record.id == 0 {
                record = try writer.insert(record)
            } else {
                try writer.update(record)
            }
        }
        return LibraryDirectory(id: record.id, path: path, volume: volume, opened: opened)
    }

    /// Gives files names in a directory, with a number after the stem when it is in use.
    func arrive(
        _ files: [Arriving],
        in place: LibraryDirectory,
        orUnderOther isInUse: (StemUse) -> Bool
    ) throws -> [Arrived] {
        let there = Disk.names(in: place.path)
        for attempt in 0..<100_000 {
            let names = files.map { NumberedName.stem($0.stem, attempt) + $0.ending }
            guard !isInUse(Self.use(of: names, files.map(\.stem), attempt, there)),
                // A file that has gone may be known there still.
                try names.allSatisfy({ try writer.file(place.id, $0) == nil })
            else { continue }
            guard let arrived = try rename(files, to: names, in: place) else { continue }
            return arrived
        }
        throw LibraryFileError(.inputOutput, "no name is free any more")
    }

    private static func use(
        of names: [[UInt8]],
        _ stems: [[UInt8]],
        _ attempt: Int,
        _ there: [[UInt8]]
    ) -> StemUse {
        let beginnings = stems.map { NumberedName.stem($0, attempt) + [UInt8(ascii: ".")] }
        return StemUse(
            isTaken: there.contains(where: names.contains),
            isShared: there.contains { name in
                beginnings.contains { name.starts(with: $0) }
            }
        )
    }

    /// Nil when one of the names was taken meanwhile; all is as before then.
    private func rename(
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
            // Another took its place just now: what is undone leaves alone what it does not know.
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
