internal import Glibc
internal import Kernel

extension FolderWatcher {
    /// Performs up to `count` looks; false when there was none.
    func performLooks(_ count: Int) -> Bool {
        guard !looks.isEmpty else { return false }
        isSettled = false
        var next = looks.popFirst()
        var left = count
        while let look = next {
            next = performRun(from: look, left: &left)
            if left <= 0, let rest = next {
                looks.append(rest)
                break
            }
        }
        return true
    }

    /// Performs looks in one directory for as long as they come in a row; returns the next one.
    private func performRun(from first: Look, left: inout Int) -> Look? {
        let node = first.node
        guard !node.isForgotten else { return looks.popFirst() }
        do {
            let directory = try open(node)
            var look: Look? = first
            while let current = look, current.node === node, left > 0 {
                self.look(current, in: directory.descriptor)
                left -= 1
                look = looks.popFirst()
            }
            return look
        } catch {
            deferred.append(first)
            doubt(node)
            left -= 1
            return looks.popFirst()
        }
    }

    /// A directory was not to be found at its place: its parent is asked what is there.
    func doubt(_ node: DirectoryNode) {
        guard let parent = node.parent else { return }
        let look = Look(node: parent, name: FileName(node.name.bytes))
        if !deferred.contains(look) { deferred.append(look) }
    }

    /// Opens a directory at its known place and makes sure that it is the one known.
    func open(
        _ node: DirectoryNode,
        for use: FileUse = .directory
    ) throws(SystemError) -> OpenDirectory {
        if let anchor, let directory = anchor.open(node, for: use) { return directory }
        guard let depth = node.depth else { throw SystemError(code: ENOENT) }
        let directory = try OpenDirectory(path: node.path, for: use, files)
        let found = try directory.stat
        guard node.isSame(found) else { throw SystemError(code: ESTALE) }
        if depth > DirectoryAnchor.reach { anchor = DirectoryAnchor(node, directory, files) }
        return directory
    }

    private func look(_ look: Look, in directory: Int32) {
        let (node, name) = (look.node, look.name)
        if name == NoMediaFile.name {
            isMutedChanged(node, directory)
            return
        }
        guard !node.isMuted else { return }
        do {
            let found = try unsafe name.withCString { text throws(SystemError) in
                try unsafe files.stat(text, in: directory)
            }
            let isMedia = unsafe name.bytes.withUnsafeBufferPointer(filter.isMedia)
            if found.isDirectory {
                // It may have the name that a photo had, of whose going no look will tell.
                if isMedia { say(.gone(node: node.id, name: name.bytes)) }
                try reconcile(found, name, in: node, directory)
                return
            }
            if let child = node.children[name] { unhook(child) }
            if found.isRegularFile, isMedia {
                say(.entry(node: node.id, stat: found, name: name.bytes))
            } else {
                say(.gone(node: node.id, name: name.bytes))
            }
        } catch {
            missed(look, error)
        }
    }

    private func missed(_ look: Look, _ error: SystemError) {
        guard error.code == ENOENT else {
            deferred.append(look)
            return
        }
        if let child = look.node.children[look.name] { unhook(child) }
        if unsafe look.name.bytes.withUnsafeBufferPointer(filter.isMedia) {
            say(.gone(node: look.node.id, name: look.name.bytes))
        }
    }

    /// A `.nomedia` file came or went.
    private func isMutedChanged(_ node: DirectoryNode, _ directory: Int32) {
        let isMuted = NoMediaFile.isIn(directory, files)
        guard isMuted != node.isMuted else { return }
        node.isMuted = isMuted
        if isMuted {
            for child in node.children.all { unhook(child) }
            say(.listingBegan(node: node.id))
            say(.listingEnded(node: node.id, error: 0))
        } else {
            enqueue(node)
        }
    }

