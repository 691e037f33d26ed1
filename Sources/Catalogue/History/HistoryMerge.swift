internal import PhotoModel

/// Merges, by sequence number, the objects created in a window with the rows of its history.
///
/// For assets, moments, smart albums and user-created collections the ID is the sequence number of their
/// creation. For directories this is recorded in the history, except in a listing from the beginning.
final class HistoryMerge {
    private let session: ReadSession
    private let directories: DirectoryCache
    private let liveAssets: AssetQueries
    private let liveCollections: CollectionQueries
    private let window: ChangeWindow
    private let newAssets: SQLiteStatement
    private let changes: SQLiteStatement
    private let history: ObjectHistory
    private var births: ArraySlice<(position: Int64, id: Int64, kind: HistoryKind)> = []
    private var asset: AssetRecord?
    private var change: HistoryEntry?
    private let hasRows: Bool

    init(
        _ session: ReadSession,
        _ directories: DirectoryCache,
        _ assets: AssetQueries,
        _ collections: CollectionQueries,
        _ window: ChangeWindow
    ) throws {
        (self.session, self.directories) = (session, directories)
        (liveAssets, liveCollections) = (assets, collections)
        self.window = window
        newAssets = session.statement(
            """
            \(AssetColumns.select)
            WHERE asset.id > ?1 AND asset.id <= ?2 AND partOf IS NULL ORDER BY asset.id
            """
        )
        newAssets.bind(1, window.position).bind(2, window.end)
        changes = session.statement(
            "\(HistoryEntry.select) WHERE sequence > ?1 AND sequence <= ?2 ORDER BY sequence"
        )
        changes.bind(1, max(window.position, window.floor)).bind(2, window.end)
        history = try ObjectHistory(session, through: window.end)
        hasRows =
            try session.statement(
                "SELECT 1 FROM change WHERE sequence > ?1 AND sequence <= ?2 LIMIT 1"
            ).bind(1, window.floor).bind(2, window.end).first { _ in true } ?? false
        try listCollections()
        asset = try newAssets.step() ? AssetColumns.read(newAssets) : nil
        change = try changes.step() ? HistoryEntry(changes) : nil
    }

    deinit {
        newAssets.reset()
        changes.reset()
    }

    private func listCollections() throws {
        var found: [(position: Int64, id: Int64, kind: HistoryKind)] = []
        if window.base == 0 { found = try filledDirectories() + states() }
        // Their IDs are the sequence numbers of their creation.
        try session.statement(
            """
            SELECT id, \(HistoryKind.smartAlbum.sql) FROM smartAlbum WHERE id > ?1 AND id <= ?2 UNION ALL
            SELECT id, \(HistoryKind.moment.sql) FROM moment WHERE id > ?1 AND id <= ?2 UNION ALL
            SELECT id, \(HistoryKind.ofUserCollection) FROM userCollection
                WHERE id > ?1 AND id <= ?2
            """
        ).bind(1, window.position).bind(2, window.end).forEach { row in
            let kind = HistoryKind(rawValue: row.integer(1)) ?? .moment
            found.append((row.integer(0), row.integer(0), kind))
        }
        births =
            found.filter { $0.position > window.position && $0.position <= window.end }
            .sorted { $0.position < $1.position }[...]
    }

    private func filledDirectories() throws -> [(position: Int64, id: Int64, kind: HistoryKind)] {
        var found: [(position: Int64, id: Int64, kind: HistoryKind)] = []
        let known = try directories.directories("WHERE id >= ?1 AND id <= ?2") {
            $0.bind(1, window.position).bind(2, window.end)
        }
        for directory in known {
            if directory.isFolder { found.append((directory.id, directory.id, .folder)) }
            if directory.isAlbum { found.append((directory.id + 1, directory.id, .album)) }
        }
        return found
    }

    /// Returns the last recorded condition of each root, and the last time the catalogue was in sync, as of the
    /// beginning of a listing.
    private func states() throws -> [(position: Int64, id: Int64, kind: HistoryKind)] {
        let objects = directories.allRoots.map { ($0.id, HistoryKind.state) } + [(0, .synced)]
        return try objects.compactMap { id, kind in
            let last = try history.last(id, kind)
            return last.flatMap { $0 <= window.floor ? ($0, id, kind) : nil }
        }
    }

    func next() throws -> HistoryEntry? {
        while true {
            let first = min(
                asset?.id ?? .max,
                change?.position ?? .max,
                births.first?.position ?? .max
            )
            guard first < .max else { return nil }
            if let entry = try take(first) { return entry }
        }
    }

