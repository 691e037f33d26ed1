/// Files that were not found at their place, until they turn up elsewhere or are removed, and directories that are gone
/// from disk.
///
/// Nothing is removed unless it is recorded here. It does no I/O and reads no clock.
final class MissingFiles {
    /// When to remove each asset whose file is missing; milliseconds of the monotonic clock.
    private var deadlines: [Int64: Int64] = [:]
    /// The assets whose absence was reported by an event, as far as that matters.
    private var reported: Set<Int64> = []
    /// The number of failed attempts to check whether an asset's file is there.
    private var attempts: [Int64: Int] = [:]
    /// The number of such attempts after which nothing waits for an asset any longer.
    private static let patience = 3
    /// The directories that are gone from disk, to be removed after their assets.
    private var directories: Set<Int64> = []
    /// The value of ``directories`` after the last attempt to remove them.
    private var unremovable: Set<Int64> = []

    // MARK: Files

    /// Whether no file is missing.
    var hasNoFiles: Bool { deadlines.isEmpty }

    /// Whether no file is missing except those that cannot be checked: their disk may have an error for days.
    var hasOnlyUnreadableFiles: Bool {
        deadlines.keys.allSatisfy { attempts[$0, default: 0] >= Self.patience }
    }

    /// The IDs of the missing assets, in ascending order.
    var assets: [Int64] { deadlines.keys.sorted() }

    /// The missing assets that no event reported: a walk did not find them.
    var unreportedAssets: [Int64] { assets.filter { !reported.contains($0) } }

    /// When the removal of the first asset is due.
    var nextDeadline: Int64? { deadlines.values.min() }

    func isMissing(_ asset: Int64) -> Bool { deadlines[asset] != nil }

    /// Whether an event reported an asset's file as gone, as far as that matters.
    func isReported(_ asset: Int64) -> Bool { reported.contains(asset) }

    /// Records that an asset's file is missing; one that is already missing keeps its deadline.
    func insert(_ asset: Int64, until deadline: Int64) {
        if deadlines[asset] == nil { deadlines[asset] = deadline }
    }

    /// Records that an asset's file is missing, and replaces its deadline.
    func postpone(_ asset: Int64, until deadline: Int64) { deadlines[asset] = deadline }

    /// Records that it cannot be checked whether an asset's file is there, and when to try again.
    func postponeUnreadable(_ asset: Int64, until deadline: Int64) {
        deadlines[asset] = deadline
        attempts[asset, default: 0] += 1
    }

    /// Whether checks for an asset's file failed more than once.
    func isWaitedFor(_ asset: Int64) -> Bool { attempts[asset, default: 0] > 1 }

    /// Records that an event reported an asset's file as gone.
    func report(_ asset: Int64) { reported.insert(asset) }

    /// Removes an asset in order to decide about it; the decision may postpone it again.
    func take(_ asset: Int64) { deadlines[asset] = nil }

    /// Records that an asset was decided about, unless the decision was to postpone it.
    func decided(_ asset: Int64) { if deadlines[asset] == nil { found(asset) } }

    /// Records that an asset's file was found, or that the asset was removed.
    func found(_ asset: Int64) {
        deadlines[asset] = nil
        if !attempts.isEmpty { attempts[asset] = nil }
        if !reported.isEmpty { reported.remove(asset) }
    }

    // MARK: Directories

    /// Records that a directory is gone from disk.
    func directoryGone(_ directory: Int64) { directories.insert(directory) }

    /// Records that a directory was found, or removed from the catalogue.
    func directoryFound(_ directory: Int64) { directories.remove(directory) }

    /// The directories that are gone, latest IDs first.
    var goneDirectories: [Int64] { directories.sorted(by: >) }

    // MARK: Removal

    /// Returns the assets to remove now, in ascending order; empty if there are only directories to remove,
    /// nil if there is nothing to do.
    func due(_ now: Int64) -> [Int64]? {
        let due = deadlines.filter { $0.value <= now }.keys.sorted()
        let hasDirectories =
            deadlines.isEmpty && !directories.isEmpty && directories != unremovable
        return due.isEmpty && !hasDirectories ? nil : due
    }

    /// Records that removal was attempted; the remaining directories wait until others are gone.
    func triedRemoval() { unremovable = directories }

    /// Drops assets and directories that cannot be checked now.
    func forget(
        assets isAway: (Int64) throws -> Bool,
        directories isDirectoryAway: (Int64) -> Bool
    ) rethrows {
        for (asset, _) in deadlines where try isAway(asset) { found(asset) }
        directories = directories.filter { !isDirectoryAway($0) }
    }
}
