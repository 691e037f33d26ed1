internal import Catalogue

/// A part of a root that is missing at once and so large that it is taken to be away instead of deleted.
///
/// A disk is there or not, which is verified before every removal. A pool of disks in FUSE, or a share of another
/// machine, can lose one of its disks and look complete all the same: half of the photos have gone at once, and no
/// event reported it. So on such file systems, what a walk misses is kept and its root marked offline when it is a
/// fifth of the root, and not few. What is deleted through the file system itself is reported by events, and
/// removed whatever there is of it.
struct LargeLoss {
    let missing: Int
    let known: Int

    /// - Returns: Nil if so many missing photos, of those known in a root, may have been deleted.
    init?(missing: Int, of known: Int) {
        guard missing >= Self.fewest, missing * 5 >= known else { return nil }
        (self.missing, self.known) = (missing, known)
    }

    private static let fewest = 50
    /// Milliseconds after a walk within which directories are reported that it missed.
    static let aftermath: Int64 = 60_000
    /// Milliseconds that what a walk misses waits for what else it misses.
    static let patience: Int64 = 3_000
}
