/// Directories that were detached from their place and may turn up at another one, the oldest first.
///
/// Times are milliseconds of the monotonic clock.
struct DetachedDirectories {
    /// How long a directory may take to turn up again.
    private static let lifetime: Int64 = 1_000

    private struct Entry {
        let node: DirectoryNode
        let since: Int64
        /// The last root it was connected to.
        let root: UInt32?
    }

    private var entries: [Entry] = []

    var nodes: [DirectoryNode] { entries.map(\.node) }

    /// When the oldest expires.
    var nextExpiry: Int64? { entries.first.map { $0.since + Self.lifetime } }

    /// Returns the last root a detached directory was connected to.
    func root(of node: DirectoryNode) -> UInt32? {
        entries.first { $0.node === node }?.root
    }

    mutating func append(_ node: DirectoryNode, at now: Int64, from root: UInt32?) {
        entries.append(Entry(node: node, since: now, root: root))
    }

    mutating func remove(_ node: DirectoryNode) {
        entries.removeAll { $0.node === node }
    }

    /// Removes and returns the oldest if it has expired, or can no longer turn up because its watch has ended.
    mutating func takeExpired(_ now: Int64) -> DirectoryNode? {
        guard let first = entries.first,
            !first.node.isFollowed || first.since + Self.lifetime <= now
        else { return nil }
        entries.removeFirst()
        return first.node
    }

    /// Removes and returns all that were connected to a root.
    mutating func take(from root: UInt32) -> [DirectoryNode] {
        let nodes = entries.filter { $0.root == root }.map(\.node)
        entries.removeAll { $0.root == root }
        return nodes
    }
}
