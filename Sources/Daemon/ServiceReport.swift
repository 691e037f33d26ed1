internal import Indexing
internal import PhotoModel

/// The state that determines what to report about the indexer's progress to a service manager, and when.
struct ServiceReport {
    let watchdogSeconds: Double?
    var isReady = false
    private var status = ""
    private var statusTime = -Double.infinity
    private var watchdogTime = -Double.infinity

    init(watchdogSeconds: Double?) {
        self.watchdogSeconds = watchdogSeconds
    }

    /// Returns the lines to send now, in the format of sd_notify(3).
    mutating func lines(for progress: IndexingProgress, at now: Double) -> [String] {
        var lines: [String] = []
        if progress.isFollowing, !isReady {
            isReady = true
            lines.append("READY=1")
        }
        if let watchdogSeconds, now - watchdogTime >= watchdogSeconds / 4 {
            watchdogTime = now
            lines.append("WATCHDOG=1")
        }
        let text = Self.text(progress)
        // Counts change all the time and are reported at intervals; other changes are reported at once.
        if text != status, progress.isSynced || progress.isPaused || now - statusTime >= 1 {
            (status, statusTime) = (text, now)
            lines.append("STATUS=\(text)")
        }
        return lines
    }

    private static func text(_ progress: IndexingProgress) -> String {
        if progress.isPaused { return "Paused: the disk of the catalogue is full" }
        var text: String
        if progress.isSynced {
            text = "Following \(Quantity(progress.roots, "folder"))"
        } else {
            text =
                "Indexing: \(progress.seen) files seen, \(progress.indexed) read, "
                + "\(progress.backlog) waiting"
        }
        for root in progress.offline {
            text += "; offline: \(PrintableText.line(root))"
        }
        if progress.unlisted > 0 {
            let directories = progress.unlisted == 1 ? "directory" : "directories"
            text += "; \(progress.unlisted) \(directories) cannot be listed: see heliograph doctor"
        }
        return text
    }
}
