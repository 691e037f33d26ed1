internal import Glibc
internal import Kernel

/// Gives directories their watches within the budget, and polls those for which there are none.
final class WatchAllocator<Queue: WatchQueue> {
    private(set) var queue: Queue
    private let configuredBudget: UInt32
    /// ``budget`` as it was read since there is work; 0 before.
    private var lastBudget = 0
    /// A directory is without a watch for which a higher limit would help.
    private var isShort = false
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

    /// Whether so many watches are dead that it is worth placing all of them anew.
    var needsHousekeeping: Bool { queue.deadEntries > 20_000 }

    /// How many watches to place at most: the configured number, or 80 % of what one user may have.
    private var budget: Int {
        configuredBudget > 0 ? Int(configuredBudget) : queue.limit * 4 / 5
    }

    /// Whether another watch may be placed.
    ///
    /// The system's limit is read once each time there is work, and again when it is reached: to read it takes as
    /// long as to place a watch.
    private func hasBudget() -> Bool {
        if tree.watchCount < lastBudget { return true }
        lastBudget = budget
        return tree.watchCount < lastBudget
    }

    /// Places a watch on an open directory.
    ///
    /// - Parameters:
    ///   - directory: Its descriptor.
    ///   - isRoot: Whether its own removal and move are to be noticed as well.
    /// - Returns: The watch, that of before if it has one, or -1 when none is to be had.
    /// - Throws: ``SystemError`` when the directory itself cannot be watched.
    func place(_ directory: Int32, isRoot: Bool) throws(SystemError) -> Int32 {
        guard hasBudget() else {
            isShort = true
            return -1
        }
        do {
            return try queue.add(directory, isRoot: isRoot)
        } catch {
            // A directory we may not read cannot be watched either; its listing says so.
            guard [ENOSPC, EACCES, EPERM].contains(error.code) else { throw error }
            if error.code == ENOSPC { isShort = true }
            return -1
        }
    }

    /// Gives a directory the watch that was placed for it; without one it is polled.
    func assignWatch(_ watch: Int32, to node: DirectoryNode) {
        tree.assignWatch(watch, to: node)
        if watch < 0 { polled.add(node, at: time.milliseconds) }
    }

    /// Ends the watch of a directory that was removed from the tree.
    func release(_ removed: DirectoryTree.Removed) {
        if removed.watch >= 0 { queue.remove(removed.watch) }
        polled.forget(removed.id)
    }

    /// The next event, without waiting; nil when there is none.
    func nextEvent() -> WatchEvent? { queue.next() }

    /// Ends every watch and drops every waiting event; until the walk is over, directories are known by their inodes.
    func reset() throws(SystemError) {
        while queue.next() != nil {}
        try queue.reset()
        polled.removeAll()
    }

    /// Lets go of what is held only while there is work.
    func becomeIdle() {
        queue.becomeIdle()
        lastBudget = 0
    }

    /// The frame with the numbers of directories and watches; nil if they are those of the last one.
    func takeReport() -> WatchFrame? {
        let used = tree.watchCount
        if used >= tree.count { isShort = false }
        // One that is without a watch for another reason is none that a higher limit would help.
        let needed = isShort ? tree.count : used
        if let last = lastReportedCounts, last == (needed, used) { return nil }
        lastReportedCounts = (needed, used)
        return .watchLimit(
            needed: UInt32(needed),
            used: UInt32(used),
            limit: UInt32(queue.limit)
        )
    }
}

extension WatchAllocator {
    /// When the directories without a watch are to be looked at; nil while there are none.
    var nextPoll: Int64? { polled.nextPoll }

    /// Takes note of the modification time that a directory had before it is listed.
    func willList(_ node: DirectoryNode, modified: Int64) {
        polled.willList(node, modified: modified)
    }

    /// Whether a directory without a watch was not listed yet as it is now.
    func isOutdated(_ node: DirectoryNode, modified: Int64) -> Bool {
        polled.isOutdated(node, modified: modified)
    }

    func isPollDue(_ now: Int64) -> Bool { polled.isDue(now) }

    /// The directories without a watch; sets the time of the next poll.
    func takePolled(_ now: Int64, below roots: [DirectoryNode]) -> [DirectoryNode] {
        let nodes = tree.all(below: roots).filter(\.isPolled)
        polled.scheduleNext(isNeeded: !nodes.isEmpty, at: now)
        return nodes
    }
}
