internal import Kernel

/// What a re-check relies on when it passes over a directory.
extension DirectoryNode {
    /// How old a change has to be, in nanoseconds: any later one has another time then, however coarse the clock of the
    /// file system is.
    private static let settlingTime: Int64 = 2_000_000_000

    /// Records that it was listed completely.
    ///
    /// - Parameters:
    ///   - found: Its attributes before that.
    ///   - date: The date before that, in microseconds since 1970.
    func recordListing(asOf found: FileStat, date: Int64) {
        let isCertain =
            watch >= 0 && FileSystemIdentity.keepsChangeTimes(device.fileSystem)
            && date * 1_000 - found.changed > Self.settlingTime
        listedChange = isCertain ? found.changed : 0
    }

    /// Records that it has to be listed to be known.
    func forgetListing() { listedChange = 0 }

    /// Records that it could not be listed, or that what is known of it is not all there is.
    func failListing() {
        forgetListing()
        isUnlisted = true
    }

    /// Whether nothing was added, removed or renamed in it since it was listed, and its watch reports what is written
    /// to its files.
    func isListed(asOf found: FileStat) -> Bool {
        watch >= 0 && listedChange != 0 && listedChange == found.changed
    }
}
