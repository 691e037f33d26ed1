internal import Catalogue
internal import Glibc
internal import Kernel

/// Checks on disk whether known files are present, without caching.
protocol FilePresence {
    /// Returns whether a file with this inode number is at the recorded place now, under exactly this name.
    func isPresent(_ file: FileRecord) -> Bool
    /// Returns whether a file has definitely left its place: its directory is there, and its name is free or belongs to
    /// another file.
    func hasLeft(_ file: FileRecord) -> Bool
    /// Returns whether there is nothing at a file's place, or its directory is gone, while its file system is there.
    func isGone(_ file: FileRecord) -> Bool
}

/// The file system being indexed.
struct DiskPresence: FilePresence {
    private let writer: CatalogueWriter
    private let files: any FileSystemCalls

    init(_ writer: CatalogueWriter, _ files: any FileSystemCalls) {
        (self.writer, self.files) = (writer, files)
    }

    func isPresent(_ file: FileRecord) -> Bool {
        guard !writer.isDetached(file.directory),
            let path = writer.absolutePath(file.directory),
            let directory = try? OpenDirectory(path: path, files)
        else { return false }
        return (try? isPresent(file, in: directory)) ?? false
    }

    private func isPresent(
        _ file: FileRecord,
        in directory: borrowing OpenDirectory
    ) throws(SystemError) -> Bool {
        let found = try directory.stat(FileName(file.name))
        return found.isRegularFile && hasInode(found, of: file, in: directory)
            && directory.lists(FileName(file.name), found)
    }

    /// Where inode numbers are not stable, any file at a file's place counts as its own; where birth times are kept,
    /// they distinguish it from another file that has reused the number.
    private func hasInode(
        _ found: FileStat,
        of file: FileRecord,
        in directory: borrowing OpenDirectory
    ) -> Bool {
        let identity = file.identity
        let isOther = identity.born != 0 && found.born != 0 && identity.born != found.born
        return Int64(bitPattern: found.inode) == identity.inode && !isOther
            || !directory.hasStableInodes
    }

    func hasLeft(_ file: FileRecord) -> Bool {
        guard !writer.isDetached(file.directory), let record = writer.directories[file.directory],
            let path = writer.absolutePath(file.directory),
            let directory = try? OpenDirectory(path: path, files),
            let stat = try? directory.stat,
            Int64(bitPattern: stat.inode) == record.inode,
            record.born == 0 || record.born == stat.born
        else { return false }
        // Looked up in the open directory: there may be another one at its path by now.
        do {
            return try !isPresent(file, in: directory)
        } catch {
            return error.code == ENOENT
        }
    }
}

extension DiskPresence {
    func isGone(_ file: FileRecord) -> Bool {
        guard !writer.isDetached(file.directory), let own = writer.directories[file.directory]
        else { return false }
        var next: DirectoryRecord? = own
        while let record = next, let path = writer.absolutePath(record.id) {
            do {
                let directory = try OpenDirectory(path: path, files)
                guard isThere(record, directory, on: own.volume) else { return false }
                return record.id != own.id || isAbsent(FileName(file.name), in: directory)
            } catch {
                guard error.code == ENOENT || error.code == ENOTDIR else { return false }
                next = record.parent.flatMap { writer.directories[$0] }
            }
        }
        return false
    }

    /// Returns whether an opened directory is a known one and lies on a given file system.
    private func isThere(
        _ record: DirectoryRecord,
        _ directory: borrowing OpenDirectory,
        on volume: Int64
    ) -> Bool {
        guard let stat = try? directory.stat, let identity = directory.identity,
            let found = try? writer.volume(identity.number), found == volume
        else { return false }
        return Int64(bitPattern: stat.inode) == record.inode
            || !FileSystemIdentity.hasStableInodes(identity.type)
    }

    private func isAbsent(_ name: FileName, in directory: borrowing OpenDirectory) -> Bool {
        do {
            return !directory.lists(name, try directory.stat(name))
        } catch {
            return error.code == ENOENT
        }
    }
}
