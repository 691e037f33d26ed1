internal import Catalogue
internal import Glibc
internal import Kernel

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

extension FileTransaction {
    /// Returns the directory that something came from, creating it and its parents again if they are gone.
    func directory(again id: Int64) throws -> LibraryDirectory {
        guard let record = writer.directories[id] else {
            throw LibraryFileError(.missing, "the library no longer knows the directory")
        }
        guard let parent = record.parent else {
            guard let root = writer.roots[record.root] else {
                throw LibraryFileError(.missing, "the folder no longer belongs to the library")
            }
            return try opened(Disk.open(root.path, Self.asDirectory), root.path, record)
        }
        return try directory(record.name, in: directory(again: parent))
    }

    /// Opens a directory below another one, creating it if it does not exist.
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

    /// Opens a directory and records it in the catalogue.
    private func opened(
        _ opened: Disk.Descriptor,
        _ path: [UInt8],
        _ known: DirectoryRecord
    ) throws -> LibraryDirectory {
        guard let stat = try? FileStat.of(descriptor: opened.number),
            let identity = LinuxFileSystem.shared.identity(opened.number)
        else { throw LibraryFileError(EIO, "examined", path) }
        var record = known
        let volume = try writer.volume(identity.number)
        let inode = Int64(bitPattern: stat.inode)
        let isReplaced =
            record.parent == nil
            && !record.isRoot(inode: stat.inode, volume: record.volume, type: identity.type)
        let isOverlaid = (record.parent == nil || record.isFilled) && record.volume != volume
        guard record.inode == 0 || !(isReplaced || isOverlaid) else {
            throw LibraryFileError(
                .offline,
                "\(String(decoding: path, as: UTF8.self)) is not the library's folder now: another "
                    + "one is at its place, or it is not mounted"
            )
        }
        // If another directory took its path, the indexer resolves that.
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
}
