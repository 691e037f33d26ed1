internal import PhotoModel

/// A stretch of history being told, each object once at the place of its last change in it.
package struct ChangeWindow: Equatable, Sendable {
    /// What the listener knows already; 0 for nothing.
    package var base: Int64
    /// What it has been told since.
    package var position: Int64
    /// Where the telling ends.
    package var end: Int64
    /// Whether some object changed more than once, so that a position in the middle is not enough
    /// to go on from.
    package var isCoalesced: Bool

    package var isFinished: Bool { position >= end }
}

/// An object of the history, for keeping books of what was told.
package struct HistoryObject: Hashable, Sendable {
    let kind: HistoryKind
    let id: Int64
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
}

extension CatalogueReader {
    /// The epoch new tokens are given in.
    private func currentEpoch() throws -> UInt32 {
        let epoch = try statement(
            "SELECT id FROM epoch ORDER BY started DESC, firstSequence DESC LIMIT 1"
        ).first { $0.integer(0) }
        return UInt32(truncatingIfNeeded: epoch ?? 0)
    }

    /// The token of a place in a window; call within ``snapshot(_:)``.
    package func token(at position: Int64, in window: ChangeWindow) throws -> ChangeToken {
        var token = ChangeToken(
            library: library.tokenPart,
            epoch: try currentEpoch(),
            sequence: position
        )
        if window.isCoalesced, position > window.base, position < window.end {
            token.replay = ChangeToken.Replay(base: window.base, end: window.end)
        }
        return token
    }

    /// The token of the last commit.
    package func currentToken() throws -> ChangeToken {
        ChangeToken(
            library: library.tokenPart,
            epoch: try currentEpoch(),
            sequence: try bounds().sequence
        )
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
        // A listing from the beginning needs no history below where it began.
        guard base >= bounds.pruned || (token.replay?.base == 0 && token.sequence >= bounds.pruned)
        else { throw ChangeToken.Expiry.pruned }
        let highest = max(token.sequence, token.replay?.end ?? 0)
        guard let reached = try reached(token.epoch, bounds.sequence), highest <= reached else {
            throw ChangeToken.Expiry.future
        }
        return try window(base, token.sequence, token.replay?.end ?? bounds.sequence)
    }

    /// Whether nothing was committed after a window's end.
    package func isCurrent(_ window: ChangeWindow) throws -> Bool {
        try snapshot { try bounds().sequence <= window.end }
    }

    /// The window after another.
    package func window(after window: ChangeWindow) throws -> ChangeWindow {
        try self.window(window.end, window.end, bounds().sequence)
    }

    /// The last sequence number given in an epoch, or nil when it is not known.
    private func reached(_ epoch: UInt32, _ current: Int64) throws -> Int64? {
        let row = try statement("SELECT firstSequence, started FROM epoch WHERE id = ?")
            .bind(1, Int64(epoch)).first { ($0.integer(0), $0.integer(1)) }
        guard let row else { return nil }
        return try statement(
            """
            SELECT min(firstSequence) FROM epoch WHERE id != ?1 AND
                (started > ?3 OR (started = ?3 AND firstSequence > ?2))
            """
        ).bind(1, Int64(epoch)).bind(2, row.0).bind(3, row.1).first {
            $0.optionalInteger(0) ?? current
        }
    }

    private func window(_ base: Int64, _ position: Int64, _ end: Int64) throws -> ChangeWindow {
        let isCoalesced = try statement(
            """
            SELECT 1 FROM change AS later WHERE sequence > ?1 AND sequence <= ?2 AND (
                (kind = 1 AND object > ?1 AND change != 1)
                OR EXISTS (SELECT 1 FROM change AS earlier
                    WHERE earlier.object = later.object AND earlier.kind = later.kind
                    AND earlier.sequence > ?1 AND earlier.sequence < later.sequence))
            LIMIT 1
            """
        ).bind(1, base).bind(2, end).first { _ in true }
        return ChangeWindow(
            base: base,
            position: position,
            end: end,
            isCoalesced: isCoalesced == true
        )
    }

