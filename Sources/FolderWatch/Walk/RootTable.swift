/// The configured roots, each with its directory while it is readable.
struct RootTable {
    /// The shortest and the longest interval between attempts to find offline roots, in milliseconds.
    ///
    /// The interval is an eighth of the time since a root last went offline: a disk that was just unplugged may be back
    /// in a moment, and one that is away for a month wakes the machine less often. The kernel reports mounts, which are
    /// noticed at once.
    private static let retryInterval: ClosedRange<Int64> = 1_000...30_000

    private struct Root {
        let path: [UInt8]
        var node: DirectoryNode?
        var isReportedOffline = false
    }

    private var roots: [Root]
    private var retryTime: Int64 = 0
    /// When the last root went offline.
    private var offlineSince: Int64 = 0

    init(_ paths: [[UInt8]]) {
        roots = paths.map { Root(path: $0) }
    }

    var paths: [[UInt8]] { roots.map(\.path) }
    var indices: Range<Int> { roots.indices }
    /// The roots that are online.
    var nodes: [DirectoryNode] { roots.compactMap(\.node) }
    /// When to look for offline roots again; nil while all are online.
    var nextCheck: Int64? { roots.contains { $0.node == nil } ? retryTime : nil }

    func path(of index: Int) -> [UInt8] { roots[index].path }

    func node(of index: Int) -> DirectoryNode? { roots[index].node }

    /// Records that a root was found.
    mutating func attach(_ node: DirectoryNode, at index: Int) {
        (roots[index].node, roots[index].isReportedOffline) = (node, false)
    }

    /// Removes and returns the directory of a root that was not found.
    mutating func detach(_ index: Int) -> DirectoryNode? { roots[index].node.take() }

    /// Marks a root offline; false if it was offline already.
    mutating func markOffline(_ index: Int, at now: Int64) -> Bool {
        guard !roots[index].isReportedOffline else { return false }
        roots[index].isReportedOffline = true
        offlineSince = now
        planRetry(now)
        return true
    }

    /// The offline roots, if it is time to look for them; sets the next time.
    mutating func takeDue(_ now: Int64) -> [Int] {
        guard let due = nextCheck, due <= now else { return [] }
        planRetry(now)
        return roots.indices.filter { roots[$0].node == nil }
    }

    private mutating func planRetry(_ now: Int64) {
        let interval = max((now - offlineSince) / 8, Self.retryInterval.lowerBound)
        retryTime = now + min(interval, Self.retryInterval.upperBound)
    }
}
