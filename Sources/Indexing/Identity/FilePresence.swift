internal import Catalogue
internal import Kernel

/// Checks on disk whether known files are present, without caching.
protocol FilePresence {
    /// Returns whether a file with this inode number is at the recorded place now, by this very name.
    func isPresent(_ file: FileRecord) -> Bool
    /// Returns whether a file has definitely left its place: its directory is there, and under its name there
    /// is nothing or another file.
    func hasLeft(_ file: FileRecord) -> Bool
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
            let directory = try? OpenDirectory(path: path, files),
            let found = try? directory.stat(FileName(file.name)), found.isRegularFile,
            hasInode(found, of: file, in: directory)
        else { return false }
        return directory.lists(FileName(file.name), found)
    }

    /// Where inode numbers are not stable, the file at a file's place counts as its own.
    private func hasInode(
        _ found: FileStat,
        of file: FileRecord,
        in directory: borrowing OpenDirectory
    ) -> Bool {
        Int64(bitPattern: found.inode) == file.identity.inode || !directory.hasStableInodes
    }

    func hasLeft(_ file: FileRecord) -> Bool {
        guard !writer.isDetached(file.directory), let record = writer.directories[file.directory],
            let path = writer.absolutePath(file.directory),
            let directory = try? OpenDirectory(path: path, files),
            let stat = try? directory.stat,
            Int64(bitPattern: stat.inode) == record.inode,
            record.born == 0 || record.born == stat.born
        else { return false }
        return !isPresent(file)
    }
}
