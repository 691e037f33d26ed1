internal import Foundation

/// The identity of the file at a path, to detect that another file has replaced it.
struct FileNumber: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// Returns nil if no file exists or it cannot be accessed.
    init?(path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        (device, inode) = (found.st_dev, found.st_ino)
    }
}