    private func take(_ position: Int64) throws -> HistoryEntry? {
        if let record = asset, record.id == position {
            asset = try newAssets.step() ? AssetColumns.read(newAssets) : nil
            guard try !hasRow(record.id, .asset) else { return nil }
            return HistoryEntry(
                position: position,
                kind: .asset,
                object: record.id,
                change: .inserted,
                asset: record
            )
        }
        if let collection = births.first, collection.position == position {
            births = births.dropFirst()
            if collection.kind == .state || collection.kind == .synced {
                return try history.entry(at: position)
            }
            guard try !hasRow(collection.id, collection.kind),
                let record = try liveCollections.collection(collection.id, collection.kind)
            else { return nil }
            return HistoryEntry(
                position: position,
                kind: collection.kind,
                object: collection.id,
                change: .inserted,
                collection: record
            )
        }
        guard let row = change.take() else { return nil }
        change = try changes.step() ? HistoryEntry(changes) : nil
        return try coalesce(row)
    }

    private func hasRow(_ object: Int64, _ kind: HistoryKind) throws -> Bool {
        guard hasRows else { return false }
        return try history.last(object, kind) ?? 0 > window.floor
    }

    /// Returns the entry for a row that is its object's last one in the window; nil if it is not, or if the object came
    /// and went within the window.
    private func coalesce(_ row: consuming HistoryEntry) throws -> HistoryEntry? {
        // Checked first: an album has a row for every change in it.
        guard try isLast(row) else { return nil }
        guard row.kind != .state, row.kind != .synced else { return row }
        var told = window.base
        var isFirst = row.change == .inserted
        var movedFrom = row.path.map { (Optional($0), row.root) }
        let birth = birth(row.object, row.kind)
        if mayRepeat {
            let all = try history.rows(row.object, row.kind, after: window.floor)
            told = self.told(all.map(\.position), birth)
            guard row.position > told else { return nil }
            let news = all.filter { $0.position > told }
            isFirst = news.first?.change == .inserted
            movedFrom = news.first { $0.path != nil }.map { ($0.path, $0.root) }
            if row.change != .removed { row.add(news) }
        }
        let isNew = birth.map { $0 > told } ?? false || isFirst
        if row.change == .removed { return isNew && !window.isForgetful ? nil : row }
        return try living(row, isNew: isNew, movedFrom: movedFrom)
    }

    /// Whether an object may have more than one row in the window.
    private var mayRepeat: Bool { window.isCoalesced || !window.earlier.isEmpty }

    /// Returns the position of an object's insertion if that has no row of its own.
    private func birth(_ object: Int64, _ kind: HistoryKind) -> Int64? {
        switch kind {
        case .asset, .smartAlbum, .moment, .userAlbum, .userFolder: object
        case .folder: window.base == 0 ? object : nil
        case .album: window.base == 0 ? object + 1 : nil
        default: nil
        }
    }

    /// Returns the position as of which the reader knows an object: the window's base, or the end of an earlier window
    /// that had passed the object's last change up to then.
    private func told(_ positions: [Int64], _ birth: Int64?) -> Int64 {
        var told = window.base
        for stage in window.earlier {
            let last = (positions + (birth.map { [$0] } ?? []))
                .filter { $0 > told && $0 <= stage.end }.max()
            if let last, last <= stage.position { told = stage.end }
        }
        return told
    }

    private func isLast(_ row: HistoryEntry) throws -> Bool {
        guard mayRepeat else { return true }
        return try history.last(row.object, row.kind) == row.position
    }

    private func living(
        _ entry: consuming HistoryEntry,
        isNew: Bool,
        movedFrom: (path: [UInt8]?, root: Int64?)?
    ) throws -> HistoryEntry? {
        let path: [UInt8]
        let root: Int64?
        if entry.kind == .asset {
            guard let record = try liveAssets.asset(entry.object) else { return nil }
            entry.asset = record
            path = movedFrom == nil ? [] : try directories.path(record.directory, record.file.name)
            root = movedFrom == nil ? nil : try directories[record.directory]?.root
        } else {
            entry.collection = try liveCollections.collection(entry.object, entry.kind)
            guard entry.collection != nil else { return nil }
            path = movedFrom == nil ? [] : try directories.path(entry.object)
            root = movedFrom == nil ? nil : try directories[entry.object]?.root
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
    /// Combines all of an object's rows in its last one.
    fileprivate mutating func add(_ rows: [ObjectHistory.Row]) {
        keys = rows.reduce(0) { $0 | ($1.change == .removed ? 0 : $1.keys) }
        // While an object was removed, its changes were not recorded.
        if rows.contains(where: { $0.change == .removed }) { keys = .max }
        contentChanged = rows.contains(where: \.contentChanged)
    }
}
