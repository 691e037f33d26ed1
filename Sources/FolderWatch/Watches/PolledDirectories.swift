/// The directories without a watch: when to poll them, and their state at the last listing.
///
/// All times except modification times are milliseconds of the monotonic clock.
struct PolledDirectories {
    private let interval: Int64
    /// When to poll next; nil while every directory has a watch.
    private(set) var nextPoll: Int64?
    /// Modification times from before the last listing, by directory number.
    private var modificationTimes: [UInt32: Int64] = [:]

    /// - `seconds`: The interval between polls.
    init(everySeconds seconds: UInt32) {
        interval = Int64(seconds) * 1_000
    }

    /// Marks a directory as one that has no watch.
    mutating func add(_ node: DirectoryNode, at now: Int64) {
        node.isPolled = true
        modificationTimes[node.id] = nil
        if nextPoll == nil { nextPoll = now + interval }
    }

    /// Records the modification time of a directory before it is listed.
    mutating func willList(_ node: DirectoryNode, modified: Int64) {
        if node.isPolled { modificationTimes[node.id] = modified }
    }

    /// Returns whether a directory has not been listed since it got its present modification time.
    func isOutdated(_ node: DirectoryNode, modified: Int64) -> Bool {
        modified != modificationTimes[node.id]
    }

    func isDue(_ now: Int64) -> Bool { nextPoll.map { $0 <= now } ?? false }

    /// Schedules the next poll if there is a directory to poll.
    mutating func scheduleNext(isNeeded: Bool, at now: Int64) {
        nextPoll = isNeeded ? now + interval : nil
    }

    /// Forgets a directory that is gone.
    mutating func forget(_ id: UInt32) { modificationTimes[id] = nil }

    /// Forgets all directories, because every watch is placed again.
    mutating func removeAll() {
        nextPoll = nil
        modificationTimes = [:]
    }
}
