package import Kernel

/// Follows directory trees through inotify and says, as frames, which names to look at again.
///
/// An event is only a hint that a name may have changed: each leads to a fresh look, and what the
/// look finds is what is said. A directory is watched before it is listed, so an entry made before
/// is in the listing and one made after has an event. The identity of a live directory is its
/// watch descriptor; that of one known from before an overflow, its device, inode and birth.
package final class FolderWatcher<Queue: WatchQueue> {
    package internal(set) var queue: Queue
    var filter: NameFilter
    package let configuration: WatchConfiguration
    package let output: FrameOutput
    let files: any FileSystemCalls
    let time: any TimeSource

    var roots: [WatchedRoot] = []
    var byWatch = WatchedNodes()
    var lastNode: UInt32 = 0
    var directoryCount = 0

    /// Names to look at, each once, in the order of their first event.
    var looks = LookQueue()
    /// Looks that found the tree not to be as expected; retried when the queue is empty.
    var deferred: [Look] = []
    var deferredUntil: Int64 = 0
    /// How often in a row a look was put off; one that never succeeds must not keep us busy.
    var deferrals: [Look: Int] = [:]
    /// Names created without having been closed yet; looked at when nothing else comes.
    var created: [Look: Int64] = [:]
    /// Directories without a place, perhaps on the way to another one, since when and from which root.
    var limbo: [(node: DirectoryNode, since: Int64, from: UInt32?)] = []
    /// Directories to list, upper levels first.
    var listings: [DirectoryNode] = []
    var listingPosition = 0
    /// Directories that were not to be found where they should be when their turn came.
    var deferredListings: [DirectoryNode] = []
    var current: DirectoryListing?
    let buffer = ListingBuffer()
    /// What lies below the directories that were listed, upper levels first.
    var branches: [Branch] = []
    var branchPosition = 0
    var currentBranch: OpenBranch?
    /// Held while there is work: an open directory keeps its disk from being unmounted.
    var anchor: DirectoryAnchor?

    var walk: UInt32 = 0
    package internal(set) var finishedWalks: UInt32 = 0
    package internal(set) var flushes: UInt32 = 0
    var isWalking = false
    var isSettled = true
    var hasOverflowed = false
    var rebuilt: [InodeKey: DirectoryNode]?
    var nextPoll: Int64 = 0
    /// Modification times when polled directories were last listed, by node.
    var polledTimes: [UInt32: Int64] = [:]
    var nextRootCheck: Int64 = 0
    var isShortOfWatches = false
    /// ``budget`` as it was read while there was work; 0 when there was none since.
    var readBudget = 0
    var saidLimit: [Int] = []

    package init(
        queue: Queue,
        configuration: WatchConfiguration,
        output: FrameOutput,
        files: any FileSystemCalls,
        time: any TimeSource
    ) {
        self.queue = queue
        self.configuration = configuration
        self.output = output
        (self.files, self.time) = (files, time)
        filter = NameFilter(ignoring: configuration.ignored, extensions: configuration.extensions)
        roots = configuration.roots.map { WatchedRoot(path: $0) }
    }

    /// Begins to watch the roots, and to list what is below them.
    package func start() { beginWalk(.start) }

    /// Takes what the kernel has told, and does a bounded piece of what waits.
    ///
    /// - Returns: Whether more waits, so that the next turn should come at once.
    /// - Throws: ``SystemError`` when the kernel's queue itself cannot be used any more.
    package func turn() throws(SystemError) -> Bool {
        drain()
        if hasOverflowed { try recover() }
        let isBusy = work()
        output.flush()
        if !isBusy, !output.isClosed {
            settle()
            queue.rest()
            readBudget = 0
        }
        return isBusy
    }

    /// Does a bounded piece of what waits; false when nothing does or nobody takes the output.
    private func work() -> Bool {
        guard output.hasRoom else { return false }
        let now = time.milliseconds
        expire(now)
        if performLooks(256) { return true }
        guard continueListing() else { return retryDeferred(now) }
        // Each turn costs system calls; the kernel's queue takes far more events than come within one.
        while looks.isEmpty, output.hasRoom, time.milliseconds - now < 4, continueListing() {}
        return true
    }

    /// Says that everything seen has been said, once.
    private func settle() {
        guard output.hasRoom, !isSettled, deferred.isEmpty, deferredListings.isEmpty else { return }
        let isAfterWalk =
            isWalking && current == nil && listings.count == listingPosition && !hasBranches
        if isAfterWalk {
            isWalking = false
            finishedWalks += 1
            rebuilt = nil
            if queue.deadEntries > 20_000 { hasOverflowed = true }
        }
        isSettled = true
        anchor = nil
        sayLimit()
        output.send(.settled(walks: finishedWalks, flushes: flushes))
        output.flush()
    }

    /// Does what the indexer asks for.
    package func take(_ command: WatchCommand) {
        switch command {
        case .walk: beginWalk(.requested)
        case .flush:
            flushes += 1
            isSettled = false
        case .configure: break
        }
    }

    /// Milliseconds until a timer needs attention.
    package var patience: Int32 {
        let now = time.milliseconds
        var next = now + 60_000
        if let first = limbo.first { next = min(next, first.since + 1_000) }
        if let first = created.values.min() { next = min(next, first) }
        if !deferred.isEmpty || !deferredListings.isEmpty {
            next = min(next, max(deferredUntil, now + 1))
        }
        if roots.contains(where: { $0.node == nil }) { next = min(next, nextRootCheck) }
        if nextPoll > 0 { next = min(next, nextPoll) }
        return Int32(clamping: max(next - now, 0))
    }

    func say(_ frame: WatchFrame) {
        isSettled = false
        output.send(frame)
    }
}

/// A root as configured, and its node while it can be read.
struct WatchedRoot {
    let path: [UInt8]
    var node: DirectoryNode?
    var saidOffline = false
}

/// A name in a directory that deserves a look.
struct Look: Hashable {
    let node: DirectoryNode
    let name: FileName

    static func == (a: Look, b: Look) -> Bool {
        a.node === b.node && a.name == b.name
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(node.id)
        hasher.combine(name)
    }
}

/// Looks in the order they were first asked for, each once.
struct LookQueue {
    private var order: [Look] = []
    private var position = 0
    private var waiting: Set<Look> = []

    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ look: Look) {
        if waiting.insert(look).inserted { order.append(look) }
    }

    mutating func popFirst() -> Look? {
        while position < order.count {
            let look = order[position]
            position += 1
            if position == order.count {
                order.removeAll(keepingCapacity: order.count < 4_096)
                position = 0
            }
            if waiting.remove(look) != nil { return look }
        }
        return nil
    }

    mutating func removeAll() {
        order = []
        position = 0
        waiting = []
    }
}

struct InodeKey: Hashable {
    let device: UInt64
    let inode: UInt64
    let born: Int64
}
