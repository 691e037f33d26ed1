internal import GRDB
internal import PhotoModel

/// The root folders with their conditions.
final class RootTable {
    private let connection: WriteConnection
    private let log: ChangeLog
    private let prepared: SQLiteStatement
    /// The roots by ID.
    private(set) var all: [Int64: RootRecord] = [:]

    init(_ connection: WriteConnection, _ log: ChangeLog) throws {
        (self.connection, self.log) = (connection, log)
        prepared = try connection.query { _ in
            try connection.prepare(
                "UPDATE root SET state = ?2, reason = ?3, detail = ?4 WHERE id = ?1"
            )
        }
    }

    subscript(_ id: Int64) -> RootRecord? { all[id] }

    /// Reads the roots; returns false if a known one has been removed, and its directories with it.
    func load() throws -> Bool {
        let known = all
        all = [:]
        try connection.forEachRow(RootRecord.select) { row in
            let record = RootRecord(row)
            guard record.hasPath else {
                throw DatabaseError(
                    resultCode: .SQLITE_CORRUPT,
                    message: "folder \(record.id) has no valid path"
                )
            }
            all[record.id] = record
        }
        return known.values.allSatisfy { all[$0.id]?.directory == $0.directory }
    }

    /// Adds a root with its directory.
    func insert(_ path: [UInt8], in directories: DirectoryStore) throws -> RootRecord {
        let id = try unusedNumber()
        var directory = DirectoryRecord()
        directory.root = id
        directory.name = path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? path
        directory = try directories.insert(directory)
        let root = RootRecord(
            id: id,
            path: path,
            directory: directory.id,
            state: .indexing,
            reason: .start,
            detail: nil
        )
        try write(root)
        return root
    }

    private func write(_ root: RootRecord) throws {
        try connection.prepare("INSERT INTO root VALUES (?1, ?2, ?3, ?4, ?5, ?6)").bind(1, root.id)
            .bind(2, root.path).bind(3, root.directory).bind(4, root.state.rawValue)
            .bind(5, root.reason.rawValue).bind(6, text: root.detail).run()
        all[root.id] = root
    }

    /// Gives a root another path and a new ID, because the history uses the old ID for objects at the former path.
    ///
    /// The directories still have the former ID.
    func move(_ id: Int64, to path: [UInt8]) throws -> RootRecord? {
        guard var root = all[id] else { return nil }
        let isMarked = try isMarked(id)
        (root.id, root.path) = (try unusedNumber(), path)
        try delete(id)
        try write(root)
        if isMarked { try mark(root.id) }
        return root
    }

    /// Deletes a root of which only history is left.
    func delete(_ id: Int64) throws {
        try unmark(id)
        if let root = all[id] { try formerRoots.add(id, root.path) }
        try connection.prepare("DELETE FROM root WHERE id = ?").bind(1, id).run()
        all[id] = nil
    }

    private var formerRoots: FormerRoots { FormerRoots(StatusTable(connection)) }

    /// Returns an ID that the history uses for no other root.
    private func unusedNumber() throws -> Int64 {
        max(all.keys.max() ?? 0, try formerRoots.numbers().max() ?? 0) + 1
    }

    /// Writes a root's condition and records it in the history, if it has changed.
    func set(
        _ state: LibraryState,
        _ reason: StateReason,
        _ detail: String?,
        of root: Int64
    ) throws {
        guard var record = all[root],
            record.state != state || record.reason != reason || record.detail != detail
        else { return }
        (record.state, record.reason, record.detail) = (state, reason, detail)
        all[root] = record
        try connection.settled(prepared).bind(1, root).bind(2, state.rawValue)
            .bind(3, reason.rawValue).bind(4, text: detail).run()
        try log.record(.state(record))
    }
}

/// A root is the directory in which its first photo or video was seen.
///
/// Before that, any directory at the root's path is accepted as the root: a system may boot with an empty
/// mount point and mount the disk later. Afterwards no other directory is. Assets in the catalogue prove that
/// a photo was seen; until there are some, a mark does, which is committed before anything of the root is.
extension RootTable {
    func isMarked(_ root: Int64) throws -> Bool {
        try StatusTable(connection).value(Self.mark(root)) != nil
    }

    func mark(_ root: Int64) throws { try StatusTable(connection).set(Self.mark(root), "") }

    func unmark(_ root: Int64) throws { try StatusTable(connection).remove(Self.mark(root)) }

    private static func mark(_ root: Int64) -> String { "seen-\(root)" }
}

extension RootRecord {
    /// Whether its path is absolute, and without the NUL at which the kernel would end it.
    fileprivate var hasPath: Bool { path.first == UInt8(ascii: "/") && !path.contains(0) }

    static let select = "SELECT id, path, directory, state, reason, detail FROM root"

    init(_ row: SQLiteStatement) {
        self.init(
            id: row.integer(0),
            path: row.blob(1),
            directory: row.integer(2),
            state: LibraryState(rawValue: row.integer(3)) ?? .offline,
            reason: StateReason(rawValue: row.integer(4)) ?? .start,
            detail: row.optionalText(5)
        )
    }
}