    /// Tells what comes next in a window, in order, until `body` has enough.
    ///
    /// The parameters:
    /// - `window`: Its position advances past what was told.
    /// - `ahead`: Objects whose state was told as of a later sequence number than their place in
    ///   the history; what they went through until then is not told again.
    /// - `body`: Returns false to stop after the entry it was given.
    package func tell(
        _ window: inout ChangeWindow,
        ahead: inout [HistoryObject: Int64],
        _ body: (HistoryEntry) throws -> Bool
    ) throws {
        let now = try bounds().sequence
        let merge = try HistoryMerge(self, window, ahead)
        defer {
            if now > window.end { for object in merge.met { ahead[object] = now } }
        }
        while let entry = try merge.next() {
            window.position = entry.position
            if try !body(entry) { return }
        }
        window.position = window.end
    }
}

/// Merges, by sequence number, the assets inserted in a window with the rows of its history; in a
/// window from the beginning also the collections, whose rows may have been pruned.
private final class HistoryMerge {
    private let reader: CatalogueReader
    private let window: ChangeWindow
    private let assets: SQLiteStatement
    private let changes: SQLiteStatement
    private let lastRow: SQLiteStatement
    private let rows: SQLiteStatement
    private var collections: ArraySlice<(position: Int64, id: Int64, kind: HistoryKind)> = []
    private var asset: AssetRecord?
    private var change: HistoryEntry?
    private let hasRows: Bool
    private let ahead: [HistoryObject: Int64]
    /// Everything told or passed over.
    private(set) var met: [HistoryObject] = []

    init(
        _ reader: CatalogueReader,
        _ window: ChangeWindow,
        _ ahead: [HistoryObject: Int64]
    ) throws {
        self.ahead = ahead
        self.reader = reader
        self.window = window
        assets = try reader.statement(
            "\(AssetColumns.select) WHERE asset.id > ?1 AND asset.id <= ?2 ORDER BY asset.id"
        )
        assets.bind(1, window.position).bind(2, window.end)
        changes = try reader.statement(
            """
            SELECT sequence, object, kind, change, keys, contentChanged, path, root, uuid
            FROM change WHERE sequence > ?1 AND sequence <= ?2 ORDER BY sequence
            """
        )
        changes.bind(1, window.position).bind(2, window.end)
        lastRow = try reader.statement(
            "SELECT max(sequence) FROM change WHERE object = ?1 AND kind = ?2 AND sequence <= ?3"
        )
        rows = try reader.statement(
            """
            SELECT sequence, object, kind, change, keys, contentChanged, path, root, uuid
            FROM change WHERE object = ?1 AND kind = ?2 AND sequence > ?3 AND sequence <= ?4
            ORDER BY sequence
            """
        )
        hasRows =
            try reader.statement(
                "SELECT 1 FROM change WHERE sequence > ?1 AND sequence <= ?2 LIMIT 1"
            ).bind(1, window.base).bind(2, window.end).first { _ in true } ?? false
        if window.base == 0 { try listCollections() }
        asset = try assets.step() ? AssetColumns.read(assets) : nil
        change = try changes.step() ? HistoryEntry(changes) : nil
    }

    deinit {
        assets.reset()
        changes.reset()
    }

    private func listCollections() throws {
        var found: [(position: Int64, id: Int64, kind: HistoryKind)] = []
        for directory in reader.directories.values {
            if directory.isFolder { found.append((directory.id, directory.id, .folder)) }
            if directory.isAlbum { found.append((directory.id + 1, directory.id, .album)) }
        }
        for id in try reader.smartAlbumIDs() { found.append((id, id, .smartAlbum)) }
        collections =
            found.filter { $0.position > window.position && $0.position <= window.end }
            .sorted { $0.position < $1.position }[...]
    }

    func next() throws -> HistoryEntry? {
        while true {
            let first = min(
                asset?.id ?? .max,
                change?.position ?? .max,
                collections.first?.position ?? .max
            )
            guard first < .max else { return nil }
            if let entry = try take(first) { return entry }
        }
    }

