internal import Catalogue

/// A part of a root that is missing all at once and so large that it counts as unavailable instead of deleted.
///
/// A disk is there or not, which is verified before every removal. But a pool of disks in FUSE, or a share of another
/// machine, can lose one of its disks and still look complete: half of the photos are gone at once, and no event
/// reported it. On such file systems, photos that a walk misses are therefore kept and their root is marked offline if
/// they are at least a fifth of the root, and not few. Deletions through the file system itself are reported by events,
/// and are applied whatever their number.
struct LargeLoss {
    let missing: Int
    let known: Int

    /// - Returns: Nil if so many missing photos, of those known in a root, may have been deleted.
    init?(missing: Int, of known: Int) {
        guard missing >= Self.fewest, missing * 5 >= known else { return nil }
        (self.missing, self.known) = (missing, known)
    }

    private static let fewest = 50
    /// How long after a walk directories are reported that it missed, in milliseconds.
    static let aftermath: Int64 = 60_000
    /// How long files that a walk misses wait for others that it misses, in milliseconds.
    static let patience: Int64 = 3_000
}
