internal import Catalogue

/// Tells the changes of a catalogue as lines, from a token on, for as long as it is wanted.
///
/// Everything is read from the history on disk: a slow reader delays nobody, and what it is told
/// has been durable before. One thread runs it.
package final class FeedFollower {
    /// What to tell.
    package struct Options: Sendable {
        /// Start after this token; nil tells everything.
        package var since: String?
        /// At most so many objects; nil for all.
        package var limit: Int64?
        package var keys: Set<String>?
        /// Go on with what comes.
        package var follows = false
        /// Begin with a `library` line and tell of states, as `watch` does.
        package var tellsState = false
        /// End with a `more` line, as `changes` does.
        package var endsWithMore = false
        package var version = ""
        /// Fetches whose changes to tell, each when all that led to it has been told.
        package var observed: [Observed] = []

        package init() {}
    }

    /// Why telling ended.
    package enum End: Sendable {
        /// All was told that was asked for.
        case finished
        /// The reader has gone.
        case closed
    }

    private let reader: CatalogueReader
    private let signal: CommitSignal
    private let output: FeedOutput
    private let options: Options
    private var lines: FeedLines
    private var told: Int64 = 0
    private var observed: ObservedFetches

    /// Opens the catalogue for reading.
    ///
    /// - `catalogue`: The catalogue's file.
    /// - `output`: Where the lines go.
    /// - `stop`: Readable when the follower should tell what is committed and end.
    /// Throws ``CatalogueError``.
    package init(
        catalogue: String,
        output: FeedOutput,
        stop: Int32,
        options: Options
    ) throws {
        reader = try CatalogueReader(path: catalogue)
        signal = CommitSignal(catalogue: catalogue, stop: stop)
        self.output = output
        self.options = options
        observed = ObservedFetches(options.observed)
        lines = FeedLines(reader, keys: options.keys)
    }

    /// Tells until there is no more, or until told to stop.
    package func run() throws -> End {
        var window: ChangeWindow?
        var isEnding = false
        while true {
            guard try tellNext(&window) else { return .closed }
            guard let told = window else { continue }
            if isFull { return try finish(told) }
            guard told.isFinished, try reader.isCurrent(told) else { continue }
            if isEnding || !options.follows { return try finish(told) }
            // Told to stop, what was committed until then is told still.
            if !signal.wait() { isEnding = true }
            if output.isClosed { return .closed }
        }
    }

    private var isFull: Bool { options.limit.map { told >= $0 } ?? false }

    /// Tells what the next snapshot holds; false when the reader has gone.
    ///
    /// A window is told from one snapshot, so that each line agrees with the lines before it. A
    /// reader that is slow to take it gets the rest from a later snapshot: an old one keeps the log
    /// from being written back.
    private func tellNext(_ window: inout ChangeWindow?) throws -> Bool {
        try reader.snapshot {
            var current = try next(after: window)
            let start = ContinuousClock.now
            repeat {
                try fill(&current)
                guard lines.isEmpty || lines.flush(to: output) else { return false }
            } while !current.isFinished && !isFull && start.duration(to: .now) < .seconds(2)
            if current.isFinished, try reader.bounds().sequence == current.end {
                try observed.tell(reader, &lines, reader.token(at: current.end, in: current))
                guard lines.isEmpty || lines.flush(to: output) else { return false }
            }
            window = current
            return true
        }
    }

    private func next(after window: ChangeWindow?) throws -> ChangeWindow {
        guard let window else { return try begin() }
        return try window.isFinished ? reader.window(after: window) : reader.continued(window)
    }

    private func begin() throws -> ChangeWindow {
        var expiry: ChangeToken.Expiry?
        var window: ChangeWindow
        do {
            window = try reader.window(since: options.since.map { try ChangeToken($0) })
        } catch let reason as ChangeToken.Expiry {
            expiry = reason
            window = try reader.window(since: nil)
        }
        let token = try reader.token(at: window.position, in: window)
        if options.tellsState { lines.library(token, version: options.version) }
        if let expiry { lines.tokenExpired(token, expiry) }
        return window
    }

    private func fill(_ window: inout ChangeWindow) throws {
        guard !window.isFinished else { return }
        var token = try reader.token(at: window.end, in: window)
        let start = window
        if isFull { return }
        try reader.tell(&window) { entry in
            let isState = entry.kind == .state || entry.kind == .synced
            guard options.tellsState || !isState else { return true }
            token.sequence = entry.position
            token.replay = start.replay(at: entry.position)
            try lines.entry(entry, token)
            if !isState { told += 1 }
            return !isFull && !lines.isFull
        }
    }

    private func finish(_ window: ChangeWindow) throws -> End {
        if options.endsWithMore {
            try reader.snapshot {
                let last = try reader.bounds().sequence
                lines.more(
                    try reader.token(at: window.position, in: window),
                    moreComing: window.position < last,
                    count: told
                )
            }
        }
        return lines.isEmpty || lines.flush(to: output) ? .finished : .closed
    }
}
