internal import PhotoModel

/// A stretch of history being told, each object once at the place of its last change in it.
///
/// One from the beginning is a listing: what there was when it began is told at the place where each object came
/// to be, whatever the history says of it. So nothing depends on rows that may have been pruned, or
/// will be before the listing has come to its end.
package struct ChangeWindow: Equatable, Sendable {
    /// What the listener knows already; 0 for nothing.
    package var base: Int64
    /// What it has been told since.
    package var position: Int64
    /// Where the telling ends.
    package var end: Int64
    /// Whether some object may have changed more than once, so that a position in the middle is not
    /// enough to go on from.
    package var isCoalesced: Bool
    /// Tellings from the same base that were cut short before this one.
    package var earlier: [ChangeToken.Stage] = []

    package var isFinished: Bool { position >= end }

    /// Up to where rows of the history do not count: what happened before is known, or listed.
    var floor: Int64 { base == 0 ? earlier.first?.end ?? end : base }

    /// How many bytes of a token tellings that were cut short may take: with the rest it stays below 1,000.
    private static let mostMemory = 880

    /// Whether tellings that were cut short may have been forgotten.
    ///
    /// What changed between one of these and the next is told as if that one had not been: what the listener
    /// knows may be told as inserted, and what it does not know as removed.
    var isForgetful: Bool {
        // Less than a stage takes is left once one was forgotten.
        memory > Self.mostMemory - 34
    }

    private var memory: Int { earlier.reduce(0) { $0 + $1.length } }

    /// Notes that the telling is cut short here and goes on as of `now`.
    ///
    /// Of too many such stages the one is forgotten after which least changed; never the first, from which on
    /// the history counts.
    fileprivate mutating func cut(at now: Int64) {
        // What was told as of the earlier end is what would be as of this one.
        if earlier.last?.position != position {
            earlier.append(ChangeToken.Stage(position: position, end: end))
        }
        if memory > Self.mostMemory {
            let ends = earlier.map(\.end) + [now]
            let least = earlier.indices.dropFirst().min {
                ends[$0 + 1] - ends[$0] < ends[$1 + 1] - ends[$1]
            }
            if let least { earlier.remove(at: least) }
        }
        end = now
        isCoalesced = true
    }

    /// What a token of a position in the window has to hold besides.
    package func replay(at position: Int64) -> ChangeToken.Replay? {
        guard isCoalesced || !earlier.isEmpty, position < end else { return nil }
        return ChangeToken.Replay(base: base, end: end, earlier: earlier)
    }
}

/// One object of a ``ChangeWindow``.
package struct HistoryEntry: Sendable {
    package var position: Int64
    package var kind: HistoryKind
    package var object: Int64
    package var change: ChangeKind
    package var keys: Int64 = 0
    package var contentChanged = false
    /// For moves where it was before the window, for removals where it was last.
    package var path: [UInt8]?
    package var root: Int64?
    package var uuid: [UInt8]?
    /// The asset as it is now; nil for removals and for collections.
    package var asset: AssetRecord?
    /// The collection as it is now; nil for removals and for assets.
    package var collection: CollectionRecord?
}

extension CatalogueReader {
    /// The epoch new tokens are given in.
    private func currentEpoch() throws -> UInt32 {
        let epoch = try statement(
            "SELECT id FROM epoch ORDER BY ordinal DESC LIMIT 1"
        ).first { $0.integer(0) }
        return UInt32(truncatingIfNeeded: epoch ?? 0)
    }

    /// The token of a position up to which all is known.
    func token(at position: Int64) throws -> ChangeToken {
        ChangeToken(library: library.tokenPart, epoch: try currentEpoch(), sequence: position)
    }

    /// The token of a place in a window; call within ``snapshot(_:)``.
    package func token(at position: Int64, in window: ChangeWindow) throws -> ChangeToken {
        var token = try token(at: position)
        if position > window.base { token.replay = window.replay(at: position) }
        return token
    }

    /// The token of the last commit.
    package func currentToken() throws -> ChangeToken {
        try token(at: bounds().sequence)
    }

    /// The window from a token to the last commit, or to where the token's replay ends.
    ///
    /// `token`: Nil for everything there is.
    /// Throws ``ChangeToken/Expiry`` when the token cannot be honoured.
    package func window(since token: ChangeToken?) throws -> ChangeWindow {
        let bounds = try bounds()
        guard let token else { return try window(0, 0, bounds.sequence) }
        guard token.library == library.tokenPart else { throw ChangeToken.Expiry.otherLibrary }
        let base = token.replay?.base ?? token.sequence
        // Who knows nothing yet is told everything there is.
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

    /// A window that was cut short, to be told from another snapshot: as of now, with the memory of
    /// what was told as of before.
    ///
    /// Throws ``ChangeToken/Expiry`` when the history that this needs is gone meanwhile.
    package func continued(_ window: ChangeWindow) throws -> ChangeWindow {
        let (now, pruned) = try bounds()
        guard window.floor >= pruned else { throw ChangeToken.Expiry.pruned }
        guard now > window.end else { return window }
        var next = window
        next.cut(at: now)
        return next
    }

    /// Whether nothing was committed after a window's end.
    package func isCurrent(_ window: ChangeWindow) throws -> Bool {
        try snapshot { try bounds().sequence <= window.end }
    }

    /// The window after another.
    ///
    /// Throws ``ChangeToken/Expiry`` when the history that this needs is gone meanwhile.
    package func window(after window: ChangeWindow) throws -> ChangeWindow {
        let (now, pruned) = try bounds()
        guard window.end >= pruned else { throw ChangeToken.Expiry.pruned }
        return try self.window(window.end, window.end, now)
    }

    /// The last sequence number given in an epoch, or nil when it is not known.
    private func reached(_ epoch: UInt32, _ current: Int64) throws -> Int64? {
        let ordinal = try statement("SELECT ordinal FROM epoch WHERE id = ?")
            .bind(1, Int64(epoch)).first { $0.integer(0) }
        guard let ordinal else { return nil }
        return try statement(
            "SELECT firstSequence FROM epoch WHERE ordinal > ? ORDER BY ordinal LIMIT 1"
        ).bind(1, ordinal).first { $0.integer(0) } ?? current
    }

    private func window(_ base: Int64, _ position: Int64, _ end: Int64) throws -> ChangeWindow {
        ChangeWindow(
            base: base,
            position: position,
            end: end,
            // In a listing no position is one of the history.
            isCoalesced: try base == 0 || hasSecondChanges(base, end)
        )
    }

    /// Whether an object changed more than once in a stretch of history.
    private func hasSecondChanges(_ base: Int64, _ end: Int64) throws -> Bool {
        // As of one transaction most often: read in order they need no look into an index each.
        if end - base <= 1_000 { return try hasSecondChangesInShort(base, end) }
        return try statement(
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
        return try statement(
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

    /// Tells what comes next in a window, in order, until `body` has enough.
    ///
    /// Must be called on the snapshot the window was made or continued on: objects are told as they
    /// are now. The window's position advances past what was told; `body` returns false to stop
    /// after the entry it was given.
    package func tell(
        _ window: inout ChangeWindow,
        _ body: (HistoryEntry) throws -> Bool
    ) throws {
        let merge = try HistoryMerge(self, window)
        while let entry = try merge.next() {
            window.position = entry.position
            if try !body(entry) { return }
        }
        window.position = window.end
    }
}
