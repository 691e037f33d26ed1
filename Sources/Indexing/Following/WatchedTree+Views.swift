internal import Catalogue

extension WatchedTree {
    /// Whether a directory of the catalogue was a second view of one that is followed.
    ///
    /// It was bound over another one, and found there before it was found where it lies. What was seen in it is seen
    /// there.
    func isFollowedElsewhere(
        _ record: DirectoryRecord,
        _ writer: CatalogueWriter
    ) throws -> Bool {
        try writer.directories(inode: record.inode).contains { other in
            guard other.id != record.id, other.volume == record.volume,
                other.born == record.born, let followed = self[other.id]
            else { return false }
            return !followed.isUntrusted && followed.hasStableInodes
        }
    }
}
