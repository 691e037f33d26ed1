package import Catalogue
internal import Kernel

extension FileIdentity {
    /// Returns whether the file at an absolute path is certainly a different file.
    ///
    /// False if there is no file. Where inode numbers are not stable, a file that was written to also counts as
    /// different.
    package func isAnother(at path: [UInt8]) -> Bool {
        guard let found = Disk.stat(path), found.isRegularFile,
            let directory = try? Disk.directory(Disk.split(path).directory)
        else { return false }
        return isAnother(found, in: directory)
    }

    /// Returns the same for a file that was found in a directory.
    func isAnother(_ found: FileStat, in directory: Disk.Descriptor) -> Bool {
        guard let system = LinuxFileSystem.shared.identity(directory.number) else { return false }
        guard FileSystemIdentity.hasStableInodes(system.type) else {
            return Int64(found.size) != size || found.modified != modified
        }
        let isBornApart = born != 0 && found.born != 0 && born != found.born
        return Int64(bitPattern: found.inode) != inode || isBornApart
    }
}
