internal import Catalogue
internal import Glibc
internal import Kernel

/// What lies where a deleted file was put.
enum TrashState {
    case there(DirectoryEntry, FileStat)
    /// Another file, or none: the trash was emptied, and something else took the name.
    case another
    /// The file, which was written to since.
    case changed
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
            self = try Self.judge(entry, stat, file, writer)
        } catch let error as SystemError {
            self = [ENOENT, ENOTDIR].contains(error.code) ? .gone : .unreachable(error.code)
        }
    }

    /// Whether it is the file that was put there: of the same file system, inode, size and birth.
    private static func judge(
        _ entry: DirectoryEntry,
        _ stat: FileStat,
        _ file: TrashedFile,
        _ writer: CatalogueWriter
    ) throws -> TrashState {
        guard stat.isRegularFile,
            let system = LinuxFileSystem.shared.identity(entry.directory.number),
            try writer.volume(system.number) == file.volume
        else { return .another }
        guard let known = try writer.identity(ofRemoved: file.id) else {
            // Forgotten by an earlier version: what remains is known as long as it lies in the trash.
            let rest = try writer.asset(file.id)?.file.identity
            let isSame = rest?.size == Int64(stat.size) && rest?.modified == stat.modified
            return isSame ? .there(entry, stat) : .another
        }
        guard !known.isAnother(stat, in: entry.directory) else { return .another }
        return known.size == Int64(stat.size) ? .there(entry, stat) : .changed
    }
}
