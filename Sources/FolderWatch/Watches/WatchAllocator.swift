internal import Glibc
internal import Kernel

/// Assigns watches to directories within the budget; the others are polled.
final class WatchAllocator<Queue: WatchQueue> {
    private(set) var queue: Queue
    private let configuredBudget: UInt32
    /// The value of ``budget`` read since work began; 0 before that.
    private var lastBudget = 0
    /// Whether a directory lacks a watch that a higher limit would provide.
    private var isShort = false
    /// Whether there was no room for the last watch that was requested.
    private(set) var isFull = false
    private var lastReportedCounts: (needed: Int, used: Int)?
    private var polled: PolledDirectories
    private let tree: DirectoryTree
    private let time: any TimeSource

    init(
        _ queue: Queue,
        _ configuration: WatchConfiguration,
        _ tree: DirectoryTree,
        _ time: any TimeSource
    ) {
        (self.queue, self.tree, self.time) = (queue, tree, time)
        configuredBudget = configuration.watchBudget
        polled = PolledDirectories(everySeconds: configuration.pollSeconds)
    }

    /// Whether so many watches are dead that placing all of them again pays off.
    var needsHousekeeping: Bool { queue.deadEntries > 20_000 }

    /// The maximum number of watches: the configured one, or 80 % of what the system allows one user; one is tried
    /// while it allows none.
    private var budget: Int {
        if configuredBudget > 0 { return Int(configuredBudget) }
        let limit = queue.limit
        return limit == 0 ? 1 : limit * 4 / 5
    }

    /// Returns whether another watch may be placed.
    ///
    /// The system's limit is read once per period of work, and again when it is reached: reading it takes as long as
    /// placing a watch.
    private func hasBudget() -> Bool {
        if tree.watchCount < lastBudget { return true }
        lastBudget = budget
        return tree.watchCount < lastBudget
    }

    /// Places a watch on an open directory.
    ///
    /// - Parameters:
    ///   - directory: Its descriptor.
    ///   - isRoot: Whether to report its own removal and move as well.
    /// - Returns: The watch, an existing one if there is one, or -1 if none is available.
    /// - Throws: ``SystemError`` when the directory itself cannot be watched.
    func place(_ directory: Int32, isRoot: Bool) throws(SystemError) -> Int32 {
        isFull = !hasBudget()
        guard !isFull else {
            isShort = true
            return -1
        }
        do {
            return try queue.add(directory, isRoot: isRoot)
        } catch {
            // An unreadable directory cannot be watched either; its listing reports the error.
            guard [ENOSPC, EACCES, EPERM].contains(error.code) else { throw error }
            if error.code == ENOSPC { (isShort, isFull) = (true, true) }
            return -1
        }
    }

    /// Assigns the watch that was placed for a directory; without one it is polled.
    func assignWatch(_ watch: Int32, to node: DirectoryNode) {
        tree.assignWatch(watch, to: node)
        if watch < 0 { polled.add(node, at: time.milliseconds) }
    }

    /// Places a watch on a directory that was polled until now; false if it cannot have one yet.
    func watch(_ node: DirectoryNode, _ directory: Int32) -> Bool {
        guard let watch = try? place(directory, isRoot: node.root != nil), watch >= 0,
            tree.node(watch: watch) == nil
        else { return false }
        assignWatch(watch, to: node)
        return true
    }

    /// Ends the watch of a directory that was removed from the tree.
    func release(_ removed: DirectoryTree.Removed) {
        if removed.watch >= 0 { queue.remove(removed.watch) }
        polled.forget(removed.id)
    }

    /// Returns the next event without blocking; nil if the queue is empty.
    func nextEvent() -> WatchEvent? { queue.next() }

    /// Ends every watch and drops every waiting event; directories are recognised by their inodes until the walk is
    /// over.
    func reset() throws(SystemError) {
        while queue.next() != nil {}
        try queue.reset()
        polled.removeAll()
    }

    /// Releases the descriptors that are kept open only while there is work.
    func becomeIdle() {
        queue.becomeIdle()
        lastBudget = 0
    }

    /// Returns the frame with the numbers of directories and watches; nil if they have not changed.
    func takeReport() -> WatchFrame? {
        let used = tree.watchCount
        if used >= tree.count { isShort = false }
        // A higher limit would not help a directory that lacks a watch for another reason.
        let needed = isShort ? tree.count : used
        if let last = lastReportedCounts, last == (needed, used) { return nil }
        lastReportedCounts = (needed, used)
        return .watchLimit(
            needed: UInt32(needed),
            used: UInt32(used),
            limit: UInt32(queue.limit),
            isOfNamespace: queue.isLimitOfNamespace
        )
    }
}

extension WatchAllocator {
    /// When to poll the directories without a watch; nil while every directory has one.
    var nextPoll: Int64? { polled.nextPoll }

    /// Records the modification time of a directory before it is listed.
    func willList(_ node: DirectoryNode, modified: Int64) {
        polled.willList(node, modified: modified)
    }

    /// Returns whether a directory without a watch has not been listed in its present state.
    func isOutdated(_ node: DirectoryNode, modified: Int64) -> Bool {
        polled.isOutdated(node, modified: modified)
    }

    func isPollDue(_ now: Int64) -> Bool { polled.isDue(now) }

    /// Returns the directories without a watch, and schedules the next poll.
    func takePolled(_ now: Int64, below roots: [DirectoryNode]) -> [DirectoryNode] {
        let nodes = tree.all(below: roots).filter(\.isPolled)
        polled.scheduleNext(isNeeded: !nodes.isEmpty, at: now)
        return nodes
    }
}