    /// Finds out which directory is at a name now: a known one that stays, a known one that came
    /// from elsewhere, or a new one.
    func reconcile(
        _ found: FileStat,
        _ name: FileName,
        in parent: DirectoryNode,
        _ directory: Int32
    ) throws(SystemError) {
        if let known = parent.children[name], known.isSame(found), known.isFollowed {
            keep(known)
            return
        }
        let child = try unsafe name.withCString { text throws(SystemError) in
            try unsafe OpenDirectory(text, in: directory, files)
        }
        let stat = try child.stat
        try reconcile(child.descriptor, stat, name, in: parent)
    }

    /// The same for a directory that was opened by that name.
    func reconcile(
        _ child: Int32,
        _ stat: FileStat,
        _ name: FileName,
        in parent: DirectoryNode
    ) throws(SystemError) {
        let known = parent.children[name]
        if let known, known.isSame(stat), known.isFollowed {
            keep(known)
            return
        }
        let watch = try place(child, isRoot: false)
        if watch >= 0, let other = byWatch[watch] {
            try rehook(other, as: name, in: parent)
        } else if let old = rebuilt?[InodeKey(stat)], old.watch < 0 {
            adopt(old, watch)
            if old !== known || old.parent !== parent { try rehook(old, as: name, in: parent) }
            keep(old)
        } else {
            if let known { unhook(known) }
            hookNew(try identify(child, stat, parent), name, in: parent, watch)
        }
    }

    /// A known directory is where it was; a walk goes on below it.
    private func keep(_ node: DirectoryNode) {
        node.isNamed = true
        if isWalking, node.walk != walk { enqueue(node) }
    }

    private func adopt(_ node: DirectoryNode, _ watch: Int32) {
        node.watch = watch
        if watch >= 0 {
            byWatch[watch] = node
            node.isPolled = false
        } else {
            markPolled(node)
        }
    }

    /// Moves a known directory, with all below it, to where it was found.
    private func rehook(
        _ node: DirectoryNode,
        as name: FileName,
        in parent: DirectoryNode
    ) throws(SystemError) {
        guard node.root == nil, !node.contains(parent) else { throw SystemError(code: EAGAIN) }
        defer { node.isNamed = true }
        if node.parent === parent, node.name == PackedName(name.bytes) { return }
        if let occupant = parent.children[name], occupant !== node { unhook(occupant) }
        node.parent?.children.remove(node)
        limbo.removeAll { $0.node === node }
        anchor = nil
        node.parent = parent
        node.name = PackedName(name.bytes)
        parent.children.insert(node)
        say(.directoryMoved(node: node.id, parent: parent.id, name: name.bytes))
        if isWalking, node.walk != walk { enqueue(node) }
    }

    private func hookNew(
        _ stat: DirectoryStat,
        _ name: FileName,
        in parent: DirectoryNode,
        _ watch: Int32
    ) {
        let node = makeNode(parent: parent, name: name.bytes, stat: stat, root: nil)
        parent.children.insert(node)
        adopt(node, watch)
        node.isNamed = true
        say(.directory(node: node.id, parent: parent.id, directory: stat, name: name.bytes))
        enqueue(node)
    }

    func makeNode(
        parent: DirectoryNode?,
        name: [UInt8],
        stat: DirectoryStat,
        root: UInt32?
    ) -> DirectoryNode {
        lastNode += 1
        directoryCount += 1
        return DirectoryNode(id: lastNode, parent: parent, name: name, stat: stat, root: root)
    }

    /// Tries again what did not fit, once the queue is empty; false when there is nothing to try.
    func retryDeferred(_ now: Int64) -> Bool {
        guard !deferred.isEmpty || !deferredListings.isEmpty, now >= deferredUntil else {
            return false
        }
        retryListings()
        let again = deferred
        deferred = []
        deferredUntil = now + 20
        deferrals = deferrals.filter { again.contains($0.key) }
        for look in again where !look.node.isForgotten {
            // What is in limbo has no path to look at; it is found elsewhere or forgotten.
            guard look.node.isHooked else {
                deferred.append(look)
                continue
            }
            guard deferrals[look, default: 0] < 100 else { continue }
            deferrals[look, default: 0] += 1
            looks.append(look)
        }
        return !looks.isEmpty || listingPosition < listings.count
    }
}
