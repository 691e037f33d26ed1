internal import Kernel

/// Gives up directories for good, and ends their watches.
final class DirectoryRemover<Queue: WatchQueue> {
    private let tree: DirectoryTree
    private let watches: WatchAllocator<Queue>
    private let finder: DirectoryFinder
    private let emitter: FrameEmitter

    init(
        _ tree: DirectoryTree,
        _ watches: WatchAllocator<Queue>,
        _ finder: DirectoryFinder,
        _ emitter: FrameEmitter
    ) {
        (self.tree, self.watches, self.finder, self.emitter) = (tree, watches, finder, emitter)
    }

    /// Removes a root, with all below it and all that was detached from there.
    ///
    /// Whoever hears that a root is gone forgets all of it, what is on its way elsewhere too: there it is new.
    func removeRoot(_ index: Int, _ node: DirectoryNode?) {
        if let node { remove(node, isReported: false) }
        for node in tree.takeDetached(from: index) { remove(node, isReported: false) }
    }

    /// When the oldest detached directory is to be given up; nil when there is none.
    var nextExpiry: Int64? { tree.nextExpiry }

    /// Gives up the detached directories that did not turn up in time.
    func forgetExpired(_ now: Int64) {
        while let node = tree.takeExpired(now) { remove(node, isReported: true) }
    }

    /// Removes a directory that has no parent any more, with all below it, and ends the watches.
    private func remove(_ node: DirectoryNode, isReported: Bool) {
        finder.releaseAnchor()
        for removed in tree.remove(node) {
            if isReported { emitter.emit(.directoryGone(node: removed.id)) }
            watches.release(removed)
        }
    }

    /// Closes what is held open only while there is work.
    func releaseAnchor() { finder.releaseAnchor() }
}
