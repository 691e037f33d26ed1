import Kernel
import Testing

@testable import FolderWatch

struct PendingNamesTests {
    private let known = TestTree()
    private let pending = PendingNames()

    private func name(_ text: String, in node: DirectoryNode? = nil) -> PendingName {
        PendingName(node: node ?? known.root, name: FileName(text))
    }

    private func takeAll() -> [String] {
        var names: [String] = []
        while let next = pending.next() { names.append(next.name.description) }
        return names
    }

    @Test func `names come out once each, in the order in which they were added`() {
        for text in ["b", "a", "b", "c", "a"] { pending.add(name(text)) }
        #expect(!pending.isEmpty)
        #expect(takeAll() == ["b", "a", "c"])
        #expect(pending.isEmpty)
    }

    @Test func `a name that was taken can be added again`() {
        pending.add(name("a"))
        pending.add(name("b"))
        #expect(pending.next() == name("a"))
        pending.add(name("a"))
        #expect(takeAll() == ["b", "a"])
    }

    @Test func `equal names in two directories are two`() {
        let child = known.add("x", in: known.root, inode: 5)
        pending.add(name("a"))
        pending.add(name("a", in: child))
        #expect(takeAll() == ["a", "a"])
    }

    @Test func `a file that was created is due a second later`() {
        pending.addCreated(name("a"), at: 100)
        #expect(pending.isEmpty && pending.nextCreationDue == 1_100)
        pending.takeDue(1_099)
        #expect(pending.isEmpty)
        pending.takeDue(1_100)
        #expect(takeAll() == ["a"] && pending.nextCreationDue == nil)
    }

    @Test func `one that is closed is due at once, and not a second time`() {
        pending.addCreated(name("a"), at: 100)
        pending.addChanged(name("a"))
        #expect(takeAll() == ["a"])
        pending.takeDue(5_000)
        #expect(pending.isEmpty)
    }

    @Test func `a postponed name is due again at a retry, and then every 20 milliseconds`() {
        pending.postpone(name("a"))
        #expect(pending.hasDeferred && pending.isEmpty && pending.isRetryDue(0))
        pending.retryDeferred(1_000)
        #expect(takeAll() == ["a"] && !pending.hasDeferred)
        pending.postpone(name("a"))
        #expect(!pending.isRetryDue(1_019) && pending.isRetryDue(1_020))
        #expect(pending.nextRetry(after: 1_000) == 1_020)
        #expect(pending.nextRetry(after: 1_020) == 1_021)
    }

    @Test func `a name is retried a hundred times in a row and then given up`() {
        for attempt in 1...100 {
            pending.postpone(name("a"))
            pending.retryDeferred(Int64(attempt))
            #expect(takeAll() == ["a"])
        }
        pending.postpone(name("a"))
        pending.retryDeferred(101)
        #expect(pending.isEmpty && !pending.hasDeferred)
    }

    @Test func `a retry that succeeded ends the row`() {
        for attempt in 1...300 {
            if attempt % 99 != 0 { pending.postpone(name("a")) }
            pending.retryDeferred(Int64(attempt))
            #expect(takeAll() == (attempt % 99 == 0 ? [] : ["a"]))
        }
    }

    @Test func `names in a detached directory wait until it has a path, however often`() {
        let child = known.add("x", in: known.root, inode: 5)
        pending.postpone(name("a", in: child))
        #expect(pending.hasRetryable)
        known.tree.detach(child, at: 0)
        #expect(!pending.hasRetryable)
        for time in 0..<200 { pending.retryDeferred(Int64(time)) }
        #expect(pending.isEmpty && pending.hasDeferred)
        known.tree.move(child, to: FileName("y"), in: known.root)
        pending.retryDeferred(200)
        #expect(takeAll() == ["a"])
    }

    @Test func `names in a directory that is gone are dropped at a retry`() {
        let child = known.add("x", in: known.root, inode: 5)
        pending.postpone(name("a", in: child))
        known.tree.detach(child, at: 0)
        _ = known.tree.remove(child)
        pending.retryDeferred(0)
        #expect(pending.isEmpty && !pending.hasDeferred)
    }

    @Test func `a directory that was not found has its parent checked, once`() {
        let child = known.add("x", in: known.root, inode: 5)
        pending.recheckParent(of: child)
        pending.recheckParent(of: child)
        pending.recheckParent(of: known.root)
        pending.retryDeferred(0)
        #expect(takeAll() == ["x"])
    }

    @Test func `after an overflow nothing waits`() {
        pending.add(name("a"))
        pending.addCreated(name("b"), at: 0)
        pending.postpone(name("c"))
        pending.removeAll()
        pending.takeDue(5_000)
        pending.retryDeferred(5_000)
        #expect(pending.isEmpty && !pending.hasDeferred && pending.nextCreationDue == nil)
    }
}
