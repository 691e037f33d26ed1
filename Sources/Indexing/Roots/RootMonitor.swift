internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import Logging
internal import PhotoModel

/// The states of the roots: which are online, which are offline and why.
final class RootMonitor {
    let context: IndexingContext
    let tree: WatchedTree
    private let missing: MissingFiles
    let session: WatcherSession
    let unlisted: UnlistedDirectories
    /// The roots that are offline because their folder was empty although photos are known in it.
    var empty: Set<Int64> = []
    /// The roots with another directory at their path that was empty when it was last checked.
    var vacant: Set<Int64> = []
    /// The roots that are offline because the last walk missed a large part of them.
    private var held: Set<Int64> = []
    /// The roots that seemed to be away when a missing file in them was due, so that the file is no longer looked for.
    private var unsure: Set<Int64> = []
    /// The last log message about each offline root.
    private var logged: [Int64: String] = [:]
    /// The reason why not all directories are watched; nil if all are.
    private var limitDetail: String?
    /// Whether offline roots may be complete again, which has not been checked yet.
    private(set) var mayBeComplete = false

    init(
        _ context: IndexingContext,
        _ tree: WatchedTree,
        _ missing: MissingFiles,
        _ session: WatcherSession,
        _ unlisted: UnlistedDirectories
    ) {
        (self.context, self.tree, self.missing) = (context, tree, missing)
        (self.session, self.unlisted) = (session, unlisted)
    }

    var writer: CatalogueWriter { context.writer }

    /// Forgets the findings of an earlier watcher.
    func watcherStarted() { (empty, vacant, held, unsure) = ([], [], [], []) }

    /// Records that a walk is complete, or that an untrusted directory is gone.
    func recordChange() { mayBeComplete = true }

    func isOffline(_ root: Int64) -> Bool { writer.roots[root]?.state == .offline }

    /// The roots that are followed and not offline, in the watcher's order.
    var reachable: [Int64] { tree.roots.filter { writer.roots[$0]?.state != .offline } }

    // MARK: Offline

    /// Marks a root offline: nothing in it is removed until it is back.
    func markOffline(_ root: Int64, _ reason: StateReason, _ detail: OfflineDetail) throws {
        let detail = detail.words(for: writer.roots[root]?.path ?? [], context.service)
        if logged.updateValue(detail, forKey: root) != detail {
            context.logger.warning("\(printablePath(root)) is offline: \(detail)")
        }
        try writer.setState(root, .offline, reason, detail: detail)
        try missing.forget(
            assets: { asset in
                guard let record = try writer.asset(asset) else { return false }
                return writer.directories[record.directory]?.root == root
            },
            directories: { writer.directories[$0]?.root == root }
        )
    }

    /// Marks a root offline because it, or a part of it, was not there during the search for a missing file.
    ///
    /// If it is back before the watcher has noticed, another walk has to find the missing files.
    func markAway(_ root: Int64, _ detail: OfflineDetail) throws {
        unsure.insert(root)
        try markOffline(root, .unmounted, detail)
    }

    /// Marks a root offline because a walk has missed a large part of it.
    func hold(_ root: Int64, _ loss: LargeLoss) throws {
        held.insert(root)
        try markOffline(root, .unmounted, .lost(loss))
    }

    /// Forgets the files that earlier walks have missed, because another walk begins.
    func walkBegan() { (held, unsure) = ([], []) }

    // MARK: Online

    /// Marks a root online, or degraded if some changes to it cannot be noticed.
    func markOnline(_ root: Int64) throws {
        let state = RootState.followed(
            limitDetail: limitDetail,
            unlistedDetail: unlisted.detail(of: root),
            remoteKind: remoteKind(root),
            reason: session.progress.reason
        )
        let detail = try state.detail ?? rescue(state.reason)
        try writer.setState(root, state.state, state.reason, detail: detail)
        if logged.removeValue(forKey: root) != nil {
            context.logger.notice("\(printablePath(root)) is online again")
        }
    }

    /// Marks the reachable roots as being walked.
    func markWalking() throws {
        let reason = session.progress.reason
        let state: LibraryState = reason == .start ? .indexing : .rescanning
        let detail = try rescue(reason)
        for root in reachable { try writer.setState(root, state, reason, detail: detail) }
    }

    /// The report on a rescued catalogue, as long as the first walk after the rescue is the reason for a state.
    private func rescue(_ reason: StateReason) throws -> String? {
        reason == .rescued ? try writer.status(CatalogueRescue.Report.statusKey) : nil
    }

    /// Records the kernel's limit of watches and the number needed, as reported by the watcher.
    func setWatchLimit(needed: Int, used: Int, limit: Int, isOfNamespace: Bool = false) throws {
        let wasShort = limitDetail != nil
        limitDetail = RootState.limitDetail(
            needed: needed,
            used: used,
            limit: limit,
            isOfNamespace: isOfNamespace
        )
        if let limitDetail { context.logger.warning("\(limitDetail)") }
        try writer.write {
            try writer.setStatus("watchesNeeded", "\(needed)")
            try writer.setStatus("watchesUsed", "\(used)")
            try writer.setStatus("watchLimit", "\(limit)")
            guard !session.progress.isWalking, limitDetail != nil || wasShort else { return }
            for root in reachable { try markOnline(root) }
        }
    }

    private func printablePath(_ root: Int64) -> String {
        PrintableText.line(writer.roots[root]?.path ?? [])
    }

    private func remoteKind(_ root: Int64) -> String? {
        tree.all.lazy.filter { $0.root == root }
            .compactMap { RemoteFileSystem.names[$0.stat.fileSystem] }.first
    }

    /// Marks roots online that were partly offline and are complete again.
    func restoreComplete() throws {
        mayBeComplete = false
        try writer.write {
            try writer.recount()
            for root in tree.roots where isOffline(root) && isComplete(root) {
                if unsure.contains(root) { try walkAgain(root) } else { try markOnline(root) }
            }
        }
    }

    func walkAgain(_ root: Int64) throws {
        session.requestWalk(.timer)
        try writer.setState(root, .rescanning, .timer)
    }

    /// Returns whether a root's folder and all its directories with assets are there.
    private func isComplete(_ root: Int64) -> Bool {
        guard !held.contains(root), let record = writer.roots[root],
            tree[record.directory] != nil
        else { return false }
        guard !tree.all.contains(where: { $0.root == root && $0.isUntrusted }) else { return false }
        return writer.directories.values.allSatisfy {
            $0.root != root || $0.isRemoved || !$0.isFilled || tree[$0.id] != nil
        }
    }

    /// Whether a root is offline although its folder is there, because a part of it is missing or was at the last
    /// check.
    var isPartlyOffline: Bool { tree.roots.contains { isOffline($0) && isFollowed($0) } }

    /// Returns whether the folder of a root is the known one, and is followed.
    func isFollowed(_ root: Int64) -> Bool {
        guard let record = writer.roots[root], let folder = tree[record.directory] else {
            return false
        }
        return !folder.isUntrusted
    }
}
