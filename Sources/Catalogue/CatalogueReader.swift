internal import CSystem
internal import FoundationEssentials
internal import GRDB
internal import GRDBSQLite
package import Kernel
package import PhotoModel

/// A view of a catalogue for one reader, in this process or another than the writer's.
///
/// Used from one thread. Each call sees one committed state.
package final class CatalogueReader {
    package let path: String
    private let queue: DatabaseQueue
    private let time: any TimeSource
    let database: Database
    private var cached: [String: SQLiteStatement] = [:]
    /// Smart albums as they were when they were asked for last, by number.
    var smartAlbumDefinitions: [Int64: StoredSmartAlbum] = [:]
    package let library: ObjectUUID

    struct Snapshot {
        let now: Int64
        /// As of when the counts of smart albums are kept that change with time.
        var smartAlbumTime: Int64?
    }

    /// What was found out for the snapshot that is being read.
    var current: Snapshot?
    /// What conditions take for now, in microseconds since 1970: the beginning of the snapshot, so that all it
    /// says agrees.
    var now: Int64 { current?.now ?? time.date }

    private let known: KnownDirectories
    private(set) var roots: [Int64: RootRecord] = [:]
    /// Which state of the file ``known`` and ``roots`` are of.
    private var version: Int64 = -1

    /// - Throws: ``CatalogueError``.
    package init(path: String, time: any TimeSource = SystemClock.shared) throws {
        self.time = time
        let path = CatalogueLocation.resolved(path)
        self.path = path
        queue = try CatalogueFile.openForReading(path)
        (database, library, known) = try CatalogueError.translating(path) { [queue] in
            try queue.inDatabase { database in
                let uuid = try Data.fetchOne(database, sql: "SELECT uuid FROM library")
                let library = ObjectUUID(bytes: [UInt8](uuid ?? Data()))
                return (database, library, try KnownDirectories(database))
            }
        }
    }

    /// Runs `body` on one committed state.
    @discardableResult
    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try CatalogueError.translating(path) {
            try queue.inDatabase { database in
                current = Snapshot(now: time.date)
                defer { current = nil }
                try statement("BEGIN DEFERRED").run()
                do {
                    try refreshDirectories()
                    let result = try body()
                    try statement("COMMIT").run()
                    return result
                } catch {
                    try? database.rollback()
                    throw error
                }
            }
        }
    }

    /// Runs `body`, whose every statement sees the latest commit by itself.
    package func glance<Result>(_ body: () throws -> Result) throws -> Result {
        try CatalogueError.translating(path) { try queue.inDatabase { _ in try body() } }
    }

    /// Gives up what is kept in memory of the file, for a while without questions.
    package func rest() throws {
        try glance {
            try statement("PRAGMA shrink_memory").run()
            known.forget()
        }
        heliograph_release_memory()
    }

    /// A statement, prepared at its first use.
    func statement(_ sql: String) throws -> SQLiteStatement {
        if let known = cached[sql] { return known }
        let statement = try SQLiteStatement(database, sql)
        cached[sql] = statement
        return statement
    }

    /// The sequence number of the last commit, and up to which history is gone.
    package func bounds() throws -> (sequence: Int64, pruned: Int64) {
        try statement("SELECT sequence, pruned FROM library").first {
            ($0.integer(0), $0.integer(1))
        } ?? (0, 0)
    }

    /// Forgets what was looked up when somebody has committed since.
    private func refreshDirectories() throws {
        let now = try statement("PRAGMA data_version").first { $0.integer(0) } ?? 0
        guard now != version else { return }
        version = now
        known.forget()
        roots = [:]
        try statement(RootRecord.select).forEach {
            let record = RootRecord($0)
            roots[record.id] = record
        }
    }

    /// The directories that a condition holds for; `bind` gives it what it asks for.
    func directories(
        _ condition: String,
        _ bind: (SQLiteStatement) -> SQLiteStatement = { $0 }
    ) throws -> [DirectoryRecord] {
        var found: [DirectoryRecord] = []
        try bind(statement("\(DirectoryRecord.select) \(condition)")).forEach {
            found.append(DirectoryRecord($0))
        }
        found.forEach(known.note)
        return found
    }

    /// A directory's path relative to its root; empty for the root itself.
    package func directoryPath(_ id: Int64) throws -> [UInt8] { try known.path(id) }

    /// The absolute path of a directory; nil when its root is unknown.
    package func absolutePath(_ directory: Int64) throws -> [UInt8]? {
        guard let root = try known[directory].flatMap({ roots[$0.root] }) else { return nil }
        let path = try directoryPath(directory)
        return path.isEmpty ? root.path : root.path + [UInt8(ascii: "/")] + path
    }

    /// How many directories the catalogue knows to be there.
    package func directoryCount() throws -> Int {
        let count = try statement("SELECT count(*) FROM directory WHERE removedAt IS NULL")
            .first { $0.integer(0) }
        return Int(count ?? 0)
    }

    /// The catalogue's number of a file system; nil when it knows nothing on it.
    package func volume(_ identity: UInt64) throws -> Int64? {
        try statement("SELECT id FROM volume WHERE identity = ?")
            .bind(1, Int64(bitPattern: identity)).first { $0.integer(0) }
    }

    /// The version of SQLite in use.
    package static var sqliteVersion: String { unsafe String(cString: sqlite3_libversion()) }

    /// The path of a file relative to its root.
    package func path(_ directory: Int64, _ name: [UInt8]) throws -> [UInt8] {
        let path = try directoryPath(directory)
        return path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
    }

    /// A directory the catalogue knows.
    package func directory(_ id: Int64) throws -> DirectoryRecord? { try known[id] }

    /// A root by its number.
    package func root(_ id: Int64) -> RootRecord? { roots[id] }

    /// All roots in the order they were added.
    package var allRoots: [RootRecord] { roots.values.sorted { $0.id < $1.id } }
}
