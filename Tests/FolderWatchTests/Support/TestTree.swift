import Kernel

@testable import FolderWatch

/// Directories of a made-up file system, for the parts of the watcher that make no system calls.
struct TestTree {
    let tree = DirectoryTree()
    let root: DirectoryNode

    init() {
        root = tree.addRoot(0, path: Array("/r".utf8), Self.stat(inode: 1))
    }

    static func stat(inode: UInt64, born: Int64 = 0) -> DirectoryStat {
        DirectoryStat(device: 1, inode: inode, born: born, volume: 1, fileSystem: 1)
    }

    /// What looking at a directory on disk finds.
    static func found(inode: UInt64, born: Int64 = 0) -> FileStat {
        FileStat(
            device: 1,
            inode: inode,
            size: 0,
            modified: 0,
            changed: 0,
            born: born,
            mode: 0o040755
        )
    }

    /// Adds a directory with a watch of the same number as its inode.
    func add(_ name: String, in parent: DirectoryNode, inode: UInt64) -> DirectoryNode {
        let node = tree.add(FileName(name), in: parent, Self.stat(inode: inode))
        tree.assignWatch(Int32(inode), to: node)
        return node
    }
}

/// A clock that stands still until it is set.
final class TestClock: TimeSource {
    var milliseconds: Int64 = 0
    var date: Int64 { milliseconds * 1_000 }
}
