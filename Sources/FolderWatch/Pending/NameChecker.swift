internal import Glibc
internal import Kernel

/// Checks pending names on disk and emits the results.
final class NameChecker<Queue: WatchQueue> {
    private let pending: PendingNames
    private let listings: ListingQueue
    private let finder: DirectoryFinder
    private let updater: TreeUpdater<Queue>
    private let walk: WalkState
    private let filter: NameFilter
    private let emitter: FrameEmitter
    private let files: any FileSystemCalls
    /// The number of names that have been checked.
    private(set) var checked = 0

    init(
        pending: PendingNames,
        listings: ListingQueue,
        finder: DirectoryFinder,
        updater: TreeUpdater<Queue>,
        walk: WalkState,
        filter: NameFilter,
        emitter: FrameEmitter,
        files: any FileSystemCalls
    ) {
        (self.pending, self.listings) = (pending, listings)
        (self.finder, self.updater, self.walk) = (finder, updater, walk)
        (self.filter, self.emitter, self.files) = (filter, emitter, files)
    }

    /// Checks up to `count` names; false when no name is due.
    func check(_ count: Int) -> Bool {
        guard !pending.isEmpty else { return false }
        walk.markBusy()
        var next = pending.next()
        var left = count
        while let name = next {
            next = checkRun(from: name, left: &left)
            if left <= 0, let rest = next {
                pending.add(rest)
                break
            }
        }
        return true
    }

    /// Checks names of one directory while they are consecutive in the queue; returns the next one.
    private func checkRun(from first: PendingName, left: inout Int) -> PendingName? {
        let node = first.node
        guard !node.isForgotten else { return pending.next() }
        do {
            let directory = try finder.open(node)
            let names = OwnNames(of: node, directory.descriptor, files)
            var name: PendingName? = first
            while let current = name, current.node === node, left > 0 {
                check(current, names)
                checked += 1
                left -= 1
                name = pending.next()
            }
            return name
        } catch {
            pending.postpone(first, after: error)
            pending.recheckParent(of: node)
            left -= 1
            return pending.next()
        }
    }

    private func check(_ pendingName: PendingName, _ names: OwnNames) {
        let (node, name, directory) = (pendingName.node, pendingName.name, names.directory)
        if filter.isNoMedia(name.bytes) {
            checkExclusion(of: node, directory)
            return
        }
        guard !node.isExcluded else { return }
        do {
            let found = try unsafe name.withCString { text throws(SystemError) in
                try unsafe files.stat(text, in: directory)
            }
            guard let own = try names.own(for: name, found) else {
                return emitGone(name, in: node)
            }
            guard own == name else { return emitGone(name, in: node, as: own) }
            try emit(found, name, in: node, directory)
        } catch {
            // If the tree is not as expected or the name cannot be read, a later check may succeed.
            guard error.code == ENOENT else {
                return pending.postpone(pendingName, after: error)
            }
            emitGone(name, in: node)
        }
    }

    /// Handles a name through which a file of another name was found.
    private func emitGone(_ name: FileName, in node: DirectoryNode, as own: FileName) {
        emitGone(name, in: node)
        let isIgnored = unsafe own.bytes.withUnsafeBufferPointer(filter.ignores)
        if !isIgnored { pending.add(PendingName(node: node, name: own)) }
    }

    private func emit(
        _ found: FileStat,
        _ name: FileName,
        in node: DirectoryNode,
        _ directory: Int32
    ) throws(SystemError) {
        let isMedia = unsafe name.bytes.withUnsafeBufferPointer(filter.isMedia)
        if found.isDirectory {
            // A photo may have had this name, and no other check will report that it is gone.
            if isMedia { emitter.emit(.gone(node: node.id, name: name.bytes)) }
            try updater.reconcile(found, name, in: node, directory)
            return
        }
        if let child = node.children[name] { updater.detach(child) }
        if found.isRegularFile, isMedia {
            emitter.emit(.entry(node: node.id, stat: found, name: name.bytes))
        } else {
            emitter.emit(.gone(node: node.id, name: name.bytes))
        }
    }

    private func emitGone(_ name: FileName, in node: DirectoryNode) {
        if let child = node.children[name] { updater.detach(child) }
        if unsafe name.bytes.withUnsafeBufferPointer(filter.isMedia) {
            emitter.emit(.gone(node: node.id, name: name.bytes))
        }
    }

    /// Handles a `.nomedia` file that was created or removed: its directory becomes excluded, or is listed again, which
    /// finds whether there is another reason.
    private func checkExclusion(of node: DirectoryNode, _ directory: Int32) {
        let hasNoMedia = filter.hasNoMedia(directory, files)
        guard hasNoMedia != node.isExcluded else { return }
        guard hasNoMedia else { return listings.enqueue(node) }
        node.isExcluded = true
        for child in node.children.all { updater.detach(child) }
        emitter.emitEmptyListing(of: node)
    }
}
