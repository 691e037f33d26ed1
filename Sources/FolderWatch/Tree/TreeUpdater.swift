internal import Glibc
internal import Kernel

/// Updates the tree to match directories found on disk: places their watches and emits the changes.
final class TreeUpdater<Queue: WatchQueue> {
    private let tree: DirectoryTree
    private let watches: WatchAllocator<Queue>
    private let listings: ListingQueue
    private let walk: WalkState
    private let finder: DirectoryFinder
    private let filter: NameFilter
    private let emitter: FrameEmitter
    private let files: any FileSystemCalls
    private let sightings: DirectorySightings
    private let time: any TimeSource
    /// The last walk that found no room for another watch.
    private var fullWalk: UInt32 = 0

    init(
        tree: DirectoryTree,
        watches: WatchAllocator<Queue>,
        listings: ListingQueue,
        walk: WalkState,
        finder: DirectoryFinder,
        filter: NameFilter,
        emitter: FrameEmitter,
        files: any FileSystemCalls,
        time: any TimeSource
    ) {
        (self.tree, self.watches) = (tree, watches)
        (self.listings, self.walk) = (listings, walk)
        (self.finder, self.filter, self.emitter) = (finder, filter, emitter)
        (self.files, self.time) = (files, time)
        sightings = DirectorySightings(finder, files)
    }

    /// Determines which directory has a name now: a known one that stayed, a known one that was moved here, or a new
    /// one.
    ///
    /// - Parameters:
    ///   - found: The attributes found for the name.
    ///   - name: The name.
    ///   - parent: The directory that has the name.
    ///   - directory: The descriptor of the parent.
    /// - Throws: ``SystemError`` if the tree is not as expected or changes meanwhile; a later attempt may
    ///   succeed.
    func reconcile(
        _ found: FileStat,
        _ name: FileName,
        in parent: DirectoryNode,
        _ directory: Int32
    ) throws(SystemError) {
        if let known = parent.children[name], known.isSame(found), isSettled(known) {
            confirm(known)
            return
        }
        let child = try unsafe name.withCString { text throws(SystemError) in
            try unsafe OpenDirectory(text, in: directory, files)
        }
        let stat = try child.stat
        try reconcile(child.descriptor, stat, name, in: parent)
    }

    /// Does the same for a directory that is already open.
    func reconcile(
        _ child: Int32,
        _ stat: FileStat,
        _ name: FileName,
        in parent: DirectoryNode
    ) throws(SystemError) {
        let known = parent.children[name]
        if let known, known.isSame(stat), isSettled(known) {
            confirm(known)
            return
        }
        let identity = try finder.identify(child, stat, in: parent)
        let watch = try watches.place(child, isRoot: false)
        if watch < 0, watches.isFull { fullWalk = walk.number }
        if watch >= 0, let other = tree.node(watch: watch) {
            try found(other, child, as: name, in: parent)
        } else if let known, known.isPolled, known.stat == identity {
            if watch >= 0 {
                watches.assignWatch(watch, to: known)
                // Changes made until now, and contents that could not be read before, have not been reported.
                if !walk.isWalking { listings.enqueue(known) }
            }
            confirm(known)
        } else if let old = tree.lost(identity) {
            watches.assignWatch(watch, to: old)
            // Its watch may have ended after it was listed, or its inode number may be another directory's by now.
            if old.walk == walk.number { listings.enqueue(old) }
            try found(old, child, as: name, in: parent)
            if old.parent === parent { confirm(old) }
        } else if let left = tree.detached(identity), watch < 0 || left.isPolled {
            // A directory that is no longer readable cannot be watched again, and keeps the watch that it had, if any.
            try found(left, child, as: name, in: parent)
            if watch >= 0 {
                watches.assignWatch(watch, to: left)
                listings.enqueue(left)
            }
        } else {
            if let known { replace(known) }
            attachNew(identity, name, in: parent, watch)
        }
    }

    /// Handles a directory that is, or was, known in another place.
    private func found(
        _ other: DirectoryNode,
        _ child: Int32,
        as name: FileName,
        in parent: DirectoryNode
    ) throws(SystemError) {
        let known = parent.children[name]
        if known === other {
            other.isNamed = true
            return
        }
        switch sightings.find(other, child, in: parent) {
        case .moved: try reattach(other, as: name, in: parent)
        case .bound: if let known { replace(known) }
        case .original:
            walk.markReplacement()
            try reattach(other, as: name, in: parent)
        }
    }

