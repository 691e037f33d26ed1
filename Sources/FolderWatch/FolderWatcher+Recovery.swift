internal import Glibc
internal import Kernel

extension FolderWatcher {
    /// Goes over every directory of every root.
    func beginWalk(_ reason: WalkReason) {
        walk += 1
        isWalking = true
        say(.walkBegan(reason: reason))
        for index in roots.indices {
            checkRoot(index)
            if let node = roots[index].node { enqueue(node) }
        }
    }

    /// Events were lost, or too many dead entries piled up: begins anew with the watches and
    /// compares every directory with what is known.
    func recover() throws(SystemError) {
        hasOverflowed = false
        let isHousekeeping = queue.deadEntries > 20_000
        while queue.next() != nil {}
        try queue.reset()
        byWatch = WatchedNodes()
        looks.removeAll()
        deferred = []
        deferredListings = []
        created = [:]
        if let listing = current {
            current = nil
            say(.listingEnded(node: listing.node.id, error: EINTR))
        }
        var known: [InodeKey: DirectoryNode] = [:]
        let nodes = allNodes() + limbo.flatMap { Self.subtree($0.node) }
        for node in nodes {
            node.watch = -1
            node.isPolled = false
            polledTimes[node.id] = nil
            node.isQueued = false
            known[InodeKey(node.stat)] = node
        }
        rebuilt = known
        listings = []
        listingPosition = 0
        forgetBranches()
        nextPoll = 0
        rewatchRoots()
        beginWalk(isHousekeeping ? .housekeeping : .overflow)
    }

    private func rewatchRoots() {
        for index in roots.indices {
            guard let node = roots[index].node else { continue }
            do {
                let directory = try open(node)
                let watch = try place(directory.descriptor, isRoot: true)
                node.watch = watch
                if watch >= 0 { byWatch[watch] = node } else { markPolled(node) }
            } catch {
                checkRoot(index)
            }
        }
    }

    private static func subtree(_ node: DirectoryNode) -> [DirectoryNode] {
        var nodes = [node]
        var position = 0
        while position < nodes.count {
            nodes.append(contentsOf: nodes[position].children.all)
            position += 1
        }
        return nodes
    }

    /// Makes sure that a root is still the directory it was; takes it up or lets it go.
    func checkRoot(_ index: Int) {
        do {
            let directory = try OpenDirectory(path: roots[index].path, files)
            let found = try directory.stat
            if let node = roots[index].node {
                if node.isSame(found), node.watch >= 0 || node.isPolled || rebuilt != nil { return }
                leaveRoot(index, error: ESTALE)
            }
            let stat = try identify(directory.descriptor, found, nil)
            let watch = try place(directory.descriptor, isRoot: true)
            let node = makeNode(
                parent: nil,
                name: roots[index].path,
                stat: stat,
                root: UInt32(index)
            )
            node.watch = watch
            if watch >= 0 { byWatch[watch] = node } else { markPolled(node) }
            roots[index].node = node
            roots[index].saidOffline = false
            say(.rootOnline(root: UInt32(index), node: node.id, directory: stat))
            enqueue(node)
        } catch {
            leaveRoot(index, error: error.code)
        }
    }

    private func leaveRoot(_ index: Int, error: Int32) {
        if let node = roots[index].node {
            if current?.node.isHooked == true, let listing = current,
                node.contains(listing.node)
            {
                current = nil
                say(.listingEnded(node: listing.node.id, error: error))
            }
            if let branch = currentBranch, node.contains(branch.node) { currentBranch = nil }
            roots[index].node = nil
            drop(node)
        }
        // Who hears that a root is gone forgets all of it, what is on its way elsewhere too: there it is new.
        for (node, _, root) in limbo where root == UInt32(index) { drop(node) }
        limbo.removeAll { $0.from == UInt32(index) }
        guard !roots[index].saidOffline else { return }
        roots[index].saidOffline = true
        nextRootCheck = time.milliseconds + 1_000
        say(.rootOffline(root: UInt32(index), error: error))
    }

    /// Something was mounted or unmounted in or over a root.
    package func mountsChanged() {
        beginWalk(.mounts)
    }
}
