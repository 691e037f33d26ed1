package import Catalogue
internal import Kernel

extension DirectoryRecord {
    /// Compares this, as the folder of a root, with the directory that was found at the root's path.
    ///
    /// Where inode numbers are not stable, the directory is known by its path and its file system alone.
    ///
    /// - Parameters:
    ///   - inode: The inode number found.
    ///   - volume: The catalogue's ID of the file system found; nil if that is not known.
    ///   - type: The `statfs` type of that file system.
    /// - Returns: Whether the two are the same.
    package func isRoot(inode: UInt64, volume: Int64?, type: Int64) -> Bool {
        guard self.volume == volume else { return false }
        return self.inode == Int64(bitPattern: inode) || !FileSystemIdentity.hasStableInodes(type)
    }
}
