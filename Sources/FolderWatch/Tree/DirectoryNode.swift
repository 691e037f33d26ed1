internal import Kernel

/// One directory of the tree being watched.
///
/// ``DirectoryTree`` changes its place, its name, its watch and `isForgotten`; ``ListingQueue`` changes `walk` and
/// `isQueued`; ``PolledDirectories`` sets `isPolled`; listings and checks record their findings in `isNamed`,
/// `isExcluded` and `listedChange`. It is used from one thread only. There may be a hundred thousand nodes, so values
/// that most of them have in common are stored once.
final class DirectoryNode {
    var parent: DirectoryNode?
    /// The name in the parent; a root has its absolute path here.
    var name: PackedName
    var children = DirectoryChildren()
    let device: DirectoryDevice
    private let inode: UInt64
    private let born: Int64
    /// Identifies the directory in frames; never reused for another directory.
    let id: UInt32
    /// The live watch, or -1.
    var watch: Int32 = -1
    /// The number of the last walk that reached the directory.
    var walk: UInt32 = 0
    /// The time of its last change when it was listed, in nanoseconds since 1970; 0 if it must be listed again before
    /// its contents are known.
    var listedChange: Int64 = 0
    /// The directory's ``Mark`` bits and, above them, its position among the roots plus one; 0 there if it is not a
    /// root.
    private var marks: UInt32

    private enum Mark: UInt32 {
        case polled = 1
        case excluded = 2
        case queued = 4
        case forgotten = 8
        case named = 16
        case folding = 32
        case caseSensitive = 64
        case unlisted = 128

        static let bits: UInt32 = 8
    }

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
        let shared = parent.map(\.device).flatMap { $0.isOf(stat) ? $0 : nil }
        device = shared ?? DirectoryDevice(stat)
        (inode, born) = (stat.inode, stat.born)
        marks = root.map { ($0 + 1) << Mark.bits } ?? 0
    }

    /// The position among the roots; nil for a directory below them.
    var root: UInt32? { marks >> Mark.bits == 0 ? nil : (marks >> Mark.bits) - 1 }

    var stat: DirectoryStat {
        DirectoryStat(
            device: device.number,
            inode: inode,
            born: born,
            volume: device.volume,
            fileSystem: device.fileSystem
        )
    }

    /// Whether changes in the directory are noticed, by a watch or by polling.
    var isFollowed: Bool { watch >= 0 || isPolled }

    /// Whether the directory is connected to a root through its parents.
    var isAttached: Bool { depth != nil }

    /// The depth below the root; nil if it is not connected to one.
    var depth: Int? {
        var (node, depth) = (self, 0)
        while let parent = node.parent { (node, depth) = (parent, depth + 1) }
        return node.root == nil ? nil : depth
    }

    /// The path from an ancestor; nil if that is not within `steps` levels above.
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

    /// Returns whether a directory found on disk is this one.
    func isSame(_ found: FileStat) -> Bool { stat.isSame(as: found) }
}

extension DirectoryNode {
    /// Whether the directory is polled, because no watch could be placed.
    var isPolled: Bool {
        get { self[.polled] }
        set { self[.polled] = newValue }
    }

    /// Whether the directory has a `.nomedia` file, which excludes everything in it and below it.
    var isExcluded: Bool {
        get { self[.excluded] }
        set { self[.excluded] = newValue }
    }

    /// Whether the last listing failed or was incomplete.
    var isUnlisted: Bool {
        get { self[.unlisted] }
        set { self[.unlisted] = newValue }
    }

    /// Whether the directory is queued for listing.
    var isQueued: Bool {
        get { self[.queued] }
        set { self[.queued] = newValue }
    }

    /// Whether the directory was removed for good; names and listings queued for it are void.
    var isForgotten: Bool {
        get { self[.forgotten] }
        set { self[.forgotten] = newValue }
    }

    /// Whether the directory was found in its parent since the parent was last listed.
    var isNamed: Bool {
        get { self[.named] }
        set { self[.named] = newValue }
    }

    /// Whether names in the directory are found regardless of case.
    var isFolding: Bool {
        get { self[.folding] }
        set { self[.folding] = newValue }
    }

    /// Whether names in the directory are found in their own case only.
    var isCaseSensitive: Bool {
        get { self[.caseSensitive] }
        set { self[.caseSensitive] = newValue }
    }

    private subscript(mark: Mark) -> Bool {
        get { marks & mark.rawValue != 0 }
        set { marks = newValue ? marks | mark.rawValue : marks & ~mark.rawValue }
    }
}
