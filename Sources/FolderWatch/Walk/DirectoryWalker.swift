internal import Glibc
internal import Kernel

/// Lists the queued directories, then visits the subdirectories they contain.
///
/// A subdirectory is opened once: it is watched and then listed, and the directories below it are queued. The upper
/// levels therefore get their watches first, and a directory without subdirectories costs one descriptor.
final class DirectoryWalker<Queue: WatchQueue> {
    private var branch: OpenBranch?
    private let listings: ListingQueue
    private let lister: DirectoryLister<Queue>
    private let finder: DirectoryFinder
    private let updater: TreeUpdater<Queue>
    private let pending: PendingNames
    private let walk: WalkState
    private let emitter: FrameEmitter
    private let files: any FileSystemCalls

    /// Called with a directory that could not be opened for listing.
    typealias FailureHandler = (_ node: DirectoryNode, _ error: SystemError) -> Void

    init(
        listings: ListingQueue,
        lister: DirectoryLister<Queue>,
        finder: DirectoryFinder,
        updater: TreeUpdater<Queue>,
        pending: PendingNames,
        walk: WalkState,
        emitter: FrameEmitter,
        files: any FileSystemCalls
    ) {
        (self.listings, self.lister) = (listings, lister)
        (self.finder, self.updater, self.pending) = (finder, updater, pending)
        (self.walk, self.emitter, self.files) = (walk, emitter, files)
    }

    /// Whether nothing is being listed or queued, apart from retries.
    var isDone: Bool { !lister.isListing && listings.isEmpty && !hasBranches }
    private var hasBranches: Bool { branch != nil || listings.hasBranches }

    /// Lists a piece of the current directory, or continues with the next queued one; false if nothing is queued.
    func step(onFailure: FailureHandler) -> Bool {
        if lister.isListing || beginNext(onFailure) { return lister.readPiece() }
        return visitNext(onFailure) || !listings.isEmpty
    }

    private func beginNext(_ onFailure: FailureHandler) -> Bool {
        guard let node = listings.next(), !node.isForgotten else { return false }
        do {
            let directory = try finder.open(node, for: .listing)
            let found = try directory.stat
            begin(node, directory, found)
            return lister.isListing
        } catch {
            onFailure(node, error)
            return false
        }
    }

    /// Begins to list a directory, or skips it if a re-check need not list it.
    private func begin(
        _ node: DirectoryNode,
        _ directory: consuming OpenDirectory,
        _ found: FileStat
    ) {
        guard walk.isWalking, walk.isRecheck, node.isListed(asOf: found) else {
            return lister.begin(node, directory, found)
        }
        guard !node.isExcluded, !node.children.isEmpty else { return }
        listings.addBranch(Branch(node: node, names: NameList(node.children.all.map(\.name.bytes))))
    }

    /// Visits the next subdirectory; false if no subdirectory is queued.
    private func visitNext(_ onFailure: FailureHandler) -> Bool {
        guard let branch = branch ?? openNext(onFailure) else { return hasBranches }
        guard !branch.node.isForgotten, let name = branch.names.popFirst() else {
            self.branch = nil
            return hasBranches
        }
        self.branch = branch
        visit(name, branch)
        return true
    }

    private func openNext(_ onFailure: FailureHandler) -> OpenBranch? {
        guard let next = listings.nextBranch(), !next.node.isForgotten else { return nil }
        do {
            return OpenBranch(next, try finder.open(next.node))
        } catch {
            onFailure(next.node, error)
            return nil
        }
    }

    private func visit(_ name: FileName, _ branch: OpenBranch) {
        let node = branch.node
        let pendingName = PendingName(node: node, name: name)
        if let known = node.children[name], !walk.isWalking || known.walk == walk.number {
            pending.add(pendingName)
            return
        }
        guard let child = open(pendingName, branch) else { return }
        do {
            let found = try child.stat
            try updater.reconcile(child.descriptor, found, name, in: node)
            // The directory enqueued last is this one, which is still open.
            guard let last = listings.takeLast(in: node, found) else { return }
            // Entries that were added before the watch was placed have no event.
            child.rewind()
            begin(last, child, found)
        } catch {
            pending.postpone(pendingName, after: error)
        }
    }

    private func open(_ name: PendingName, _ branch: OpenBranch) -> OpenDirectory? {
        do {
            return try unsafe name.name.withCString { text throws(SystemError) in
                try unsafe OpenDirectory(
                    text,
                    in: branch.directory.descriptor,
                    for: .listing,
                    files
                )
            }
        } catch {
            notOpened(name, branch)
            return nil
        }
    }

    /// Handles a subdirectory that could not be opened for listing: it may be unreadable but watchable, or gone.
    private func notOpened(_ name: PendingName, _ branch: OpenBranch) {
        let found: FileStat
        do {
            found = try branch.directory.stat(name.name)
        } catch {
            guard error.code == ENOENT else { return notReadable(branch, error) }
            if branch.node.children[name.name] != nil { pending.add(name) }
            return
        }
        guard found.isDirectory else { return pending.add(name) }
        do {
            let descriptor = branch.directory.descriptor
            try updater.reconcile(found, name.name, in: branch.node, descriptor)
        } catch {
            pending.postpone(name, after: error)
        }
    }

    /// Handles a directory whose subdirectories cannot be checked, so that its listing is incomplete.
    private func notReadable(_ branch: OpenBranch, _ error: SystemError) {
        self.branch = nil
        branch.node.failListing()
        emitter.emitEmptyListing(of: branch.node, error: error.code)
    }

    /// Cancels the work below a root that is gone.
    func cancel(below root: DirectoryNode, error: Int32) {
        lister.cancel(below: root, error: error)
        if let branch, root.contains(branch.node) { self.branch = nil }
    }

    /// Cancels all work, because everything will be listed again.
    func cancelAll() {
        lister.cancel(error: EINTR)
        branch = nil
    }
}
