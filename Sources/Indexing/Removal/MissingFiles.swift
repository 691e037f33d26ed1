/// What was not found at its place: files until they turn up elsewhere or are removed, and directories that have
/// gone from disk.
///
/// Nothing is removed that is not named here. It calls nothing and asks no clock.
final class MissingFiles {
    /// When to remove each asset whose file is missing; milliseconds.
    private var deadlines: [Int64: Int64] = [:]
    /// Directories gone from disk whose assets are on their way out.
    private var directories: Set<Int64> = []
    /// Those of ``directories`` that could not be removed when that was last tried.
    private var unremovable: Set<Int64> = []

    // MARK: Files

    /// Whether no file is missing.
    var hasNoFiles: Bool { deadlines.isEmpty }

    /// The missing assets, in the order of their numbers.
    var assets: [Int64] { deadlines.keys.sorted() }

    /// When the first removal is due.
    var nextDeadline: Int64? { deadlines.values.min() }

    func isMissing(_ asset: Int64) -> Bool { deadlines[asset] != nil }

    /// The file of an asset is missing; one that was missing before keeps its deadline.
    func missing(_ asset: Int64, until deadline: Int64) {
        if deadlines[asset] == nil { deadlines[asset] = deadline }
    }

    /// The file of an asset is missing from now on, whenever it was noticed.
    func postpone(_ asset: Int64, until deadline: Int64) { deadlines[asset] = deadline }

    /// The file of an asset is there, or the asset is not.
    func found(_ asset: Int64) { deadlines[asset] = nil }

    // MARK: Directories

    /// A directory has gone from disk.
    func directoryGone(_ directory: Int64) { directories.insert(directory) }

    /// A directory is there, or it is known no more.
    func directoryFound(_ directory: Int64) { directories.remove(directory) }

    /// The directories that have gone; those made last come first.
    var goneDirectories: [Int64] { directories.sorted(by: >) }

    // MARK: Removal

    /// The assets to remove now, in the order of their numbers; nil when there is nothing to do, not for directories
    /// either.
    func due(_ now: Int64) -> [Int64]? {
        let due = deadlines.filter { $0.value <= now }.keys.sorted()
        let hasDirectories =
            deadlines.isEmpty && !directories.isEmpty && directories != unremovable
        return due.isEmpty && !hasDirectories ? nil : due
    }

    /// All that was due has been tried; directories that are left wait until others have gone.
    func triedRemoval() { unremovable = directories }

    /// Nothing is missing of what lies where these say, for it cannot be looked for there.
    func forget(
        assets isAway: (Int64) throws -> Bool,
        directories isDirectoryAway: (Int64) -> Bool
    ) rethrows {
        for (asset, _) in deadlines where try isAway(asset) { deadlines[asset] = nil }
        directories = directories.filter { !isDirectoryAway($0) }
    }
}
