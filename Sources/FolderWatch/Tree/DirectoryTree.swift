internal import Kernel

/// The known directories, including detached ones, each with a number and found by its watch.
///
/// It makes no system calls: a caller that changes the tree also places and removes the watches and emits the
/// frames. Times are milliseconds of the monotonic clock.
final class DirectoryTree {
    private var byWatch = WatchedNodes()
    private var lastID: UInt32 = 0
    /// The number of directories, including detached ones.
    private(set) var count = 0
    private var detached = DetachedDirectories()
    /// Every directory by its identity before an overflow, until the walk that follows is over.
    ///
    /// The file system's identity is part of the key, because a device number is reused for the next disk.
    private var knownByInode: [DirectoryStat: DirectoryNode]?

    /// A directory that was removed, with the watch that it had, or -1.
    struct Removed {
        let id: UInt32
        let watch: Int32
    }

    var watchCount: Int { byWatch.count }
    /// Whether directories are recognised by their inodes, because their watches were lost.
    var isRecovering: Bool { knownByInode != nil }
    /// When the oldest detached directory expires.
    var nextExpiry: Int64? { detached.nextExpiry }

    func node(watch: Int32) -> DirectoryNode? { byWatch[watch] }

    /// Adds a root at its index among the roots.
    func addRoot(_ index: Int, path: [UInt8], _ stat: DirectoryStat) -> DirectoryNode {
        makeNode(parent: nil, path, stat, root: UInt32(index))
    }

    /// Adds a directory to its parent.
    func add(_ name: FileName, in parent: DirectoryNode, _ stat: DirectoryStat) -> DirectoryNode {
        let node = makeNode(parent: parent, name.bytes, stat, root: nil)
        parent.children.insert(node)
        return node
    }

    private func makeNode(
        parent: DirectoryNode?,
        _ name: [UInt8],
        _ stat: DirectoryStat,
        root: UInt32?
    ) -> DirectoryNode {
        lastID += 1
        count += 1
        return DirectoryNode(id: lastID, parent: parent, name: name, stat: stat, root: root)
    }

    /// Assigns a watch to a directory; -1 if it has no watch.
    func assignWatch(_ watch: Int32, to node: DirectoryNode) {
        if node.watch != watch { node.forgetListing() }
        node.watch = watch
        guard watch >= 0 else { return }
        byWatch[watch] = node
        node.isPolled = false
    }

    /// Records that the kernel has ended a directory's watch.
    func endWatch(of node: DirectoryNode) {
        byWatch[node.watch] = nil
        node.watch = -1
    }

    /// Detaches a directory from its parent, with everything below it; does nothing if it has no parent.
    func detach(_ node: DirectoryNode, at now: Int64) {
        guard let parent = node.parent else { return }
        parent.children.remove(node)
        node.parent = nil
        detached.append(node, at: now, from: root(of: parent))
    }

    /// The detached directory that is the one found, if its watch is still alive or it never had one.
    ///
    /// Without a birth time, the inode number of an unwatched directory may have been reused for another.
    func detached(_ found: DirectoryStat) -> DirectoryNode? {
        detached.nodes.first {
            $0.stat == found && ($0.watch >= 0 || $0.isPolled && found.born != 0)
        }
    }

    /// Returns the root that a directory is connected to or, if it is detached, was last connected to.
    private func root(of node: DirectoryNode) -> UInt32? {
        var top = node
        while let parent = top.parent { top = parent }
        return top.root ?? detached.root(of: top)
    }

    /// Moves a directory, attached or detached, with everything below it to a free name.
    func move(_ node: DirectoryNode, to name: FileName, in parent: DirectoryNode) {
        node.parent?.children.remove(node)
        detached.remove(node)
        node.parent = parent
        node.name = PackedName(name.bytes)
        parent.children.insert(node)
    }

    /// Removes and returns the oldest detached directory if it has expired.
    func takeExpired(_ now: Int64) -> DirectoryNode? { detached.takeExpired(now) }

    /// Removes and returns the detached directories that were connected to a root.
    func takeDetached(from root: Int) -> [DirectoryNode] { detached.take(from: UInt32(root)) }

    /// Removes a directory without a parent, with everything below it.
    ///
    /// - Returns: The removed directories, each before those below it.
    func remove(_ node: DirectoryNode) -> [Removed] {
        var removed: [Removed] = []
        var stack = [node]
        while let next = stack.popLast() {
            removed.append(Removed(id: next.id, watch: next.watch))
            if next.watch >= 0 { endWatch(of: next) }
            next.isForgotten = true
            next.isPolled = false
            stack.append(contentsOf: next.children.all)
            for child in next.children.all { child.parent = nil }
            next.children.removeAll()
        }
        count -= removed.count
        return removed
    }

    /// The roots and all directories below them, parents before their children.
    func all(below roots: [DirectoryNode]) -> [DirectoryNode] {
        var nodes = roots
        var position = 0
        while position < nodes.count {
            nodes.append(contentsOf: nodes[position].children.all)
            position += 1
        }
        return nodes
    }

    /// Removes the watches of all directories; until ``endRecovery()`` they are recognised by their inodes.
    func beginRecovery(_ roots: [DirectoryNode]) {
        byWatch = WatchedNodes()
        var known: [DirectoryStat: DirectoryNode] = [:]
        // A directory that could not be followed may have been reported again as new since: the later node counts.
        for node in detached.nodes.flatMap({ all(below: [$0]) }) + all(below: roots) {
            node.watch = -1
            node.isPolled = false
            known[node.stat] = node
        }
        knownByInode = known
    }

    /// The directory known from before an overflow that has no watch yet and is the one found.
    ///
    /// A directory removed since then is not returned: its removal was reported, so the indexer takes it for a new one.
    func lost(_ found: DirectoryStat) -> DirectoryNode? {
        guard let node = knownByInode?[found], node.watch < 0, !node.isForgotten
        else { return nil }
        return node
    }

    func endRecovery() { knownByInode = nil }
}
