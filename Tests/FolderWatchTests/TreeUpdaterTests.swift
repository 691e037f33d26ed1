import Glibc
import Kernel
import Simulation
import Testing

@testable import FolderWatch

struct TreeUpdaterTests {
    private let kernel = SimulatedKernel(.tmpfs, random: CountingGenerator())
    private let process: SimulatedProcess
    private let disk: ScenarioDisk
    private let known = TestTree()
    private let listings: ListingQueue
    private let walk = WalkState()
    private let updater: TreeUpdater<SimulatedQueue>

    init() throws {
        process = SimulatedProcess("watcher", in: kernel)
        disk = ScenarioDisk(kernel)
        listings = ListingQueue(walk)
        let finder = DirectoryFinder(process)
        let configuration = WatchConfiguration(roots: [], ignored: [], extensions: [])
        updater = TreeUpdater(
            tree: known.tree,
            watches: WatchAllocator(
                SimulatedQueue(process, mostEvents: 100),
                configuration,
                known.tree,
                kernel
            ),
            listings: listings,
            walk: walk,
            finder: finder,
            filter: NameFilter(ignoring: [], extensions: []),
            emitter: FrameEmitter(FrameOutput(descriptor: -1, process), walk),
            files: process,
            time: kernel
        )
        for path in ["/r", "/r/a", "/r/a/b", "/r/c"] { try disk.makeDirectory(path) }
    }

    /// Takes the directory at a path for what is at a name; returns what the tree has there then.
    private func reconcile(
        _ path: String,
        as name: String,
        in parent: DirectoryNode
    ) throws -> DirectoryNode? {
        let directory = try OpenDirectory(path: Array(path.utf8), process)
        let name = FileName(name)
        try updater.reconcile(directory.descriptor, try directory.stat, name, in: parent)
        return parent.children[name]
    }

    private func attach(_ path: String, in parent: DirectoryNode) throws -> DirectoryNode {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return try #require(try reconcile(path, as: name, in: parent))
    }

    @Test func `a directory nobody knew is new, watched and to be listed`() throws {
        let a = try attach("/r/a", in: known.root)
        #expect(a.watch >= 0 && a.isNamed && a.isQueued)
        #expect(known.tree.node(watch: a.watch) === a)
    }

    @Test func `the same directory stays the same and is not listed again without a walk`() throws {
        let a = try attach("/r/a", in: known.root)
        _ = listings.next()
        #expect(try attach("/r/a", in: known.root) === a && listings.isEmpty)
        walk.begin()
        #expect(try attach("/r/a", in: known.root) === a && listings.next() === a)
        #expect(try attach("/r/a", in: known.root) === a && listings.isEmpty)
    }

    @Test func `after an overflow one whose watch ends again is listed again`() throws {
        let a = try attach("/r/a", in: known.root)
        let b = try attach("/r/a/b", in: a)
        while listings.next() != nil {}
        walk.begin()
        known.tree.beginRecovery([known.root])
        #expect(try attach("/r/a", in: known.root) === a && listings.next() === a)
        #expect(try attach("/r/a/b", in: a) === b && listings.next() === b)
        // As when its disk is away for a moment.
        updater.watchEnded(of: a)
        updater.watchEnded(of: b)
        #expect(try attach("/r/a", in: known.root) === a && listings.next() === a)
        #expect(try attach("/r/a/b", in: a) === b && listings.next() === b)
        #expect(b.parent === a && listings.isEmpty)
    }

    @Test func `one that is found elsewhere has moved, with all below it`() throws {
        let a = try attach("/r/a", in: known.root)
        let b = try attach("/r/a/b", in: a)
        let c = try attach("/r/c", in: known.root)
        #expect(try reconcile("/r/a", as: "x", in: c) === a)
        #expect(b.path == Array("/r/c/x/b".utf8))
        #expect(known.root.children[FileName("a")] == nil)
    }

    @Test func `one that takes another's place detaches that`() throws {
        let a = try attach("/r/a", in: known.root)
        let c = try attach("/r/c", in: known.root)
        #expect(try reconcile("/r/a", as: "c", in: known.root) === a)
        #expect(!c.isAttached && known.tree.takeExpired(.max) === c)
    }

    @Test func `a new directory in a known one's place detaches that`() throws {
        let a = try attach("/r/a", in: known.root)
        let new = try reconcile("/r/c", as: "a", in: known.root)
        #expect(new !== a && !a.isAttached)
    }

    @Test func `a directory cannot lie in itself, and a root is where it is`() throws {
        let a = try attach("/r/a", in: known.root)
        let b = try attach("/r/a/b", in: a)
        #expect(throws: SystemError(code: EAGAIN)) { try reconcile("/r/a", as: "x", in: b) }
        let root = try #require(try reconcile("/r", as: "y", in: b))
        known.tree.detach(root, at: 0)
        let other = known.tree.addRoot(1, path: Array("/r".utf8), root.stat)
        known.tree.assignWatch(root.watch, to: other)
        #expect(try reconcile("/r", as: "y", in: b) == nil)
        #expect(a.isAttached && b.parent === a)
    }

    @Test func `a directory whose watch has ended loses those below it`() throws {
        let a = try attach("/r/a", in: known.root)
        let b = try attach("/r/a/b", in: a)
        updater.watchEnded(of: a)
        #expect(a.isAttached && !a.isFollowed && a.children.isEmpty && !b.isAttached)
    }
}
