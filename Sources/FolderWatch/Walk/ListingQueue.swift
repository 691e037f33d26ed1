internal import Kernel

/// The directories to be listed and the subdirectories to be visited, upper levels first.
final class ListingQueue {
    private var waiting: [DirectoryNode] = []
    private var position = 0
    /// Directories that were not found in their place when their turn came.
    private var deferred: [DirectoryNode] = []
    private var branches: [Branch] = []
    private var branchPosition = 0
    private let walk: WalkState

    init(_ walk: WalkState) {
        self.walk = walk
    }

    /// Whether no directory waits to be listed, not counting deferred ones.
    var isEmpty: Bool { position >= waiting.count }
    var hasBranches: Bool { branchPosition < branches.count }
    var hasDeferred: Bool { !deferred.isEmpty }
    /// Whether a deferred directory has a path, so that a retry can succeed.
    var hasRetryable: Bool { deferred.contains(where: \.isAttached) }

    /// Adds a directory to be listed, unless it is already queued; the walk in progress has reached it.
    func enqueue(_ node: DirectoryNode) {
        node.forgetListing()
        reach(node)
    }

    /// Adds a directory that the walk in progress has reached; a re-check may skip it.
    func reach(_ node: DirectoryNode) {
        node.walk = walk.number
        guard !node.isQueued else { return }
        node.isQueued = true
        walk.markBusy()
        waiting.append(node)
    }

    /// Takes the next directory to list.
    func next() -> DirectoryNode? {
        guard position < waiting.count else {
            waiting.removeAll()
            position = 0
            return nil
        }
        let node = waiting[position]
        position += 1
        node.isQueued = false
        return node
    }

    /// Takes the directory that was added last, if it is the one found in `parent`.
    func takeLast(in parent: DirectoryNode, _ found: FileStat) -> DirectoryNode? {
        guard position < waiting.count, let last = waiting.last, last.parent === parent,
            last.isSame(found)
        else { return nil }
        waiting.removeLast()
        last.isQueued = false
        return last
    }

    /// Postpones a directory that was not found until the next retry.
    func postpone(_ node: DirectoryNode) { deferred.append(node) }

    /// Adds the deferred directories again, wherever they are now, except those that are detached.
    func retryDeferred() {
        let again = deferred
        deferred = []
        for node in again where !node.isForgotten {
            if node.isAttached { enqueue(node) } else { deferred.append(node) }
        }
    }

    /// Adds the subdirectories that a listing named.
    func addBranch(_ branch: Branch) { branches.append(branch) }

    /// Takes the next branch to visit.
    func nextBranch() -> Branch? {
        guard branchPosition < branches.count else {
            branches.removeAll()
            branchPosition = 0
            return nil
        }
        defer { branchPosition += 1 }
        return branches[branchPosition]
    }

    /// Drops everything that is queued, because everything will be listed again.
    func removeAll() {
        for node in waiting { node.isQueued = false }
        (waiting, position, deferred) = ([], 0, [])
        (branches, branchPosition) = ([], 0)
    }
}
