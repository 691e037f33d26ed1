internal import Catalogue
internal import Glibc
internal import Kernel

/// The state of the place to which a deleted file was moved.
enum TrashState {
    case there(DirectoryEntry, FileStat)
    /// Another file, or no regular file: the trash was emptied, and something else took the name.
    case another
    /// The file was written to since.
    case changed
    case gone
    /// The trash cannot be examined because of a kernel error.
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

    /// Determines whether a file is the one that was put there: by file system, inode, size and birth time.
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
            // An earlier version removed its identity; the remaining record is known as long as the file lies in the
            // trash.
            let rest = try writer.asset(file.id)?.file.identity
            let isSame = rest?.size == Int64(stat.size) && rest?.modified == stat.modified
            return isSame ? .there(entry, stat) : .another
        }
        guard !known.isAnother(stat, in: entry.directory) else { return .another }
        return known.size == Int64(stat.size) ? .there(entry, stat) : .changed
    }
}
