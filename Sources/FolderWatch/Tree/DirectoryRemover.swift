internal import Kernel

/// Removes directories for good and ends their watches.
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

    /// Removes a root, with everything below it and everything detached from it.
    ///
    /// The indexer forgets everything in a root that is gone, including detached directories: if one turns up
    /// elsewhere, it is new there.
    func removeRoot(_ index: Int, _ node: DirectoryNode?) {
        if let node { remove(node, isReported: false) }
        for node in tree.takeDetached(from: index) { remove(node, isReported: false) }
    }

    /// When the oldest detached directory expires; nil without detached directories.
    var nextExpiry: Int64? { tree.nextExpiry }

    /// Removes the detached directories that have expired.
    func forgetExpired(_ now: Int64) {
        while let node = tree.takeExpired(now) { remove(node, isReported: true) }
    }

    /// Removes a directory without a parent, with everything below it, and ends the watches.
    private func remove(_ node: DirectoryNode, isReported: Bool) {
        finder.releaseAnchor()
        for removed in tree.remove(node) {
            if isReported { emitter.emit(.directoryGone(node: removed.id)) }
            watches.release(removed)
        }
    }

    /// Closes the descriptor that is kept open only while there is work.
    func releaseAnchor() { finder.releaseAnchor() }
}
