/// Iterates over the changes since a token: each object once, with its present state and a token to continue
/// from.
///
/// Each portion is read from one snapshot, so that it is consistent with the portions before it. Changes that do not
/// fit are read from a later snapshot, because an old one prevents checkpoints of the log.
package struct ChangeCursor: Sendable {
    private var window: ChangeWindow
    /// The reason why the token could not be used, so that everything is reported instead; nil if it could.
    package private(set) var expiry: ChangeToken.Expiry?

    /// Begins at a token; call within a snapshot.
    ///
    /// `token`: Nil to report everything.
    package init(_ reader: CatalogueReader, since token: String?) throws {
        do {
            window = try reader.window(since: token.map { try ChangeToken($0) })
            expiry = nil
        } catch let reason as ChangeToken.Expiry {
            window = try reader.window(since: nil)
            expiry = reason
        }
    }

    /// Continues in another snapshot, including what was committed meanwhile.
    ///
    /// After a pause longer than the history is kept it starts over; ``expiry`` then gives the reason.
    package mutating func resume(_ reader: CatalogueReader) throws {
        do {
            window = try window.isFinished ? reader.window(after: window) : reader.continued(window)
            expiry = nil
        } catch let reason as ChangeToken.Expiry {
            window = try reader.window(since: nil)
            expiry = reason
        }
    }

    /// Whether everything in the snapshot was reported.
    package var isFinished: Bool { window.isFinished }

    /// Returns the token of the position that is reached; call it within the snapshot.
    package func token(_ reader: CatalogueReader) throws -> ChangeToken {
        try reader.token(at: window.position, in: window)
    }

    /// Returns whether more changes are available, including those committed after the snapshot.
    package func isMoreComing(_ reader: CatalogueReader) throws -> Bool {
        try window.position < reader.bounds().sequence
    }

    /// Returns whether nothing was committed after the last reported change.
    package func isCurrent(_ reader: CatalogueReader) throws -> Bool {
        try reader.isCurrent(window)
    }

    /// Calls `body` with the next changes, in order, each with the token of the position after it, until it
    /// returns false.
    ///
    /// Must be called in the snapshot in which the iteration began or was continued.
    package mutating func forEach(
        _ reader: CatalogueReader,
        _ body: (HistoryEntry, ChangeToken) throws -> Bool
    ) throws {
        guard !window.isFinished else { return }
        var token = try reader.token(at: window.end, in: window)
        let start = window
        try reader.forEachChange(in: &window) { entry in
            token.sequence = entry.position
            token.replay = start.replay(at: entry.position)
            return try body(entry, token)
        }
    }
}
