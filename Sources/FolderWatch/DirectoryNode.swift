/// One directory of the tree being watched.
///
/// The tree is walked by one thread only and never leaves it. There may be a hundred thousand, so what most of
/// them have in common is kept once.
final class DirectoryNode {
    var parent: DirectoryNode?
    /// The name in the parent; a root has its absolute path here.
    var name: PackedName
    var children = DirectoryChildren()
    let device: DirectoryDevice
    private let inode: UInt64
    private let born: Int64
    /// Names the directory in frames; never used again for another one.
    let id: UInt32
    /// The live watch, or -1.
    var watch: Int32 = -1
    /// The number of the last walk that reached the directory, and of the last listing of its
    /// parent that named it.
    var walk: UInt32 = 0
    var namedIn: UInt32 = 0
    /// Position among the roots, or -1 below them.
    private let rootPosition: Int32
    /// No watch could be placed; the directory is looked at by timer.
    var isPolled = false
    /// Holds a `.nomedia` file: nothing in it counts.
    var isMuted = false
    var isQueued = false
    /// Gone for good; looks and listings still waiting for it are void.
    var isForgotten = false

    init(
        id: UInt32,
        parent: DirectoryNode?,
        name: [UInt8],
        stat: DirectoryStat,
        root: UInt32?
    ) {
        self.id = id
        self.parent = parent
        self.name = PackedName(name)
        if let parent, parent.device.isOf(stat) {
            device = parent.device
        } else {
            device = DirectoryDevice(stat)
        }
        (inode, born) = (stat.inode, stat.born)
        rootPosition = root.map(Int32.init) ?? -1
    }

    /// Position among the roots, or nil below them.
    var root: UInt32? { rootPosition < 0 ? nil : UInt32(rootPosition) }

    var stat: DirectoryStat {
        DirectoryStat(
            device: device.number,
            inode: inode,
            born: born,
            volume: device.volume,
            fileSystem: device.fileSystem
        )
    }

    /// Whether what happens in it is noticed, by its watch or by timer.
    var isFollowed: Bool { watch >= 0 || isPolled }

    /// Whether the directory hangs, over any number of parents, from a root.
    var isHooked: Bool { depth != nil }

    /// How many parents it hangs from a root over; nil when it hangs from none.
    var depth: Int? {
        var (node, depth) = (self, 0)
        while let parent = node.parent { (node, depth) = (parent, depth + 1) }
        return node.rootPosition < 0 ? nil : depth
    }

    /// The path from a directory that it lies in over at most `steps` parents.
    func path(from ancestor: DirectoryNode, steps: Int) -> [UInt8]? {
        var parts: [[UInt8]] = []
        var node = self
        while node !== ancestor {
            guard parts.count < steps, let parent = node.parent else { return nil }
            parts.append(node.name.bytes)
            node = parent
        }
        guard !parts.isEmpty else { return [UInt8(ascii: ".")] }
        return Array(parts.reversed().joined(separator: [UInt8(ascii: "/")]))
    }

    /// The absolute path.
    var path: [UInt8] {
        var parts: [[UInt8]] = []
        var node: DirectoryNode? = self
        while let current = node {
            parts.append(current.name.bytes)
            node = current.parent
        }
        return Array(parts.reversed().joined(separator: [UInt8(ascii: "/")]))
    }

    /// Whether `other` is this directory or lies below it.
    func contains(_ other: DirectoryNode) -> Bool {
        var node: DirectoryNode? = other
        while let current = node {
            if current === self { return true }
            node = current.parent
        }
        return false
    }

    /// Whether a directory found on disk is this one.
    func isSame(_ found: FileStat) -> Bool {
        inode == found.inode && device.number == found.device && born == found.born
    }
}

/// What the directories of one file system have in common.
final class DirectoryDevice {
    let number: UInt64
    let volume: UInt64
    let fileSystem: Int64

    init(_ stat: DirectoryStat) {
        (number, volume, fileSystem) = (stat.device, stat.volume, stat.fileSystem)
    }

    func isOf(_ stat: DirectoryStat) -> Bool {
        number == stat.device && volume == stat.volume && fileSystem == stat.fileSystem
    }
}
