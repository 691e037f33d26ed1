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
    /// Tellings from the same base that were cut short before this one.
    package var earlier: [ChangeToken.Stage] = []

    package var isFinished: Bool { position >= end }

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
        if position > window.base { token.replay = window.replay(at: position) }
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
        guard let replay = token.replay else {
            return try window(base, base, bounds.sequence)
        }
        var window = try window(base, token.sequence, replay.end)
        window.earlier = replay.earlier
        return try continued(window)
    }

    /// A window that was cut short, to be told from another snapshot: as of now, with the memory of
    /// what was told as of before.
    package func continued(_ window: ChangeWindow) throws -> ChangeWindow {
        let now = try bounds().sequence
        guard now > window.end else { return window }
        var next = window
        next.earlier.append(ChangeToken.Stage(position: window.position, end: window.end))
        next.end = now
        next.isCoalesced = true
        return next
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

    init(_ reader: CatalogueReader, _ window: ChangeWindow) throws {
        self.reader = reader
        self.window = window
        assets = try reader.statement(
            """
            \(AssetColumns.select)
            WHERE asset.id > ?1 AND asset.id <= ?2 AND partOf IS NULL ORDER BY asset.id
            """
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
        var all: [HistoryEntry] = []
        try rows.bind(1, row.object).bind(2, row.kind.rawValue).bind(3, window.base)
            .bind(4, window.end).forEach { all.append(HistoryEntry($0)) }
        guard all.last?.position == row.position else { return nil }
        let birth = birth(row.object, row.kind)
        let told = told(all.map(\.position), birth)
        let news = all.filter { $0.position > told }
        guard row.position > told else { return nil }
        let isNew = birth.map { $0 > told } ?? false || news.first?.change == .inserted
        if row.change == .removed { return isNew ? nil : row }
        var entry = row
        entry.keys = news.reduce(0) { $0 | ($1.change == .removed ? 0 : $1.keys) }
        entry.contentChanged = news.contains(where: \.contentChanged)
        let movedFrom = news.first { $0.path != nil }.map { ($0.path, $0.root) }
        return try living(entry, isNew: isNew, movedFrom: movedFrom)
    }

    /// Where an object's insertion lies, if it is not a row of its own.
    private func birth(_ object: Int64, _ kind: HistoryKind) -> Int64? {
        switch kind {
        case .asset: object
        case .folder, .smartAlbum: window.base == 0 ? object : nil
        case .album: window.base == 0 ? object + 1 : nil
        default: nil
        }
    }

    /// As of when the reader knows an object: the window's base, or the end of an earlier telling
    /// that had come past the object's last change until then.
    private func told(_ positions: [Int64], _ birth: Int64?) -> Int64 {
        var told = window.base
        for stage in window.earlier {
            let last = (positions + (birth.map { [$0] } ?? []))
                .filter { $0 > told && $0 <= stage.end }.max()
            if let last, last <= stage.position { told = stage.end }
        }
        return told
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
