import Catalogue
import FolderWatch
import TestSupport
import Testing

@testable import Indexing

@Suite struct WatchedTreeTests {
    private let tree = WatchedTree()

    @Test func `numbers and directories name the same rows, whatever comes and goes`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var chance = SplitMix(state: seed)
        // A plain model: which directory each number stands for, and the number each directory is followed under.
        var (byNumber, byDirectory): ([UInt32: Int64], [Int64: UInt32]) = ([:], [:])
        for _ in 0..<4_000 {
            let number = UInt32.random(in: 1...40, using: &chance)
            if Int.random(in: 0..<3, using: &chance) > 0 {
                let directory = Int64.random(in: 1...30, using: &chance)
                if let before = byNumber[number], byDirectory[before] == number {
                    byDirectory[before] = nil
                }
                tree.attach(followedDirectory(directory, in: tree), as: number)
                (byNumber[number], byDirectory[directory]) = (directory, number)
            } else {
                let gone = byNumber.removeValue(forKey: number)
                #expect(tree.detach(number)?.directory == gone, "seed \(seed)")
                if let gone, byDirectory[gone] == number { byDirectory[gone] = nil }
            }
            #expect(Array(tree.all).count == byNumber.count, "seed \(seed)")
            for number: UInt32 in 1...40 {
                #expect(
                    tree.directory(inFrame: number)?.directory == byNumber[number],
                    "seed \(seed)"
                )
            }
            for directory: Int64 in 1...30 {
                #expect(tree[directory]?.number == byDirectory[directory], "seed \(seed)")
            }
        }
    }

    @Test func `a root that goes takes its directories along`() {
        tree.reset(roots: [1, 2])
        tree.attach(followedDirectory(10, root: 1, in: tree), as: 1)
        tree.attach(followedDirectory(11, root: 2, in: tree), as: 2)
        tree.attach(followedDirectory(12, root: 1, in: tree), as: 3)
        tree.detach(root: 1)
        #expect(tree.all.map(\.directory) == [11])
        tree.reset(roots: [])
        #expect(tree[11] == nil)
    }

    @Test func `what lies below something that is not believed, or not listed whole, is known to`()
    {
        let parents: [Int64: Int64] = [3: 2, 2: 1]
        var record = DirectoryRecord()
        (record.id, record.parent) = (4, 3)
        func isUntrusted() -> Bool { tree.isUntrusted(above: record) { parents[$0] } }
        #expect(!isUntrusted())
        tree.attach(followedDirectory(1, in: tree), as: 1)
        #expect(!isUntrusted())
        guard let top = tree[1] else { return }
        tree.setUntrusted(true, top)
        #expect(isUntrusted())
        // The next one above decides.
        tree.attach(followedDirectory(2, in: tree), as: 2)
        #expect(!isUntrusted())
        guard let middle = tree[2] else { return }
        tree.beginListing(of: middle, DirectoryContents(NameTable()))
        #expect(isUntrusted())
        tree.endListing(of: middle)
        #expect(!isUntrusted())
    }

    @Test func `whether anything was seen is asked since the last listing began`() {
        tree.attach(followedDirectory(1, in: tree), as: 1)
        guard let directory = tree[1] else { return }
        tree.recordEntry(in: directory)
        #expect(tree[1]?.hasSeenEntry == true)
        tree.beginListing(of: directory, DirectoryContents(NameTable()))
        #expect(tree[1]?.hasSeenEntry == false)
    }
}

@Suite struct NameTableTests {
    @Test func `names that were never looked up are those that have gone`() {
        var table = NameTable()
        for number in 0..<100 {
            var file = FileRecord()
            file.name = Array("\(number).jpg".utf8)
            file.identity.inode = Int64(number)
            table.insert(file)
        }
        table.index()
        for number in 0..<100 where number != 42 {
            #expect(table.find(Array("\(number).jpg".utf8))?.identity.inode == Int64(number))
        }
        #expect(table.find(Array("none".utf8)) == nil)
        // On its way when the listing began, and come while it went on.
        table.insert(name: Array("on its way".utf8))
        table.insert(name: Array("7.jpg".utf8))
        table.insertSeen(Array("new.jpg".utf8))
        let unseen = table.unseen.map { String(decoding: $0, as: UTF8.self) }
        #expect(unseen == ["42.jpg", "on its way"])
    }
}

@Suite struct DirectoryAssignmentTests {
    private static func record(
        _ id: Int64,
        inode: Int64,
        born: Int64 = 1,
        volume: Int64 = 1
    ) -> DirectoryRecord {
        var record = DirectoryRecord()
        (record.id, record.inode, record.born, record.volume) = (id, inode, born, volume)
        return record
    }

    private func decide(
        _ known: DirectoryRecord?,
        inode: UInt64 = 5,
        born: Int64 = 1,
        isFollowed: Bool = false,
        isOverlaid: Bool = false,
        candidate: Int64? = nil
    ) -> DirectoryAssignment {
        DirectoryAssignment(
            DirectoryAssignment.Facts(
                stat: DirectoryStat(device: 1, inode: inode, born: born, volume: 1, fileSystem: 1),
                volume: 1,
                known: known,
                isKnownFollowed: isFollowed,
                isOverlaid: isOverlaid
            )
        ) { candidate }
    }

    @Test func `the one known at the place is that, if it has the inode and birth`() {
        #expect(decide(Self.record(9, inode: 5)) == .known)
        #expect(decide(Self.record(9, inode: 5), candidate: 8) == .known)
        #expect(decide(Self.record(9, inode: 6)) == .replaces)
        #expect(decide(Self.record(9, inode: 5), born: 2) == .replaces)
    }

    @Test func `one that has the inode elsewhere has moved, and what was known here makes way`() {
        #expect(decide(nil, candidate: 8) == .moved(8, displacing: nil))
        #expect(decide(Self.record(9, inode: 6), candidate: 8) == .moved(8, displacing: 9))
    }

    @Test func `one that is followed elsewhere keeps what it is`() {
        #expect(decide(Self.record(9, inode: 6), isFollowed: true) == .new(displacing: 9))
    }

    @Test func `what nobody knew is new`() {
        #expect(decide(nil) == .new(displacing: nil))
    }

    @Test func `a removed one is the directory of its path again`() {
        var removed = Self.record(9, inode: 5)
        removed.isRemoved = true
        #expect(decide(removed) == .replaces)
    }

    @Test func `one that is on another file system, which is accepted, is known to be there`() {
        #expect(decide(Self.record(9, inode: 5, volume: 2)) == .replaces)
    }

    @Test func `under another file system everything known is kept`() {
        let known = Self.record(9, inode: 6, volume: 2)
        #expect(decide(known, isOverlaid: true) == .known)
        #expect(decide(known, isOverlaid: true, candidate: 8) == .known)
    }
}