    private func take(_ position: Int64) throws -> HistoryEntry? {
        if let record = asset, record.id == position {
            asset = try assets.step() ? AssetColumns.read(assets) : nil
            guard try !hasRow(record.id, .asset) else { return nil }
            met.append(HistoryObject(kind: .asset, id: record.id))
            return HistoryEntry(
                position: position,
                kind: .asset,
                object: record.id,
                change: .inserted,
                asset: record
            )
        }
        if let collection = collections.first, collection.position == position {
            collections = collections.dropFirst()
            guard try !hasRow(collection.id, collection.kind) else { return nil }
            return HistoryEntry(
                position: position,
                kind: collection.kind,
                object: collection.id,
                change: .inserted
            )
        }
        guard let row = change else { return nil }
        met.append(HistoryObject(kind: row.kind, id: row.object))
        change = try changes.step() ? HistoryEntry(changes) : nil
        return try coalesce(row)
    }

    private func hasRow(_ object: Int64, _ kind: HistoryKind) throws -> Bool {
        guard hasRows else { return false }
        return try lastRow.bind(1, object).bind(2, kind.rawValue).bind(3, window.end).first {
            ($0.optionalInteger(0) ?? 0) > window.base
        } ?? false
    }

    /// What a row stands for when it is its object's last one in the window; nil when it is not, or
    /// when the object came and went within the window.
    private func coalesce(_ row: HistoryEntry) throws -> HistoryEntry? {
        guard row.kind != .state, row.kind != .synced else { return try lastOf(row) }
        let told = ahead[HistoryObject(kind: row.kind, id: row.object)] ?? 0
        guard row.position > told else { return nil }
        var entry = row
        var first: HistoryEntry?
        var movedFrom: (path: [UInt8]?, root: Int64?)?
        var isLast = true
        entry.keys = 0
        try rows.bind(1, row.object).bind(2, row.kind.rawValue).bind(3, max(window.base, told))
            .bind(4, window.end).forEach { statement in
                let other = HistoryEntry(statement)
                first = first ?? other
                if other.position > row.position { isLast = false }
                if movedFrom == nil, other.path != nil { movedFrom = (other.path, other.root) }
                if other.change != .removed { entry.keys |= other.keys }
                entry.contentChanged = entry.contentChanged || other.contentChanged
            }
        guard isLast else { return nil }
        let isNew =
            first?.change == .inserted
            || (told == 0
                && (window.base == 0 || (row.kind == .asset && row.object > window.base)))
        if row.change == .removed {
            entry.keys = row.keys
            return isNew ? nil : entry
        }
        return try living(entry, isNew: isNew, movedFrom: movedFrom)
    }

    private func lastOf(_ row: HistoryEntry) throws -> HistoryEntry? {
        let last = try lastRow.bind(1, row.object).bind(2, row.kind.rawValue)
            .bind(3, window.end).first { $0.integer(0) }
        return last == row.position ? row : nil
    }

    private func living(
        _ entry: HistoryEntry,
        isNew: Bool,
        movedFrom: (path: [UInt8]?, root: Int64?)?
    ) throws -> HistoryEntry? {
        var entry = entry
        let path: [UInt8]
        let root: Int64?
        if entry.kind == .asset {
            guard let record = try reader.asset(entry.object) else { return nil }
            entry.asset = record
            path = reader.path(record.directory, record.file.name)
            root = reader.directory(record.directory)?.root
        } else {
            guard try reader.collection(entry.object, entry.kind) != nil else { return nil }
            path = reader.directoryPath(entry.object)
            root = reader.directory(entry.object)?.root
        }
        (entry.path, entry.root) = (nil, nil)
        if isNew {
            entry.change = .inserted
        } else if let movedFrom, movedFrom.path != path || movedFrom.root != root {
            entry.change = .moved
            (entry.path, entry.root) = movedFrom
        } else {
            entry.change = .changed
        }
        return entry
    }
}

extension HistoryEntry {
    fileprivate init(_ row: SQLiteStatement) {
        self.init(
            position: row.integer(0),
            kind: HistoryKind(rawValue: row.integer(2)) ?? .asset,
            object: row.integer(1),
            change: ChangeKind(rawValue: row.integer(3)) ?? .changed,
            keys: row.integer(4),
            contentChanged: row.integer(5) == 1,
            path: row.isNull(6) ? nil : row.blob(6),
            root: row.optionalInteger(7),
            uuid: row.isNull(8) ? nil : row.blob(8)
        )
    }
}
