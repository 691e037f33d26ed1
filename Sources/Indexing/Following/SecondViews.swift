internal import Catalogue
internal import FolderWatch
internal import Kernel

/// Directories of the catalogue that were views of others: bind-mounted over another directory, and found there
/// although they lie elsewhere on their own file system.
///
/// Everything seen in a view is seen where the directory lies. Once the mount that showed it is gone, nothing can be
/// found in the view again, so it keeps no root waiting for that mount.
struct SecondViews {
    private let writer: CatalogueWriter
    private let tree: WatchedTree
    private let files: any FileSystemCalls

    init(_ writer: CatalogueWriter, _ tree: WatchedTree, _ files: any FileSystemCalls) {
        (self.writer, self.tree, self.files) = (writer, tree, files)
    }

    /// Returns whether a directory of the catalogue was a view of one that is followed, or that is gone from its own
    /// place.
    func isView(_ record: DirectoryRecord) throws -> Bool {
        let others = try others(like: record)
        if others.contains(where: { isFollowed($0.id) }) { return true }
        guard !others.isEmpty, !writer.isInside(record.id, record.volume) else { return false }
        return try others.contains {
            try !$0.isRemoved && writer.isInside($0.id, $0.volume) && isWithinReach($0)
        }
    }

    /// Turns the views of a directory that is no longer at its own place into ordinary directories.
    ///
    /// Views that are still mounted are left alone: one may be the only place of a directory that left the library.
    ///
    /// `original`: The directory as it was known at its own place.
    func release(_ original: DirectoryRecord) throws {
        guard original.inode != 0, writer.isInside(original.id, original.volume) else { return }
        for var view in try others(like: original) where !view.isRemoved {
            guard let parent = view.parent.flatMap({ writer.directories[$0] }),
                !writer.isInside(view.id, view.volume), try !isShown(view)
            else { continue }
            (view.volume, view.inode, view.born) = (parent.volume, 0, 0)
            try writer.update(view)
        }
    }

    /// The other directories of the catalogue that are the same on disk.
    private func others(like record: DirectoryRecord) throws -> [DirectoryRecord] {
        try writer.directories(inode: record.inode).filter {
            $0.id != record.id && $0.volume == record.volume && $0.born == record.born
        }
    }

    private func isFollowed(_ directory: Int64) -> Bool {
        guard let followed = tree[directory] else { return false }
        return !followed.isUntrusted && followed.hasStableInodes
    }

    /// Whether the file system of a directory is mounted at its place, so that the directory is either there or gone.
    private func isWithinReach(_ record: DirectoryRecord) throws -> Bool {
        var next: DirectoryRecord? = record
        while let place = next, place.volume == record.volume {
            do {
                if let found = try sight(place) { return found.volume == record.volume }
            } catch is SystemError {
                return false
            }
            next = place.parent.flatMap { writer.directories[$0] }
        }
        return false
    }

    /// Whether a directory is at its place; true if that cannot be determined.
    func isShown(_ record: DirectoryRecord) throws -> Bool {
        do {
            guard let found = try sight(record) else { return false }
            // A directory that was removed from its own place can still be bind-mounted.
            return found.volume == record.volume && found.inode == record.inode
                && found.stat.links > 0
        } catch is SystemError {
            return true
        }
    }

    private func sight(_ record: DirectoryRecord) throws -> SightedDirectory? {
        guard let path = writer.absolutePath(record.id) else { return nil }
        return try SightedDirectory(path, files, writer)
    }
}
