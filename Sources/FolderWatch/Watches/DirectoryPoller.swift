internal import Kernel

/// Polls the directories that have no watch.
final class DirectoryPoller<Queue: WatchQueue> {
    private let watches: WatchAllocator<Queue>
    private let finder: DirectoryFinder
    private let pending: PendingNames
    private let listings: ListingQueue
    private let roots: RootWatch<Queue>

    init(
        _ watches: WatchAllocator<Queue>,
        _ finder: DirectoryFinder,
        _ pending: PendingNames,
        _ listings: ListingQueue,
        _ roots: RootWatch<Queue>
    ) {
        (self.watches, self.finder, self.roots) = (watches, finder, roots)
        (self.pending, self.listings) = (pending, listings)
    }

    /// When to poll next; nil while every directory has a watch.
    var nextPoll: Int64? { watches.nextPoll }

    /// Enqueues the directories whose modification time has changed, if a poll is due, and those for which there is
    /// room for a watch by now.
    func poll(_ now: Int64) {
        guard watches.isPollDue(now) else { return }
        var hasRoom = true
        for node in watches.takePolled(now, below: roots.nodes) {
            guard let directory = try? finder.open(path: node.path),
                let found = try? directory.stat
            else {
                if let name = PendingName(of: node) { pending.add(name) }
                continue
            }
            guard node.isSame(found) else { continue }
            let isWatched = hasRoom && watches.watch(node, directory.descriptor)
            if hasRoom, !isWatched { hasRoom = !watches.isFull }
            if isWatched || watches.isOutdated(node, modified: found.modified) {
                listings.enqueue(node)
            }
        }
    }
}
