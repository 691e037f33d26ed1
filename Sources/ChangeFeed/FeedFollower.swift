internal import Catalogue

/// A writer of a catalogue's changes as lines, from a token on, for as long as needed.
///
/// Everything is read from the history on disk, so a slow reader delays nobody, and all the changes it receives are
/// durable. Runs on one thread.
package final class FeedFollower {
    /// The options of a feed.
    package struct Options: Sendable {
        /// The token to start after; nil to report everything.
        package var since: String?
        /// Maximum number of objects; nil for all.
        package var limit: Int64?
        package var keys: Set<String>?
        /// Whether to continue with new changes.
        package var follows = false
        /// Whether to begin with a `library` line and report the library's condition, as `watch` does.
        package var tellsState = false
        /// Whether to end with a `more` line, as `changes` does, and to write one after the initial changes.
        package var endsWithMore = false
        package var version = ""
        /// The fetches whose changes to report, each after all changes that caused them.
        package var observed: [Observed] = []
        /// Called once with the name of an observed fetch and its pattern that was abandoned because it took too long.
        package var onGivenUp: @Sendable (_ name: String, _ pattern: String) -> Void = { _, _ in }
        /// Called when everything committed was written, before waiting for more.
        package var onCaughtUp: @Sendable () -> Void = {}

        package init() {}
    }

    /// The reason why the follower ended.
    package enum End: Sendable {
        /// Everything requested was reported.
        case finished
        /// The reader has closed the output.
        case closed
    }

    private let catalogue: String
    private var reader: CatalogueReader
    private let signal: CommitSignal
    private let output: FeedOutput
    private var options: Options
    private var lines: FeedLines
    private var told: Int64 = 0
    /// Whether the first asset of a snapshot still has to be sent, ahead of its consequences.
    private var mayHasten = false
    /// The number of reported objects when memory was last released.
    private var restedAt: Int64 = 0
    /// The number of reported objects after which releasing memory pays off.
    private static let manyTold: Int64 = 10_000
    private var observed: ObservedFetches
    /// Whether a replay is still in progress; a `more` line marks its end.
    private var isReplaying: Bool

    /// Opens the catalogue for reading.
    ///
    /// - `catalogue`: The catalogue's file.
    /// - `output`: Where to write the lines.
    /// - `stop`: Becomes readable when the follower should report what is committed and end.
    /// Throws ``CatalogueError``.
    package init(
        catalogue: String,
        output: FeedOutput,
        stop: Int32,
        options: Options
    ) throws {
        self.catalogue = catalogue
        reader = try CatalogueReader(path: catalogue)
        signal = CommitSignal(catalogue: catalogue, stop: stop)
        self.output = output
        self.options = options
        observed = ObservedFetches(options.observed, onGivenUp: options.onGivenUp)
        lines = FeedLines(reader, keys: options.keys)
        isReplaying = options.endsWithMore && options.follows
    }

    /// Reports changes until there are no others, or until asked to stop.
    package func run() throws -> End {
        var cursor: ChangeCursor?
        var isEnding = false
        while true {
            if reader.isReplaced { try reopen(&cursor) }
            guard try writeNext(&cursor) else { return .closed }
            guard let current = cursor else { continue }
            if isFull { return try finish(current) }
            guard current.isFinished, try current.isCurrent(reader) else { continue }
            if isEnding || !options.follows { return try finish(current) }
            if told - restedAt >= Self.manyTold { try rest() }
            options.onCaughtUp()
            // Changes committed before the request to stop are still reported.
            if !signal.wait(output: output.pipe) { isEnding = true }
            if output.isClosed { return .closed }
        }
    }

    /// Continues with a file that has replaced the catalogue, such as a backup, as if restarted with the last token.
    ///
    /// If that file does not know the token, `tokenExpired` is reported.
    private func reopen(_ cursor: inout ChangeCursor?) throws {
        let replacement: CatalogueReader
        do {
            replacement = try CatalogueReader(path: catalogue)
        } catch let error as CatalogueError where error.code == .missing {
            // A replacement may be about to appear, and the open file is still intact.
            return
        }
        if let current = cursor {
            options.since = try reader.snapshot { try current.token(reader).description }
        }
        (reader, cursor) = (replacement, nil)
        lines = FeedLines(reader, keys: options.keys)
        observed = ObservedFetches(options.observed, onGivenUp: options.onGivenUp)
    }

    /// Releases the memory used to read a long history.
    private func rest() throws {
        restedAt = told
        try reader.rest()
    }

    private var isFull: Bool { options.limit.map { told >= $0 } ?? false }

    /// Reports a portion of the next snapshot; returns false if the reader has closed the output.
    ///
    /// Waits for the reader outside of the snapshot, which prevents checkpoints of the log.
    private func writeNext(_ cursor: inout ChangeCursor?) throws -> Bool {
        try reader.snapshot {
            mayHasten = options.follows
            var current = try cursor ?? begin()
            if cursor != nil { try resume(&current) }
            let end = ContinuousClock.now + .seconds(2)
            while !isFull {
                try fill(&current)
                guard lines.isFull, !current.isFinished, ContinuousClock.now < end,
                    lines.flush(to: output, until: end)
                else { break }
            }
            if try current.isFinished && !current.isMoreComing(reader) { try caughtUp(current) }
            cursor = current
        }
        return lines.isEmpty || lines.flush(to: output)
    }

    /// Writes the consequences of all reported changes.
    private func caughtUp(_ cursor: ChangeCursor) throws {
        let token = try cursor.token(reader)
        try observed.write(reader, &lines, token)
        guard isReplaying else { return }
        isReplaying = false
        lines.more(token, moreComing: false, count: told)
    }

    private func resume(_ cursor: inout ChangeCursor) throws {
        try cursor.resume(reader)
        if let expiry = cursor.expiry { expired(try cursor.token(reader), expiry) }
    }

    private func expired(_ token: ChangeToken, _ reason: ChangeToken.Expiry) {
        lines.tokenExpired(token, reason)
        isReplaying = options.follows
    }

    private func begin() throws -> ChangeCursor {
        let cursor = try ChangeCursor(reader, since: options.since)
        let token = try cursor.token(reader)
        if options.tellsState { lines.library(token, version: options.version) }
        if let expiry = cursor.expiry { expired(token, expiry) }
        return cursor
    }

    private func fill(_ cursor: inout ChangeCursor) throws {
        try cursor.forEach(reader) { entry, token in
            let isState = entry.kind == .state || entry.kind == .synced
            guard options.tellsState || !isState else { return true }
            try lines.entry(entry, token)
            hasten(entry)
            if !isState { told += 1 }
            return !isFull && !lines.isFull
        }
    }

    /// Writes the first asset before its albums are looked up, as there may be many of them.
    private func hasten(_ entry: HistoryEntry) {
        guard mayHasten, entry.kind == .asset else { return }
        mayHasten = false
        _ = lines.flush(to: output, until: .now)
    }

    private func finish(_ cursor: ChangeCursor) throws -> End {
        if options.endsWithMore {
            try reader.snapshot {
                lines.more(
                    try cursor.token(reader),
                    moreComing: try cursor.isMoreComing(reader),
                    count: told
                )
            }
        }
        return lines.isEmpty || lines.flush(to: output) ? .finished : .closed
    }
}
