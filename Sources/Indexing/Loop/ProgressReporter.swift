internal import Catalogue
internal import Logging
internal import PhotoModel

/// Reports the progress of indexing: to a callback, and in the catalogue for `status`.
final class ProgressReporter {
    private let context: IndexingContext
    private let onProgress: ((IndexingProgress) -> Void)?
    private var progress = IndexingProgress()
    private var lastBacklog: (count: Int, time: Int64) = (-1, 0)
    private var lastSandbox: String?

    init(_ context: IndexingContext, _ onProgress: ((IndexingProgress) -> Void)?) {
        (self.context, self.onProgress) = (context, onProgress)
    }

    /// The number of files read and committed since the start.
    var indexed: Int64 { progress.indexed }

    func watcherRuns() { progress.isFollowing = true }
    func walkBegan() { progress.seen = 0 }
    func sawFile() { progress.seen += 1 }
    func indexed(_ count: Int) { progress.indexed += Int64(count) }
    func synced() { progress.isSynced = true }

    /// Calls the progress callback.
    ///
    /// - Parameters:
    ///   - backlog: The number of files waiting.
    ///   - unlisted: The number of directories that cannot be listed.
    ///   - roots: The IDs of the roots, in the watcher's order.
    func report(backlog: Int, unlisted: Int, _ roots: [Int64]) {
        guard let onProgress else { return }
        progress.backlog = Int64(backlog)
        (progress.roots, progress.unlisted) = (roots.count, unlisted)
        progress.offline = roots.compactMap { context.writer.roots[$0] }
            .filter { $0.state == .offline }.map(\.path)
        onProgress(progress)
    }

    /// Saves the number of waiting files for `status`, at most once a second while there are some.
    func saveBacklog(_ count: Int, at now: Int64) throws {
        guard count != lastBacklog.count, count == 0 || now - lastBacklog.time >= 1_000 else {
            return
        }
        // A single file that is processed at once is not a backlog.
        guard count > 1 || lastBacklog.count > 0 else { return }
        lastBacklog = (count, now)
        try context.writer.write { try context.writer.setStatus("backlog", "\(count)") }
    }

    /// Saves for `status`, and logs once, which parts of the sandbox the extractors lack.
    ///
    /// `missing`: Nil until an extractor has reported.
    func saveSandbox(missing: String?) throws {
        guard let missing, missing != lastSandbox else { return }
        lastSandbox = missing
        try context.writer.write {
            try context.writer.setStatus(
                "sandbox",
                missing.isEmpty ? "complete" : "without \(missing)"
            )
        }
        guard !missing.isEmpty else { return }
        context.logger.warning(
            "this system lacks a part of the extractors' sandbox",
            metadata: ["missing": "\(missing)"]
        )
    }
}