    /// Detaches a directory in whose place another one is seen, as after a mount or an unmount.
    ///
    /// If that is undone before the mounts are compared, the comparison shows no difference.
    private func replace(_ node: DirectoryNode) {
        walk.markReplacement()
        detach(node)
    }

    /// Whether a known directory is followed as well as it can be.
    ///
    /// A walk tries again to place a watch on a polled directory, because the limit may have been raised; an event does
    /// so if there is room, because the directory's permissions may have changed.
    ///
    /// A polled mount point may belong to another disk by now, one with the same numbers.
    private func isSettled(_ known: DirectoryNode) -> Bool {
        if known.watch >= 0 { return true }
        let isMountPoint = known.device.number != known.parent?.device.number
        guard known.isPolled, !isMountPoint else { return false }
        return walk.isWalking ? fullWalk == walk.number : watches.isFull
    }

    /// Confirms that a known directory is still in its place; a walk continues below it.
    ///
    /// A full walk reports it as if it were new, so that the indexer can correct a directory that it took for another
    /// disk's.
    private func confirm(_ node: DirectoryNode) {
        node.isNamed = true
        // Something about it has changed, perhaps its permissions. A walk that has been here does not come again.
        if node.isUnlisted, !walk.isWalking || node.walk == walk.number { listings.enqueue(node) }
        guard walk.isWalking, node.walk != walk.number else { return }
        if !walk.isRecheck, let parent = node.parent { announce(node, in: parent) }
        listings.reach(node)
    }

    private func announce(_ node: DirectoryNode, in parent: DirectoryNode) {
        emitter.emit(
            .directory(
                node: node.id,
                parent: parent.id,
                directory: node.stat,
                name: node.name.bytes
            )
        )
    }

    /// Moves a known directory, with everything below it, to the place where it was found.
    private func reattach(
        _ node: DirectoryNode,
        as name: FileName,
        in parent: DirectoryNode
    ) throws(SystemError) {
        guard node.root == nil, !node.contains(parent) else { throw SystemError(code: EAGAIN) }
        if let occupant = parent.children[name] { replace(occupant) }
        let former = node.name.bytes
        tree.move(node, to: name, in: parent)
        node.isNamed = true
        relist(node, in: parent, formerly: former)
        markMountPoint(node, in: parent)
        finder.releaseAnchor()
        emitter.emit(.directoryMoved(node: node.id, parent: parent.id, name: name.bytes))
        if walk.isWalking, node.walk != walk.number { listings.reach(node) }
    }

    /// Lists directories again for which a new name may decide otherwise whether they have only copies.
    private func relist(_ node: DirectoryNode, in parent: DirectoryNode, formerly name: [UInt8]) {
        if node.isExcluded || filter.isAppLibrary(parent.name.bytes) { listings.enqueue(node) }
        if filter.isAppLibrary(name) || filter.isAppLibrary(node.name.bytes) {
            node.children.all.forEach(listings.enqueue)
        }
    }

    private func attachNew(
        _ stat: DirectoryStat,
        _ name: FileName,
        in parent: DirectoryNode,
        _ watch: Int32
    ) {
        let node = tree.add(name, in: parent, stat)
        watches.assignWatch(watch, to: node)
        node.isNamed = true
        markMountPoint(node, in: parent)
        announce(node, in: parent)
        listings.enqueue(node)
    }

    private func markMountPoint(_ node: DirectoryNode, in parent: DirectoryNode) {
        if node.device.number != parent.device.number { walk.markReplacement() }
    }

    /// Detaches a directory from its place; it may turn up elsewhere within a second.
    func detach(_ node: DirectoryNode) {
        guard node.parent != nil else { return }
        // Descriptors opened above it may have moved.
        finder.releaseAnchor()
        tree.detach(node, at: time.milliseconds)
        walk.markBusy()
    }
}

extension TreeUpdater {
    /// Handles the end of a directory's watch; everything below it is detached.
    func watchEnded(of node: DirectoryNode) {
        tree.endWatch(of: node)
        for child in node.children.all { detach(child) }
    }
}
