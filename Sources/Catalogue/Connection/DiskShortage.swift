internal import Glibc

/// What a disk that is full has no more of: room, or inodes.
package struct DiskShortage {
    /// Whether no file can be made though there is room.
    package let isOfInodes: Bool

    /// `path`: A file or directory on the disk, or one in a directory there.
    package init(at path: String) {
        var room = statvfs()
        let places = [path, CatalogueLocation.directory(of: path)]
        let isKnown = places.contains { unsafe statvfs($0, &room) == 0 }
        // File systems that make inodes as they are needed count none.
        isOfInodes = isKnown && room.f_files > 0 && room.f_favail == 0
    }

    /// What to say of it.
    var words: String { isOfInodes ? "the disk has no inode left" : "the disk is full" }

    /// What to do about it, without an end.
    var cure: String { isOfInodes ? "delete some files ('df -i' counts them)" : "free some space" }
}
