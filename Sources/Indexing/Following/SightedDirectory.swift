internal import Catalogue
internal import Glibc
internal import Kernel

/// The directory that is at a path now.
struct SightedDirectory {
    /// The catalogue's ID of its file system.
    let volume: Int64
    let stat: FileStat

    /// Examines a path; nil if there is no directory.
    ///
    /// - Throws: ``SystemError`` when it cannot be examined; errors of `writer`.
    init?(_ path: [UInt8], _ files: any FileSystemCalls, _ writer: CatalogueWriter) throws {
        let found: (identity: FileSystemIdentity, stat: FileStat)
        do throws(SystemError) {
            let opened = try OpenDirectory(path: path, files)
            let stat = try opened.stat
            guard let identity = opened.identity else { throw SystemError(code: EIO) }
            found = (identity, stat)
        } catch {
            if error.saysAbsent { return nil }
            throw error
        }
        (volume, stat) = (try writer.volume(found.identity.number), found.stat)
    }

    var inode: Int64 { Int64(bitPattern: stat.inode) }
}

extension SystemError {
    /// Whether a name does not exist, or is not a directory where one is needed.
    var saysAbsent: Bool { [ENOENT, ENOTDIR, ELOOP].contains(code) }
}
