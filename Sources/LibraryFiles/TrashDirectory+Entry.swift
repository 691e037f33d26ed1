internal import Glibc
internal import Kernel

extension TrashDirectory {
    /// A place in a trash of this user's that is there.
    ///
    /// - Throws: `EACCES` when the trash is another user's.
    static func entry(_ place: TrashPath) throws(SystemError) -> DirectoryEntry {
        var directory = try Disk.opened(place.base)
        let part = Array((place.isNote ? "info" : "files").utf8)
        for (index, name) in (place.names + [part]).enumerated() {
            directory = try Disk.directory(FileName(name), in: directory.number)
            // `.Trash` itself is the administrator's.
            guard index + 1 < place.names.count || Disk.owner(directory) == geteuid() else {
                throw SystemError(code: EACCES)
            }
        }
        return DirectoryEntry(place.name, in: directory, at: place.path)
    }
}
