internal import Glibc

/// The resource that a full disk has run out of: space or inodes.
package struct DiskShortage {
    /// Whether no file can be created although there is space.
    package let isOfInodes: Bool

    /// Determines the shortage at `path`: a file or directory on the disk, or one in a directory there.
    package init(at path: String) {
        var room = statvfs()
        let places = [path, CatalogueLocation.directory(of: path)]
        let isKnown = places.contains { unsafe statvfs($0, &room) == 0 }
        // File systems that create inodes as they are needed report a count of zero.
        isOfInodes = isKnown && room.f_files > 0 && room.f_favail == 0
    }

    /// A description of the shortage.
    var words: String { isOfInodes ? "the disk has no inode left" : "the disk is full" }

    /// The remedy, as an unfinished sentence.
    var cure: String { isOfInodes ? "delete some files ('df -i' counts them)" : "free some space" }
}
