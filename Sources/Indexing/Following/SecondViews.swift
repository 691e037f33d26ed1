internal import Catalogue
internal import FolderWatch
internal import Kernel

/// Directories of the catalogue that were views of others: bound over another directory, and found there although they
/// lie elsewhere on their own file system.
///
/// What is seen in a view is seen where the directory lies. Once the mount that showed it has gone, nothing can be
/// found in the view again, so it keeps no root waiting for that mount.
struct SecondViews {
    private let writer: CatalogueWriter
    private let tree: WatchedTree
    private let files: any FileSystemCalls

    init(_ writer: CatalogueWriter, _ tree: WatchedTree, _ files: any FileSystemCalls) {
        (self.writer, self.tree, self.files) = (writer, tree, files)
    }

    /// Returns whether a directory of the catalogue was a view of one that is followed, or that has gone from where it
    /// lay.
    func isView(_ record: DirectoryRecord) throws -> Bool {
        let others = try writer.directories(inode: record.inode).filter {
            $0.id != record.id && $0.volume == record.volume && $0.born == record.born
        }
        if others.contains(where: { isFollowed($0.id) }) { return true }
        guard !others.isEmpty, !writer.isInside(record.id, record.volume) else { return false }
        return try others.contains {
            try !$0.isRemoved && writer.isInside($0.id, $0.volume) && isWithinReach($0)
        }
    }

    /// Makes the views of a directory that is no longer where it lay ordinary directories.
    ///
    /// What is bound still is left: it may be the only place of a directory that left the library.
    ///
    /// `original`: The directory as it was known, where it lay.
    func release(_ original: DirectoryRecord) throws {
        guard original.inode != 0, writer.isInside(original.id, original.volume) else { return }
        for var view in try writer.directories(inode: original.inode)
        where view.id != original.id && view.volume == original.volume && view.born == original.born
            && !view.isRemoved
        {
            guard let parent = view.parent.flatMap({ writer.directories[$0] }),
                !writer.isInside(view.id, view.volume), try !isShown(view)
            else { continue }
            (view.volume, view.inode, view.born) = (parent.volume, 0, 0)
            try writer.update(view)
        }
    }

    private func isFollowed(_ directory: Int64) -> Bool {
        guard let followed = tree[directory] else { return false }
        return !followed.isUntrusted && followed.hasStableInodes
    }

    /// Whether the file system of a directory is mounted at its place, so that the directory is there or has gone.
    private func isWithinReach(_ record: DirectoryRecord) throws -> Bool {
        var next: DirectoryRecord? = record
        while let place = next, place.volume == record.volume {
            switch try look(at: place) {
            case .found(let volume, _): return volume == record.volume
            case .unreadable: return false
            case .absent: next = place.parent.flatMap { writer.directories[$0] }
            }
        }
        return false
    }

    /// Whether a directory is at its place, or that cannot be determined.
    private func isShown(_ record: DirectoryRecord) throws -> Bool {
        switch try look(at: record) {
        case .found(let volume, let stat):
            // One that was removed where it lay can be bound still.
            volume == record.volume && Int64(bitPattern: stat.inode) == record.inode
                && stat.links > 0
        case .unreadable: true
        case .absent: false
        }
    }
}

extension SecondViews {
    private enum Look {
        case found(volume: Int64, FileStat)
        case absent, unreadable
    }

    private func look(at record: DirectoryRecord) throws -> Look {
        guard let path = writer.absolutePath(record.id) else { return .absent }
        let found: (identity: FileSystemIdentity?, stat: FileStat)
        do throws(SystemError) {
            let opened = try OpenDirectory(path: path, files)
            found = (opened.identity, try opened.stat)
        } catch {
            return error.saysAbsent ? .absent : .unreadable
        }
        guard let identity = found.identity else { return .unreadable }
        return .found(volume: try writer.volume(identity.number), found.stat)
    }
}
