internal import PhotoModel

/// Reads the history of single objects, up to a position; valid within one snapshot.
///
/// The rows of smart albums form chains: an album has its last row, and each row its predecessor. Those of
/// other objects are indexed.
final class ObjectHistory {
    /// The values of a row that can be combined with those of others.
    struct Row {
        let position: Int64
        let change: ChangeKind
        let keys: Int64
        let contentChanged: Bool
        let path: [UInt8]?
        let root: Int64?

        fileprivate init(_ row: SQLiteStatement) {
            position = row.integer(0)
            change = ChangeKind(rawValue: row.integer(3)) ?? .changed
            keys = row.integer(4)
            contentChanged = row.integer(5) == 1
            path = row.isNull(6) ? nil : row.blob(6)
            root = row.optionalInteger(7)
        }
    }

    private let end: Int64
    private let lastInIndex: SQLiteStatement
    private let rowsInIndex: SQLiteStatement
    private let lastInChain: SQLiteStatement
    private let link: SQLiteStatement
    /// The last rows of smart albums, cached because each of many rows is checked against them.
    private var lasts: [Int64: Int64] = [:]

    init(_ session: ReadSession, through end: Int64) throws {
        self.end = end
        lastInIndex = session.statement(
            """
            SELECT max(sequence) FROM change
            WHERE object = ?1 AND kind = ?2 AND \(HistoryKind.indexed) AND sequence <= ?3
            """
        )
        rowsInIndex = session.statement(
            """
            \(HistoryEntry.select)
            WHERE object = ?1 AND kind = ?2 AND \(HistoryKind.indexed) AND sequence > ?3 AND sequence <= ?4
            ORDER BY sequence
            """
        )
        lastInChain = session.statement("SELECT changed FROM smartAlbum WHERE id = ?")
        link = session.statement("\(HistoryEntry.select) WHERE sequence = ?")
    }

    /// Returns the position of an object's last row, even if that was pruned; nil if it never had any.
    func last(_ object: Int64, _ kind: HistoryKind) throws -> Int64? {
        guard kind == .smartAlbum else { return try lastInIndex(object, kind, through: end) }
        if let known = lasts[object] { return known }
        // The last change of an album that is gone is its removal.
        var last =
            try lastInChain.bind(1, object).first { $0.optionalInteger(0) }
            ?? lastInIndex(object, kind, through: .max)
        while let position = last, position > end { last = try previous(position) }
        lasts[object] = last
        return last
    }

    private func lastInIndex(
        _ object: Int64,
        _ kind: HistoryKind,
        through end: Int64
    ) throws -> Int64? {
        try lastInIndex.bind(1, object).bind(2, kind.rawValue).bind(3, end)
            .first { $0.optionalInteger(0) } ?? nil
    }

    private func previous(_ position: Int64) throws -> Int64? {
        try link.bind(1, position).first { $0.optionalInteger(9) } ?? nil
    }

    /// Returns an object's rows after a position, in order.
    func rows(_ object: Int64, _ kind: HistoryKind, after base: Int64) throws -> [Row] {
        var rows: [Row] = []
        guard kind == .smartAlbum else {
            try rowsInIndex.bind(1, object).bind(2, kind.rawValue).bind(3, base).bind(4, end)
                .forEach { rows.append(Row($0)) }
            return rows
        }
        var next = try last(object, kind)
        while let position = next, position > base {
            next =
                try link.bind(1, position).first { row in
                    rows.append(Row(row))
                    return row.optionalInteger(9)
                } ?? nil
        }
        rows.reverse()
        return rows
    }

    /// Returns the entry at a position.
    func entry(at position: Int64) throws -> HistoryEntry? {
        try link.bind(1, position).first { HistoryEntry($0) }
    }
}

extension HistoryEntry {
    /// The query for an entry's columns and for the previous row of a smart album; a condition has to follow.
    static let select = """
        SELECT sequence, object, kind, change, keys, contentChanged, path, root, uuid, previous
        FROM change
        """

    init(_ row: SQLiteStatement) {
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
