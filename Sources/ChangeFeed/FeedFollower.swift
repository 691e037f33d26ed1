internal import Catalogue

/// Writes the changes of a catalogue as lines, from a token on, for as long as needed.
///
/// Everything is read from the history on disk: a slow reader delays nobody, and all changes it gets are
/// durable. Runs on one thread.
package final class FeedFollower {
    /// The options of a feed.
    package struct Options: Sendable {
        /// The token to start after; nil to report everything.
        package var since: String?
        /// Maximum number of objects; nil for all.
        package var limit: Int64?
        package var keys: Set<String>?
        /// Go on with what comes.
        package var follows = false
        /// Whether to begin with a `library` line and report the library's condition, as `watch` does.
        package var tellsState = false
        /// End with a `more` line, as `changes` does, and have one follow what there was at the beginning.
        package var endsWithMore = false
        package var version = ""
        /// Fetches whose changes to report, each after all changes that caused them.
        package var observed: [Observed] = []
        /// Called once with the name of an observed fetch and a pattern in it that was given up because it
        /// took too long.
        package var onGivenUp: @Sendable (_ name: String, _ pattern: String) -> Void = { _, _ in }
        /// Called when all that is committed was written, before waiting for more.
        package var onCaughtUp: @Sendable () -> Void = {}

        package init() {}
    }

    /// Why cursor ended.
    package enum End: Sendable {
        /// Everything requested was reported.
        case finished
        /// The reader has gone.
        case closed
    }

    private let catalogue: String
    private var reader: CatalogueReader
    private let signal: CommitSignal
    private let output: FeedOutput
    private var options: Options
    private var lines: FeedLines
    private var told: Int64 = 0
    /// Whether the first asset of a snapshot is yet to be handed over, ahead of what follows from it.
    private var mayHasten = false
    /// The value of ``told`` when memory was last released.
    private var restedAt: Int64 = 0
    /// The number of reported objects after which releasing memory pays off.
    private static let manyTold: Int64 = 10_000
    private var observed: ObservedFetches
    /// Whether a replay is not over: a `more` line will say when it is.
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

    /// Reports changes until there are no more, or until told to stop.
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

    /// Goes on with the file that has taken the catalogue's place, such as a backup, as after a new start with the last
    /// token: what that file does not know is answered with `tokenExpired`.
    private func reopen(_ cursor: inout ChangeCursor?) throws {
        let replacement: CatalogueReader
        do {
            replacement = try CatalogueReader(path: catalogue)
        } catch let error as CatalogueError where error.code == .missing {
            // It may be about to come; what is open is still whole.
            return
        }
        if let current = cursor {
            options.since = try reader.snapshot { try current.token(reader).description }
        }
        (reader, cursor) = (replacement, nil)
        lines = FeedLines(reader, keys: options.keys)
        observed = ObservedFetches(options.observed, onGivenUp: options.onGivenUp)
    }

    /// Gives back what cursor a long history took.
    private func rest() throws {
        restedAt = told
        try reader.rest()
    }

    private var isFull: Bool { options.limit.map { told >= $0 } ?? false }

    /// Reports a portion of the next snapshot; false when the reader has closed the output.
    ///
    /// Waiting for the reader happens outside of the snapshot, which prevents checkpoints of the log.
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

    /// Writes what follows from all that was reported.
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
