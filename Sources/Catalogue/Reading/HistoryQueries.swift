internal import PhotoModel

/// Queries for windows of the history, and for the tokens of positions in them.
struct HistoryQueries {
    private let session: ReadSession
    private let library: ObjectUUID

    init(_ session: ReadSession, _ library: ObjectUUID) {
        (self.session, self.library) = (session, library)
    }

    /// Returns the sequence number of the last commit, and the one up to which history is pruned.
    func bounds() throws -> (sequence: Int64, pruned: Int64) {
        try session.statement("SELECT sequence, pruned FROM library").first {
            ($0.integer(0), $0.integer(1))
        } ?? (0, 0)
    }

    /// Whether the catalogue got in sync with the folders after a position.
    func isSynced(since base: Int64) throws -> Bool {
        try session.statement(
            "SELECT 1 FROM change WHERE sequence > ? AND kind = \(HistoryKind.synced.sql) LIMIT 1"
        ).bind(1, base).first { _ in true } ?? false
    }

    /// Returns the epoch of new tokens.
    private func currentEpoch() throws -> UInt32 {
        let epoch = try session.statement(LibraryEpoch.selectLast).first { $0.integer(0) }
        return UInt32(truncatingIfNeeded: epoch ?? 0)
    }

    /// Returns the token of a position up to which everything is known.
    func token(at position: Int64) throws -> ChangeToken {
        ChangeToken(library: library.tokenPart, epoch: try currentEpoch(), sequence: position)
    }

    /// Returns the token of a position in a window; call within ``snapshot(_:)``.
    func token(at position: Int64, in window: ChangeWindow) throws -> ChangeToken {
        var token = try token(at: position)
        if position > window.base { token.replay = window.replay(at: position) }
        return token
    }

    /// Returns the token of the last commit.
    func currentToken() throws -> ChangeToken {
        try token(at: bounds().sequence)
    }

    /// Returns the window from a token to the last commit, or to where the token's replay ends.
    ///
    /// `token`: Nil for everything there is.
    /// Throws ``ChangeToken/Expiry`` if the token cannot be honoured.
    func window(since token: ChangeToken?) throws -> ChangeWindow {
        let bounds = try bounds()
        guard let token else { return try window(0, 0, bounds.sequence) }
        guard token.library == library.tokenPart else { throw ChangeToken.Expiry.otherLibrary }
        let base = token.replay?.base ?? token.sequence
        // A consumer without a position gets everything there is.
        let isBeginning = base == 0 && token.replay == nil
        guard isBeginning || token.replay?.floor ?? base >= bounds.pruned else {
            throw ChangeToken.Expiry.pruned
        }
        let highest = max(token.sequence, token.replay?.end ?? 0)
        guard let reached = try reached(token.epoch, bounds.sequence), highest <= reached else {
            throw ChangeToken.Expiry.future
        }
        guard let replay = token.replay else {
            return try window(base, base, bounds.sequence)
        }
        var window = try window(base, token.sequence, replay.end)
        window.earlier = replay.earlier
        return try continued(window)
    }

    /// Continues an interrupted window in another snapshot: up to the present, remembering what was reported
    /// in which state.
    ///
    /// Throws ``ChangeToken/Expiry`` if the history it needs has been pruned.
    func continued(_ window: ChangeWindow) throws -> ChangeWindow {
        let (now, pruned) = try bounds()
        guard window.floor >= pruned else { throw ChangeToken.Expiry.pruned }
        guard now > window.end else { return window }
        var next = window
        next.cut(at: now)
        return next
    }

    /// Returns the window after another.
    ///
    /// Throws ``ChangeToken/Expiry`` if the history it needs has been pruned.
    func window(after window: ChangeWindow) throws -> ChangeWindow {
        let (now, pruned) = try bounds()
        guard window.end >= pruned else { throw ChangeToken.Expiry.pruned }
        return try self.window(window.end, window.end, now)
    }

    /// Returns the last sequence number assigned in an epoch, or nil if the epoch is unknown.
    private func reached(_ epoch: UInt32, _ current: Int64) throws -> Int64? {
        let ordinal = try session.statement("SELECT ordinal FROM epoch WHERE id = ?")
            .bind(1, Int64(epoch)).first { $0.integer(0) }
        guard let ordinal else { return nil }
        return try session.statement(
            "SELECT firstSequence FROM epoch WHERE ordinal > ? ORDER BY ordinal LIMIT 1"
        ).bind(1, ordinal).first { $0.integer(0) } ?? current
    }

    private func window(_ base: Int64, _ position: Int64, _ end: Int64) throws -> ChangeWindow {
        ChangeWindow(
            base: base,
            position: position,
            end: end,
            // The positions of a listing are not positions of the history.
            isCoalesced: try base == 0 || hasSecondChanges(base, end)
        )
    }

    /// Whether an object changed more than once in a range of the history.
    private func hasSecondChanges(_ base: Int64, _ end: Int64) throws -> Bool {
        // A short range is mostly one transaction: read in order, its rows need no index lookup each.
        if end - base <= 1_000 { return try hasSecondChangesInShort(base, end) }
        return try session.statement(
            """
            SELECT 1 FROM change AS later WHERE sequence > ?1 AND sequence <= ?2 AND (
                (kind IN \(HistoryKind.numbered.sql) AND object > ?1
                    AND change != \(ChangeKind.inserted.sql))
                OR previous > ?1
                OR kind <> \(HistoryKind.smartAlbum.sql) AND EXISTS (SELECT 1 FROM change AS earlier
                    WHERE earlier.object = later.object AND earlier.kind = later.kind
                    AND \(HistoryKind.indexed(of: "earlier"))
                    AND earlier.sequence > ?1 AND earlier.sequence < later.sequence))
            LIMIT 1
            """
        ).bind(1, base).bind(2, end).first { _ in true } ?? false
    }

    private func hasSecondChangesInShort(_ base: Int64, _ end: Int64) throws -> Bool {
        var seen: Set<ChangedObject> = []
        return try session.statement(
            """
            SELECT object, kind, change, kind IN \(HistoryKind.numbered.sql), previous FROM change
            WHERE sequence > ?1 AND sequence <= ?2
            """
        ).bind(1, base).bind(2, end).contains { row in
            let object = ChangedObject(object: row.integer(0), kind: row.integer(1))
            let isInserted = row.integer(2) == ChangeKind.inserted.rawValue
            let wasInserted = row.integer(3) == 1 && object.object > base
            if wasInserted && !isInserted { return true }
            if object.kind == HistoryKind.smartAlbum.rawValue { return row.integer(4) > base }
            return !seen.insert(object).inserted
        }
    }

    private struct ChangedObject: Hashable {
        let object: Int64
        let kind: Int64
    }
}
