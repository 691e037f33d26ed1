/// One directory of the tree being watched.
///
/// The tree is walked by one thread only and never leaves it.
final class DirectoryNode {
    /// Names the directory in frames; never used again for another one.
    let id: UInt32
    var parent: DirectoryNode?
    /// The name in the parent; a root has its absolute path here.
    var name: [UInt8]
    var children: [FileName: DirectoryNode] = [:]
    var stat: DirectoryStat
    /// The live watch, or -1.
    var watch: Int32 = -1
    /// Position among the roots, or nil below them.
    let root: UInt32?
    /// No watch could be placed; the directory is looked at by timer.
    var isPolled = false
    /// Modification time when a polled directory was last listed.
    var polledTime: Int64 = 0
    /// Holds a `.nomedia` file: nothing in it counts.
    var isMuted = false
    /// The number of the last walk that reached the directory, and of the last listing of its
    /// parent that named it.
    var walk: UInt32 = 0
    var namedIn: UInt32 = 0
    var isQueued = false
    /// Gone for good; looks and listings still waiting for it are void.
    var isForgotten = false

    init(id: UInt32, parent: DirectoryNode?, name: [UInt8], stat: DirectoryStat, root: UInt32?) {
        self.id = id
        self.parent = parent
        self.name = name
        self.stat = stat
        self.root = root
    }

    /// Whether what happens in it is noticed, by its watch or by timer.
    var isFollowed: Bool { watch >= 0 || isPolled }

    /// Whether the directory hangs, over any number of parents, from a root.
    var isHooked: Bool { depth != nil }

    /// How many parents it hangs from a root over; nil when it hangs from none.
    var depth: Int? {
        var (node, depth) = (self, 0)
        while let parent = node.parent { (node, depth) = (parent, depth + 1) }
        return node.root == nil ? nil : depth
    }

    /// The path from a directory that it lies in over at most `steps` parents.
    func path(from ancestor: DirectoryNode, steps: Int) -> [UInt8]? {
        var parts: [[UInt8]] = []
        var node = self
        while node !== ancestor {
            guard parts.count < steps, let parent = node.parent else { return nil }
            parts.append(node.name)
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
            parts.append(current.name)
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
    func isSame(_ found: FileStat) -> Bool { stat.isSame(as: found) }
}
