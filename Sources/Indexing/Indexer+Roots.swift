internal import Catalogue
internal import FolderWatch
internal import Kernel

/// Which directory a root is: see ``CatalogueWriter/isMarked(_:)``.
extension Indexer {
    /// Whether another directory at a root's path is not to be believed.
    func isEstablished(_ root: Int64, _ directory: DirectoryRecord) throws -> Bool {
        if try writer.isMarked(root) { markedRoots.insert(root) }
        let isEstablished = directory.isFilled || markedRoots.contains(root)
        if isEstablished { openRoots.remove(root) } else { openRoots.insert(root) }
        return isEstablished
    }

    /// The first photo of a root was seen: the root is the directory followed now, and that is on disk
    /// before anything of the photo is.
    func establish(_ root: Int64) throws {
        openRoots.remove(root)
        markedRoots.insert(root)
        try writer.write { try writer.mark(root) }
        try writer.commit()
    }

    /// All that was seen is in the catalogue, which speaks for itself now.
    ///
    /// What could not be opened where it was seen may have gone with its disk, so nothing is concluded from
    /// its absence.
    func releaseMarks() throws {
        guard parked.isEmpty else { return }
        for root in markedRoots where writer.roots[root]?.state != .offline {
            try writer.write { try writer.unmark(root) }
            markedRoots.remove(root)
        }
    }

    /// Finds the roots that have nothing in the catalogue any more, or something by now.
    func noteOpenRoots() {
        for root in tree.roots {
            guard let record = writer.roots[root], record.state != .offline,
                let directory = writer.directories[record.directory],
                !directory.isFilled, !markedRoots.contains(root)
            else {
                openRoots.remove(root)
                continue
            }
            openRoots.insert(root)
        }
    }
}
