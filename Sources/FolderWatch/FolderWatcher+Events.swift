internal import Glibc
internal import Kernel

extension FolderWatcher {
    /// Takes every waiting event off the kernel's queue and turns it into names to look at.
    func drain() {
        while let event = queue.next() {
            if event.watch < 0 || event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                hasOverflowed = true
                continue
            }
            guard let node = byWatch[event.watch] else { continue }
            note(event, in: node)
        }
    }

    private func note(_ event: WatchEvent, in node: DirectoryNode) {
        if event.mask & UInt32(IN_IGNORED) != 0 {
            watchEnded(node)
        } else if event.mask & UInt32(IN_UNMOUNT | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
            if let root = node.root { checkRoot(Int(root)) }
        } else if !event.name.isEmpty {
            noteName(event, Look(node: node, name: FileName(event.name)))
        }
    }

    private func noteName(_ event: WatchEvent, _ look: Look) {
        let isDirectory = event.mask & UInt32(IN_ISDIR) != 0
        let matters = unsafe event.name.withUnsafeBufferPointer { name in
            if unsafe name.elementsEqual(NoMediaFile.name.bytes) { return true }
            return unsafe !filter.ignores(name) && (isDirectory || filter.isMedia(name))
        }
        guard matters else { return }
        if event.mask & UInt32(IN_CREATE) != 0, !isDirectory {
            created[look] = time.milliseconds + 1_000
        } else {
            created[look] = nil
            looks.append(look)
        }
    }

    /// The kernel dropped a watch: the directory is gone, or its file system is.
    private func watchEnded(_ node: DirectoryNode) {
        byWatch[node.watch] = nil
        node.watch = -1
        for child in node.children.all { unhook(child) }
        node.children.removeAll()
        if let root = node.root {
            checkRoot(Int(root))
        } else if let parent = node.parent {
            deferred.append(Look(node: parent, name: FileName(node.name.bytes)))
        }
    }

    /// Takes a directory from its place; it may turn up elsewhere within a second.
    func unhook(_ node: DirectoryNode) {
        guard let parent = node.parent else { return }
        // What was opened from above it may lie elsewhere now.
        anchor = nil
        parent.children.remove(node)
        node.parent = nil
        limbo.append((node, time.milliseconds, root(of: parent)))
        isSettled = false
    }

    /// The root that a directory hangs from or, in limbo, hung from last.
    private func root(of node: DirectoryNode) -> UInt32? {
        var top = node
        while let parent = top.parent { top = parent }
        return top.root ?? limbo.first { $0.node === top }?.from
    }

    /// Acts on timers: directories that did not turn up, names created and never closed, polling.
    func expire(_ now: Int64) {
        let isQuiet =
            looks.isEmpty && current == nil && listingPosition == listings.count && !hasBranches
            && !deferred.contains { $0.node.isHooked }
            && !deferredListings.contains(where: \.isHooked)
        while isQuiet, let first = limbo.first {
            let isDead = first.node.watch < 0
            guard isDead || first.since + 1_000 <= now else { break }
            limbo.removeFirst()
            if first.node.parent == nil { forget(first.node) }
        }
        if !created.isEmpty {
            for (look, due) in created where due <= now {
                created[look] = nil
                looks.append(look)
            }
        }
        if nextPoll > 0, nextPoll <= now { pollUnwatched(now) }
        if nextRootCheck <= now, roots.contains(where: { $0.node == nil }) {
            nextRootCheck = now + 1_000
            for index in roots.indices where roots[index].node == nil { checkRoot(index) }
        }
    }

    /// A directory is gone for good, and all that is still below it.
    func forget(_ node: DirectoryNode) {
        drop(node) { say(.directoryGone(node: $0.id)) }
    }

    /// Ends the watches of a directory and of all below it.
    func drop(_ node: DirectoryNode, saying: (DirectoryNode) -> Void = { _ in }) {
        anchor = nil
        var stack = [node]
        while let next = stack.popLast() {
            saying(next)
            if next.watch >= 0 {
                byWatch[next.watch] = nil
                queue.remove(next.watch)
                next.watch = -1
            }
            next.isForgotten = true
            next.isPolled = false
            polledTimes[next.id] = nil
            stack.append(contentsOf: next.children.all)
            directoryCount -= 1
            for child in next.children.all { child.parent = nil }
            next.children.removeAll()
        }
    }
}
