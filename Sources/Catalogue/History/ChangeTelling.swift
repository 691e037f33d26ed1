/// A telling of what changed since a token: each object once, with its state now and with the token to go on from.
///
/// What is told at a time comes from one snapshot, so that it agrees with what was told before it. What does not
/// fit is told from a later one: an old snapshot keeps the log from being written back.
package struct ChangeTelling: Sendable {
    private var window: ChangeWindow
    /// Why the position could not be gone on from, so that everything is told instead; nil when it could.
    package private(set) var expiry: ChangeToken.Expiry?

    /// Begins a telling; call within a snapshot.
    ///
    /// `token`: Nil for everything there is.
    package init(_ reader: CatalogueReader, since token: String?) throws {
        do {
            window = try reader.window(since: token.map { try ChangeToken($0) })
            expiry = nil
        } catch let reason as ChangeToken.Expiry {
            window = try reader.window(since: nil)
            expiry = reason
        }
    }

    /// Goes on in another snapshot, with what was committed meanwhile.
    ///
    /// One that stood still for longer than history is kept begins anew; ``expiry`` then says so.
    package mutating func goOn(_ reader: CatalogueReader) throws {
        do {
            window = try window.isFinished ? reader.window(after: window) : reader.continued(window)
            expiry = nil
        } catch let reason as ChangeToken.Expiry {
            window = try reader.window(since: nil)
            expiry = reason
        }
    }

    /// Whether everything is told that the snapshot holds.
    package var isFinished: Bool { window.isFinished }

    /// Where the telling has come to; call within the snapshot.
    package func token(_ reader: CatalogueReader) throws -> ChangeToken {
        try reader.token(at: window.position, in: window)
    }

    /// Whether there is more to be told, committed after the snapshot too.
    package func isMoreComing(_ reader: CatalogueReader) throws -> Bool {
        try window.position < reader.bounds().sequence
    }

    /// Whether nothing was committed after the last of what is told.
    package func isCurrent(_ reader: CatalogueReader) throws -> Bool {
        try reader.isCurrent(window)
    }

    /// Tells what comes next, in order, each with the token of the position after it, until `body` returns false
    /// for having enough.
    ///
    /// Must be called in the snapshot that the telling began or went on in.
    package mutating func tell(
        _ reader: CatalogueReader,
        _ body: (HistoryEntry, ChangeToken) throws -> Bool
    ) throws {
        guard !window.isFinished else { return }
        var token = try reader.token(at: window.end, in: window)
        let start = window
        try reader.tell(&window) { entry in
            token.sequence = entry.position
            token.replay = start.replay(at: entry.position)
            return try body(entry, token)
        }
    }
}
