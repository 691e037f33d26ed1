internal import Glibc
internal import Kernel

/// Attaches the roots that appear and releases those that vanish.
final class RootWatch<Queue: WatchQueue> {
    private var table: RootTable
    private let tree: DirectoryTree
    private let watches: WatchAllocator<Queue>
    private let listings: ListingQueue
    private let finder: DirectoryFinder
    private let remover: DirectoryRemover<Queue>
    private let walker: DirectoryWalker<Queue>
    private let emitter: FrameEmitter
    private let time: any TimeSource

    init(
        _ paths: [[UInt8]],
        tree: DirectoryTree,
        watches: WatchAllocator<Queue>,
        listings: ListingQueue,
        finder: DirectoryFinder,
        remover: DirectoryRemover<Queue>,
        walker: DirectoryWalker<Queue>,
        emitter: FrameEmitter,
        time: any TimeSource
    ) {
        table = RootTable(paths)
        (self.tree, self.watches, self.listings) = (tree, watches, listings)
        (self.finder, self.remover, self.walker) = (finder, remover, walker)
        (self.emitter, self.time) = (emitter, time)
    }

    /// The configured paths.
    var paths: [[UInt8]] { table.paths }
    /// The roots that are online.
    var nodes: [DirectoryNode] { table.nodes }
    /// When to look for offline roots again; nil while all are online.
    var nextCheck: Int64? { table.nextCheck }

    /// Checks every root.
    func checkAll() { for index in table.indices { check(index) } }

    /// Checks every root, and enqueues those that are online.
    func enqueueAll() {
        checkAll()
        for node in nodes { listings.reach(node) }
    }

    /// Looks for the offline roots if it is time to.
    func checkOffline(_ now: Int64) {
        for index in table.takeDue(now) { check(index) }
    }

    /// Starts over after all watches were dropped: directories are recognised by their inodes until the walk is
    /// complete, and the online roots get their watches at once.
    func recover() {
        tree.beginRecovery(nodes)
        for index in table.indices {
            guard let node = table.node(of: index) else { continue }
            do {
                let directory = try finder.open(node)
                let watch = try watches.place(directory.descriptor, isRoot: true)
                watches.assignWatch(watch, to: node)
            } catch {
                check(index)
            }
        }
    }

    /// Stops recognising directories by their inodes.
    func endRecovery() { tree.endRecovery() }

    /// Checks the root that is this directory; does nothing for any other directory.
    func check(_ node: DirectoryNode) {
        if let index = node.root { check(Int(index)) }
    }

    /// Verifies that a root is still the same directory, and marks it online or offline.
    private func check(_ index: Int) {
        do {
            let directory = try finder.open(path: table.path(of: index))
            let found = try directory.stat
            if let node = table.node(of: index) {
                let isSame = try finder.identify(directory.descriptor, found, in: nil) == node.stat
                if isSame, node.isFollowed || tree.isRecovering { return }
                // The next frame reports which directory is there now, or why there is no directory.
                release(index, error: ESTALE)
                emitter.emit(.rootOffline(root: UInt32(index), error: 0))
            }
            try attach(index, directory, found)
        } catch {
            leave(index, error: error.code)
        }
    }

    private func attach(
        _ index: Int,
        _ directory: borrowing OpenDirectory,
        _ found: FileStat
    ) throws(SystemError) {
        let stat = try finder.identify(directory.descriptor, found, in: nil)
        try refuseTwin(of: index, stat)
        let watch = try watches.place(directory.descriptor, isRoot: true)
        let node = tree.addRoot(index, path: table.path(of: index), stat)
        watches.assignWatch(watch, to: node)
        table.attach(node, at: index)
        emitter.emit(.rootOnline(root: UInt32(index), node: node.id, directory: stat))
        listings.enqueue(node)
    }

    /// Releases one of two roots that are the same directory, as after a mount.
    ///
    /// Otherwise everything in it would be seen to move between them for ever. The first one stays.
    ///
    /// - Throws: `EEXIST` when the first one is the other root.
    private func refuseTwin(of index: Int, _ stat: DirectoryStat) throws(SystemError) {
        let twin = table.indices.first { $0 != index && table.node(of: $0)?.stat == stat }
        guard let twin else { return }
        guard index < twin else { throw SystemError(code: EEXIST) }
        leave(twin, error: EEXIST)
    }

    private func release(_ index: Int, error: Int32) {
        let node = table.detach(index)
        if let node { walker.cancel(below: node, error: error) }
        remover.removeRoot(index, node)
    }

    private func leave(_ index: Int, error: Int32) {
        release(index, error: error)
        guard table.markOffline(index, at: time.milliseconds) else { return }
        emitter.emit(.rootOffline(root: UInt32(index), error: error))
    }
}
