/// The directories without a watch: when they are looked at next, and how they were when they were last listed.
///
/// All times but modification times are milliseconds of the monotonic clock.
struct PolledDirectories {
    private let interval: Int64
    /// When all of them are looked at next; nil while there are none.
    private(set) var nextPoll: Int64?
    /// Modification times from before the last listing, by the number of the directory.
    private var modificationTimes: [UInt32: Int64] = [:]

    /// - `seconds`: Between two looks at a directory.
    init(everySeconds seconds: UInt32) {
        interval = Int64(seconds) * 1_000
    }

    /// Marks a directory as one that has no watch.
    mutating func add(_ node: DirectoryNode, at now: Int64) {
        node.isPolled = true
        modificationTimes[node.id] = nil
        if nextPoll == nil { nextPoll = now + interval }
    }

    /// Takes note of the modification time that a directory had before it is listed.
    mutating func willList(_ node: DirectoryNode, modified: Int64) {
        if node.isPolled { modificationTimes[node.id] = modified }
    }

    /// Whether a directory was not listed yet with the modification time that it has now.
    func isOutdated(_ node: DirectoryNode, modified: Int64) -> Bool {
        modified != modificationTimes[node.id]
    }

    func isDue(_ now: Int64) -> Bool { nextPoll.map { $0 <= now } ?? false }

    /// Sets the time of the next look, while there is a directory to look at.
    mutating func scheduleNext(isNeeded: Bool, at now: Int64) {
        nextPoll = isNeeded ? now + interval : nil
    }

    /// Forgets a directory that is gone.
    mutating func forget(_ id: UInt32) { modificationTimes[id] = nil }

    /// Forgets all of them, because every watch is placed anew.
    mutating func removeAll() {
        nextPoll = nil
        modificationTimes = [:]
    }
}
