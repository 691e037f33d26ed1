import Kernel
import Testing

@testable import FolderWatch

struct DirectoryChildrenTests {
    @Test(arguments: 0...40)
    func `a packed name is the name again`(count: Int) {
        let name = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
        #expect(PackedName(name).bytes == name)
        #expect(PackedName(name) != PackedName(name + [0]))
        #expect(PackedName(name) != PackedName(name + [255]))
    }

    private func node(_ name: [UInt8]) -> DirectoryNode {
        let stat = DirectoryStat(device: 1, inode: 2, born: 3, volume: 4, fileSystem: 5)
        return DirectoryNode(id: 1, parent: nil, name: name, stat: stat, root: nil)
    }

    @Test func `children are found by name whatever came and went before`() {
        var children = DirectoryChildren()
        var expected: [FileName: DirectoryNode] = [:]
        var random: UInt64 = 7
        for _ in 0..<20_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let name = FileName(
                "\(random >> 33 % 300)" + (random >> 32 & 1 == 0 ? "" : " of a long trip")
            )
            #expect(children[name] === expected[name])
            if random >> 60 < 7, let known = expected[name] {
                children.remove(known)
                expected[name] = nil
            } else {
                let new = node(name.bytes)
                // Another one of that name stays where it is.
                if expected[name] != nil { children.remove(new) }
                children.insert(new)
                expected[name] = new
            }
            #expect(children.count == expected.count)
        }
        #expect(
            Set(children.all.map(ObjectIdentifier.init))
                == Set(expected.values.map(ObjectIdentifier.init))
        )
    }

    @Test func `watches are found by their numbers`() {
        var watched = WatchedNodes()
        let (first, second) = (node([1]), node([2]))
        watched[1] = first
        watched[9] = second
        #expect(watched[1] === first && watched[9] === second && watched.count == 2)
        #expect(watched[5] == nil && watched[-1] == nil && watched[10_000] == nil)
        (watched[9], watched[9], watched[70]) = (nil, nil, nil)
        #expect(watched[9] == nil && watched.count == 1)
    }
}
