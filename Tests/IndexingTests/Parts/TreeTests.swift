import Catalogue
import FolderWatch
import TestSupport
import Testing

@testable import Indexing

@Suite struct WatchedTreeTests {
    private let tree = WatchedTree()

    @Test func `numbers and directories name the same rows, whatever comes and goes`() {
        let seed = Effort.seed
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
    private static func name(_ number: Int) -> [UInt8] { Array("\(number).jpg".utf8) }

    private static func file(_ number: Int) -> FileRecord {
        var file = FileRecord()
        (file.name, file.changed) = (name(number), 7)
        file.identity.inode = Int64(number)
        return file
    }

    private static func signature(_ file: FileRecord, isStable: Bool = true) -> FileSignature {
        FileSignature(file.identity, changed: file.changed, hasStableInode: isStable)
    }

    @Test(arguments: [0, 1, 2, 100, 5_000])
    func `names that were never looked up are those that have gone`(_ count: Int) {
        let seed = Effort.seed
        var chance = SplitMix(state: seed)
        var table = NameTable()
        for number in (0..<count).shuffled(using: &chance) {
            table.insert(Self.file(number), hasStableInode: true)
        }
        table.index()
        // On its way when the listing began, and come while it went on.
        table.insert(name: Array("on its way".utf8))
        table.insert(name: Array("come".utf8))
        if count > 7 { table.insert(name: Self.name(7)) }
        let gone = Set((0..<count).filter { _ in Int.random(in: 0..<3, using: &chance) == 0 })
        for number in 0..<count where !gone.contains(number) {
            #expect(table.find(Self.name(number)) == Self.signature(Self.file(number)))
        }
        #expect(table.find(Array("come".utf8)) == FileSignature.none)
        #expect(table.find(Array("none".utf8)) == nil)
        table.insertSeen(Array("new.jpg".utf8))
        #expect(table.find(Array("new.jpg".utf8)) == FileSignature.none)
        let unseen = (0..<count).filter { table.isUnseen(Self.name($0)) }
        #expect(Set(unseen) == gone && table.hasUnseenFiles == !gone.isEmpty, "seed \(seed)")
        #expect(table.unseenNames == [Array("on its way".utf8)])
    }

    @Test func `all that tells of a change makes another signature`() {
        let before = Self.file(1)
        var others: [FileRecord] = []
        for change in [
            { $0.identity.volume += 1 }, { $0.identity.inode += 1 }, { $0.identity.size += 1 },
            { $0.identity.modified += 1 }, { $0.identity.born += 1 }, { $0.changed += 1 },
        ] as [(inout FileRecord) -> Void] {
            var file = before
            change(&file)
            others.append(file)
        }
        #expect(others.allSatisfy { Self.signature($0) != Self.signature(before) })
        // Where inode numbers are given anew at each mount they tell nothing.
        let unstable = others.map { Self.signature($0, isStable: false) }
        #expect(unstable.filter { $0 == Self.signature(before, isStable: false) }.count == 1)
        #expect(Self.signature(before) != FileSignature.none)
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
        candidate: Int64? = nil,
        candidateAssets: Int64 = 0
    ) -> DirectoryAssignment {
        DirectoryAssignment(
            DirectoryAssignment.Facts(
                stat: DirectoryStat(device: 1, inode: inode, born: born, volume: 1, fileSystem: 1),
                volume: 1,
                known: known,
                isKnownFollowed: isFollowed,
                isOverlaid: isOverlaid
            )
        ) {
            guard let candidate else { return nil }
            var record = Self.record(candidate, inode: Int64(inode))
            record.assetCount = candidateAssets
            return record
        }
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
        let filled = decide(known, isOverlaid: true, candidate: 8, candidateAssets: 1)
        #expect(filled == .moved(8, displacing: 9), "photos that are there are not hidden")
    }
}
