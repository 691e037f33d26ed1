internal import Glibc
internal import Kernel
internal import PhotoModel

/// A disk that cannot be written: mounted read-only, or made so by the kernel after an error.
package enum ReadOnlyDisk {
    /// Returns whether a catalogue lies on such a disk.
    package static func holds(catalogue path: String) -> Bool {
        var disk = statvfs()
        let directory = CatalogueLocation.directory(of: path)
        guard unsafe statvfs(directory, &disk) == 0 else { return false }
        return disk.f_flag & UInt(ST_RDONLY) != 0 || isShutDown(directory)
    }

    private static func isShutDown(_ directory: String) -> Bool {
        withOpen(directory) { MountInfo.isShutDown($0) } ?? false
    }

    private static func withOpen<Result>(_ directory: String, _ body: (Int32) -> Result?) -> Result?
    {
        guard let opened = try? OpenDirectory(path: Array(directory.utf8), LinuxFileSystem.shared)
        else { return nil }
        return body(opened.descriptor)
    }

    /// Returns the remedy for a catalogue at a path.
    package static func cure(_ path: String) -> String {
        let directory = CatalogueLocation.directory(of: path)
        let mount = ShellWord.quoted(withOpen(directory, MountInfo.mountPoint) ?? [])
        let other = ", or name another catalogue with --catalogue"
        guard isShutDown(directory) else {
            return """
                mount it for writing (mount -o remount,rw \(mount))\(other); if the kernel made it so after an error, \
                `dmesg` says which, and it has to be unmounted and checked (fsck) first
                """
        }
        return """
            the kernel does so after an error, which `dmesg` shows: unmount it (umount \(mount)), have it checked \
            (fsck) and mount it again\(other)
            """
    }

    static func error(_ path: String) -> CatalogueError {
        CatalogueError(
            .inputOutput,
            "the disk of the catalogue \(path) is read-only, so nothing can be written; \(cure(path))"
        )
    }
}
