internal import Catalogue
internal import FolderWatch
internal import Glibc

/// What lies where a deleted file was put.
enum TrashState {
    case there(DirectoryEntry, FileStat)
    /// Another file, or none: the trash was emptied, and something else took the name.
    case another
    case gone
    /// The trash cannot be looked into, by an error of the kernel's.
    case unreachable(Int32)

    init(of file: TrashedFile, _ writer: CatalogueWriter) throws {
        do {
            guard let place = TrashPath(file.path) else { throw SystemError(code: EACCES) }
            let entry = try TrashDirectory.entry(place)
            guard let stat = try entry.stat else {
                self = .gone
                return
            }
            let isSame = try Self.isSame(stat, entry.directory, file, writer)
            self = isSame ? .there(entry, stat) : .another
        } catch let error as SystemError {
            self = [ENOENT, ENOTDIR].contains(error.code) ? .gone : .unreachable(error.code)
        }
    }

    /// Whether it is the file that was put there: of the same file system, inode, size and birth.
    private static func isSame(
        _ stat: FileStat,
        _ directory: Disk.Descriptor,
        _ file: TrashedFile,
        _ writer: CatalogueWriter
    ) throws -> Bool {
        guard stat.isRegularFile,
            let system = FileSystemIdentity(descriptor: directory.number),
            try writer.volume(system.number) == file.volume
        else { return false }
        guard let known = try writer.identity(ofRemoved: file.id) else {
            // Forgotten by an earlier version: what remains is known as long as it lies in the trash.
            let rest = try writer.asset(file.id)?.file.identity
            return rest?.size == Int64(stat.size) && rest?.modified == stat.modified
        }
        return known.size == Int64(stat.size) && !known.isAnother(stat, in: directory)
    }
}
