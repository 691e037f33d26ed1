internal import Foundation

/// Which file is at a path, to notice that another one took its place.
struct FileNumber: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// Nil when there is none, or it cannot be looked at.
    init?(path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        (device, inode) = (found.st_dev, found.st_ino)
    }
}
