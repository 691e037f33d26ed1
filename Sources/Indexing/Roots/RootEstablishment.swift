internal import Catalogue

/// Which directory a root is, and from when on: see ``CatalogueWriter/isMarked(_:)``.
final class RootEstablishment {
    private let writer: CatalogueWriter
    /// Roots in which no photo is known and none was seen: any directory at their path is taken for them.
    private var open: Set<Int64> = []
    /// Roots in which a photo was seen while nothing of it may be committed yet.
    private var marked: Set<Int64> = []

    init(_ writer: CatalogueWriter) {
        self.writer = writer
    }

    /// Whether a directory other than the known one, at a root's path, is not to be believed.
    func isEstablished(_ root: Int64, _ directory: DirectoryRecord) throws -> Bool {
        if try writer.isMarked(root) { marked.insert(root) }
        let isEstablished = directory.isFilled || marked.contains(root)
        if isEstablished { open.remove(root) } else { open.insert(root) }
        return isEstablished
    }

    /// A photo of a root was seen: with the first one the root is the directory followed now, and that is
    /// on disk before anything of the photo is.
    func photoSeen(in root: Int64) throws {
        guard !open.isEmpty, open.remove(root) != nil else { return }
        marked.insert(root)
        try writer.write { try writer.mark(root) }
        try writer.commit()
    }

    /// All that was seen is in the catalogue, which speaks for itself now.
    ///
    /// `isOffline`: Whether a root may hold what is not in the catalogue yet.
    func releaseMarks(unless isOffline: (Int64) -> Bool) throws {
        for root in marked where !isOffline(root) {
            try writer.write { try writer.unmark(root) }
            marked.remove(root)
        }
    }

    /// Finds the roots that have nothing in the catalogue any more, or something by now.
    func refresh(_ roots: [Int64]) {
        for root in roots {
            guard let record = writer.roots[root], record.state != .offline,
                let directory = writer.directories[record.directory],
                !directory.isFilled, !marked.contains(root)
            else {
                open.remove(root)
                continue
            }
            open.insert(root)
        }
    }
}
