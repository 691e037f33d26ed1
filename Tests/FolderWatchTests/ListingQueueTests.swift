import Kernel
import Testing

@testable import FolderWatch

struct ListingQueueTests {
    private let known = TestTree()
    private let walk = WalkState()
    private let queue: ListingQueue

    init() {
        queue = ListingQueue(walk)
    }

    private func names(_ texts: String...) -> NameList {
        var names = NameList()
        for text in texts { Array(text.utf8).withUnsafeBufferPointer { names.append($0) } }
        return names
    }

    private func takeNames(_ branch: Branch?) -> [String] {
        var names = branch?.names ?? NameList()
        var texts: [String] = []
        while let name = names.popFirst() { texts.append(name.description) }
        return texts
    }

    @Test func `directories come out once each, in the order in which they were added`() {
        let child = known.add("a", in: known.root, inode: 5)
        queue.enqueue(known.root)
        queue.enqueue(child)
        queue.enqueue(known.root)
        #expect(queue.next() === known.root && queue.next() === child && queue.next() == nil)
        #expect(queue.isEmpty)
    }

    @Test func `one that was taken can be added again`() {
        queue.enqueue(known.root)
        _ = queue.next()
        queue.enqueue(known.root)
        #expect(!queue.isEmpty && queue.next() === known.root)
    }

    @Test func `what is added is reached by the walk in progress, and busy`() {
        walk.begin()
        _ = walk.reportIdle()
        queue.enqueue(known.root)
        #expect(known.root.walk == 1 && !walk.isIdleReported)
    }

    @Test func `the last one is taken only where it was found`() {
        let child = known.add("a", in: known.root, inode: 5)
        queue.enqueue(child)
        #expect(queue.takeLast(in: child, TestTree.found(inode: 5)) == nil)
        #expect(queue.takeLast(in: known.root, TestTree.found(inode: 6)) == nil)
        #expect(queue.takeLast(in: known.root, TestTree.found(inode: 5)) === child)
        #expect(queue.isEmpty && !child.isQueued)
    }

    @Test func `one that was taken already is not the last, and nothing behind it is lost`() {
        let child = known.add("a", in: known.root, inode: 5)
        let other = known.add("b", in: known.root, inode: 6)
        queue.enqueue(child)
        _ = queue.next()
        #expect(queue.takeLast(in: known.root, TestTree.found(inode: 5)) == nil)
        queue.enqueue(other)
        #expect(queue.next() === other)
    }

    @Test func `a postponed directory is added again at a retry, when it has a path`() {
        let child = known.add("a", in: known.root, inode: 5)
        queue.postpone(child)
        known.tree.detach(child, at: 0)
        queue.retryDeferred()
        #expect(queue.isEmpty && queue.hasDeferred && !queue.hasRetryable)
        known.tree.move(child, to: FileName("b"), in: known.root)
        #expect(queue.hasRetryable)
        queue.retryDeferred()
        #expect(queue.next() === child && !queue.hasDeferred)
    }

    @Test func `a postponed directory that is gone is dropped`() {
        let child = known.add("a", in: known.root, inode: 5)
        queue.postpone(child)
        known.tree.detach(child, at: 0)
        _ = known.tree.remove(child)
        queue.retryDeferred()
        #expect(queue.isEmpty && !queue.hasDeferred)
    }

    @Test func `branches come out in their order with their names`() {
        queue.addBranch(Branch(node: known.root, names: names("a", "b")))
        queue.addBranch(Branch(node: known.root, names: names("c")))
        #expect(queue.hasBranches && queue.isEmpty)
        #expect(takeNames(queue.nextBranch()) == ["a", "b"])
        #expect(takeNames(queue.nextBranch()) == ["c"])
        #expect(!queue.hasBranches && queue.nextBranch() == nil)
    }

    @Test func `after an overflow nothing waits, and everything can be added again`() {
        let child = known.add("a", in: known.root, inode: 5)
        queue.enqueue(known.root)
        queue.postpone(child)
        queue.addBranch(Branch(node: known.root, names: names("a")))
        queue.removeAll()
        #expect(queue.isEmpty && !queue.hasDeferred && !queue.hasBranches)
        queue.enqueue(known.root)
        #expect(queue.next() === known.root)
    }
}
