internal import Kernel

/// The state that lets a re-check skip a directory.
extension DirectoryNode {
    /// The minimum age of a change, in nanoseconds: any later change then has a different time, however coarse the file
    /// system's clock is.
    private static let settlingTime: Int64 = 2_000_000_000

    /// Records that the directory was listed completely.
    ///
    /// - Parameters:
    ///   - found: Its attributes before the listing.
    ///   - date: The date before the listing, in microseconds since 1970.
    func recordListing(asOf found: FileStat, date: Int64) {
        let isCertain =
            watch >= 0 && FileSystemIdentity.keepsChangeTimes(device.fileSystem)
            && date * 1_000 - found.changed > Self.settlingTime
        listedChange = isCertain ? found.changed : 0
    }

    /// Records that the directory must be listed before its contents are known.
    func forgetListing() { listedChange = 0 }

    /// Records that the directory could not be listed, or that its known contents are incomplete.
    func failListing() {
        forgetListing()
        isUnlisted = true
    }

    /// Whether nothing was added, removed or renamed in the directory since it was listed, and its watch reports writes
    /// to its files.
    func isListed(asOf found: FileStat) -> Bool {
        watch >= 0 && listedChange != 0 && listedChange == found.changed
    }
}
