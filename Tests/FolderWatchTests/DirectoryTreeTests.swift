import Kernel
import Testing

@testable import FolderWatch

struct DirectoryTreeTests {
    private let known = TestTree()
    private var tree: DirectoryTree { known.tree }

    @Test func `directories are numbered from 1 on and found by their watches`() {
        let child = known.add("a", in: known.root, inode: 5)
        #expect((known.root.id, child.id) == (1, 2))
        #expect(known.root.children[FileName("a")] === child)
        #expect(tree.node(watch: 5) === child && tree.node(watch: 6) == nil)
        #expect((tree.count, tree.watchCount) == (2, 1))
    }

    @Test func `a directory whose watch has ended is still in its place`() {
        let child = known.add("a", in: known.root, inode: 5)
        tree.endWatch(of: child)
        #expect(tree.node(watch: 5) == nil && child.watch == -1 && child.isAttached)
    }

    @Test func `a detached directory has no path and keeps its number, watch and children`() {
        let child = known.add("a", in: known.root, inode: 5)
        let grandchild = known.add("b", in: child, inode: 6)
        tree.detach(child, at: 100)
        #expect(!child.isAttached && !grandchild.isAttached)
        #expect(known.root.children.isEmpty && tree.count == 3)
        tree.move(child, to: FileName("c"), in: known.root)
        #expect(grandchild.path == Array("/r/c/b".utf8) && tree.node(watch: 5) === child)
        #expect(tree.takeExpired(.max) == nil && tree.nextExpiry == nil)
    }

    @Test func `a root cannot be detached`() {
        tree.detach(known.root, at: 0)
        #expect(known.root.isAttached && tree.nextExpiry == nil)
    }

    @Test func `a detached directory is given up after a second, the oldest first`() {
        let (first, second) = (
            known.add("a", in: known.root, inode: 5), known.add("b", in: known.root, inode: 6)
        )
        tree.detach(first, at: 100)
        tree.detach(second, at: 400)
        #expect(tree.nextExpiry == 1_100)
        #expect(tree.takeExpired(1_099) == nil)
        #expect(tree.takeExpired(1_100) === first)
        #expect(tree.takeExpired(1_399) == nil)
        #expect(tree.takeExpired(1_400) === second)
    }

    @Test func `one whose watch has ended too is given up at once`() {
        let child = known.add("a", in: known.root, inode: 5)
        tree.detach(child, at: 100)
        tree.endWatch(of: child)
        #expect(tree.takeExpired(100) === child)
    }

    @Test func `what is detached from what was detached counts to the same root`() {
        let other = tree.addRoot(1, path: Array("/s".utf8), TestTree.stat(inode: 2))
        let elsewhere = known.add("x", in: other, inode: 7)
        let child = known.add("a", in: known.root, inode: 5)
        let grandchild = known.add("b", in: child, inode: 6)
        tree.detach(child, at: 0)
        tree.detach(grandchild, at: 0)
        tree.detach(elsewhere, at: 0)
        #expect(tree.takeDetached(from: 0).map(\.id) == [child.id, grandchild.id])
        #expect(tree.takeDetached(from: 0).isEmpty)
        #expect(tree.takeDetached(from: 1).map(\.id) == [elsewhere.id])
    }

    @Test func `a directory is removed with all below it, and says which watches it had`() {
        let child = known.add("a", in: known.root, inode: 5)
        let grandchild = known.add("b", in: child, inode: 6)
        tree.endWatch(of: grandchild)
        tree.detach(child, at: 0)
        let removed = tree.remove(child)
        #expect(removed.map(\.id) == [child.id, grandchild.id])
        #expect(removed.map(\.watch) == [5, -1])
        #expect(child.isForgotten && grandchild.isForgotten && grandchild.parent == nil)
        #expect((tree.count, tree.watchCount) == (1, 0))
    }

    @Test func `numbers are not used again`() {
        let child = known.add("a", in: known.root, inode: 5)
        tree.detach(child, at: 0)
        _ = tree.remove(child)
        #expect(known.add("a", in: known.root, inode: 5).id == child.id + 1)
    }

    @Test func `all directories come after their parents`() {
        let a = known.add("a", in: known.root, inode: 5)
        let b = known.add("b", in: known.root, inode: 6)
        let c = known.add("c", in: a, inode: 7)
        #expect(tree.all(below: [known.root]).map(\.id) == [known.root, a, b, c].map(\.id))
    }
}

/// After an overflow.
struct DirectoryTreeRecoveryTests {
    private let known = TestTree()
    private var tree: DirectoryTree { known.tree }

    @Test func `directories are known by inode and birth until they have a watch again`() {
        let child = known.add("a", in: known.root, inode: 5)
        #expect(tree.lost(TestTree.stat(inode: 5)) == nil)
        tree.beginRecovery([known.root])
        #expect(tree.isRecovering && tree.watchCount == 0 && child.watch == -1)
        #expect(tree.lost(TestTree.stat(inode: 5)) === child)
        #expect(tree.lost(TestTree.stat(inode: 5, born: 1)) == nil)
        #expect(tree.lost(TestTree.stat(inode: 6)) == nil)
        tree.assignWatch(1, to: child)
        #expect(tree.lost(TestTree.stat(inode: 5)) == nil)
    }

    @Test func `detached directories and those below them are known as well`() {
        let child = known.add("a", in: known.root, inode: 5)
        let grandchild = known.add("b", in: child, inode: 6)
        tree.detach(child, at: 0)
        tree.beginRecovery([known.root])
        #expect(tree.lost(TestTree.stat(inode: 5)) === child)
        #expect(tree.lost(TestTree.stat(inode: 6)) === grandchild)
    }

    @Test func `one that was told of anew is known by its later number`() {
        tree.detach(known.add("a", in: known.root, inode: 5), at: 0)
        let later = known.add("a", in: known.root, inode: 5)
        tree.beginRecovery([known.root])
        #expect(tree.lost(TestTree.stat(inode: 5)) === later)
    }

    @Test func `what was removed with its root is new when that is back`() {
        _ = known.add("a", in: known.root, inode: 5)
        tree.beginRecovery([known.root])
        #expect(tree.remove(known.root).map(\.id) == [1, 2])
        #expect(tree.lost(TestTree.stat(inode: 5)) == nil)
    }

    @Test func `nothing is known by its inode any more once recovery ends`() {
        _ = known.add("a", in: known.root, inode: 5)
        tree.beginRecovery([known.root])
        tree.endRecovery()
        #expect(!tree.isRecovering && tree.lost(TestTree.stat(inode: 5)) == nil)
    }

    @Test func `a directory that gets a watch is not polled any more`() {
        let child = known.add("a", in: known.root, inode: 5)
        child.isPolled = true
        tree.assignWatch(-1, to: child)
        #expect(child.isPolled)
        tree.assignWatch(9, to: child)
        #expect(!child.isPolled && tree.node(watch: 9) === child)
    }
}
