internal import Glibc

/// A disk that may not be written: mounted so, or turned read-only by the kernel after an error.
package enum ReadOnlyDisk {
    /// Returns whether a catalogue lies on one.
    package static func holds(catalogue path: String) -> Bool {
        var disk = statvfs()
        let directory = CatalogueLocation.directory(of: path)
        return unsafe statvfs(directory, &disk) == 0 && disk.f_flag & UInt(ST_RDONLY) != 0
    }

    /// What it means, and the way out.
    package static let cure =
        "after an error the kernel makes a disk read-only: look at `dmesg`, then mount it again "
        + "(mount -o remount,rw), or name another catalogue with --catalogue"

    static func error(_ path: String) -> CatalogueError {
        CatalogueError(
            .inputOutput,
            "the disk of the catalogue \(path) is read-only, so nothing can be written; \(cure)"
        )
    }
}
