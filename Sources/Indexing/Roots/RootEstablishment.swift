internal import Catalogue

/// Determines which directory a root is, and since when; see ``CatalogueWriter/isMarked(_:)``.
final class RootEstablishment {
    private let writer: CatalogueWriter
    /// Roots without a known or seen photo: any directory at their path is accepted.
    private var open: Set<Int64> = []
    /// Roots in which a photo was seen that may not be committed yet.
    private var marked: Set<Int64> = []

    init(_ writer: CatalogueWriter) {
        self.writer = writer
    }

    /// Returns whether only the known directory is accepted at a root's path.
    func isEstablished(_ root: Int64, isFilled: Bool) throws -> Bool {
        if try writer.isMarked(root) { marked.insert(root) }
        let isEstablished = isFilled || marked.contains(root)
        if isEstablished { open.remove(root) } else { open.insert(root) }
        return isEstablished
    }

    /// Records that a photo was seen in a root.
    ///
    /// The first photo establishes the root as the directory followed now, which is committed before anything about the
    /// photo is.
    func photoSeen(in root: Int64) throws {
        guard !open.isEmpty, open.remove(root) != nil else { return }
        marked.insert(root)
        try writer.write { try writer.mark(root) }
        try writer.commit()
    }

    /// Removes the marks of roots whose photos are all in the catalogue, which then serves the same purpose.
    ///
    /// `isOffline`: Returns whether a root may hold photos that are not in the catalogue yet.
    func releaseMarks(unless isOffline: (Int64) -> Bool) throws {
        for root in marked where !isOffline(root) {
            try writer.write { try writer.unmark(root) }
            marked.remove(root)
        }
    }

    /// Updates the set of roots without known photos.
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
