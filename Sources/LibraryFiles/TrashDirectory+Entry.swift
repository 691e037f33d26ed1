internal import Glibc
internal import Kernel

extension TrashDirectory {
    /// Returns an entry in an existing trash of this user.
    ///
    /// - Throws: `EACCES` when the trash belongs to another user.
    static func entry(_ place: TrashPath) throws(SystemError) -> DirectoryEntry {
        var directory = try Disk.opened(place.base)
        let part = Array((place.isNote ? "info" : "files").utf8)
        for (index, name) in (place.names + [part]).enumerated() {
            directory = try Disk.directory(FileName(name), in: directory.number)
            // `.Trash` itself belongs to the administrator.
            guard index + 1 < place.names.count || Disk.owner(directory) == geteuid() else {
                throw SystemError(code: EACCES)
            }
        }
        return DirectoryEntry(place.name, in: directory, at: place.path)
    }
}
