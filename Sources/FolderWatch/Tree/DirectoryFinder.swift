internal import Glibc
internal import Kernel

/// Opens known directories and verifies that they are still the same.
final class DirectoryFinder {
    private let files: any FileSystemCalls
    /// Kept while there is work, because an open directory prevents its file system from being unmounted.
    private var anchor: DirectoryAnchor?

    init(_ files: any FileSystemCalls) {
        self.files = files
    }

    /// Opens a directory at its path and verifies that it is the known one.
    ///
    /// - Throws: `ESTALE` if another directory is there; `ENOENT` if there is no directory, or the known one is
    ///   detached.
    func open(
        _ node: DirectoryNode,
        for use: FileUse = .directory
    ) throws(SystemError) -> OpenDirectory {
        if let anchor, let directory = anchor.open(node, for: use) { return directory }
        guard let depth = node.depth else { throw SystemError(code: ENOENT) }
        let directory = try OpenDirectory(path: node.path, for: use, files)
        let found = try directory.stat
        guard node.isSame(found) else { throw SystemError(code: ESTALE) }
        if depth > DirectoryAnchor.reach { anchor = DirectoryAnchor(node, directory, files) }
        return directory
    }

    /// Opens the directory at a path, whichever it is.
    func open(path: [UInt8]) throws(SystemError) -> OpenDirectory {
        try OpenDirectory(path: path, files)
    }

    /// Closes the anchor, because it may have moved, or so that its file system can be unmounted.
    func releaseAnchor() { anchor = nil }

    /// Reads the identity of an open directory; its file system is queried only if its device differs from the
    /// parent's.
    func identify(
        _ descriptor: Int32,
        _ stat: FileStat,
        in parent: DirectoryNode?
    ) throws(SystemError) -> DirectoryStat {
        var (volume, type) = (parent?.device.volume ?? 0, parent?.device.fileSystem ?? 0)
        if parent?.device.number != stat.device {
            guard let found = files.identity(descriptor) else {
                throw SystemError(code: ESTALE)
            }
            (volume, type) = (found.number, found.type)
        }
        return DirectoryStat(
            device: stat.device,
            inode: stat.inode,
            born: FileSystemIdentity.keepsBirths(type) ? stat.born : 0,
            volume: volume,
            fileSystem: type
        )
    }
}
