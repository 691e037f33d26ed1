internal import FoundationEssentials
internal import GRDB
internal import GRDBSQLite
package import PhotoModel

/// A view of a catalogue for one reader, in this process or another than the writer's.
///
/// Used from one thread. Each call sees one committed state.
package final class CatalogueReader {
    package let path: String
    private let queue: DatabaseQueue
    let database: Database
    private var cached: [String: SQLiteStatement] = [:]
    package let library: ObjectUUID

    /// Paths and records of directories as of ``directoriesSequence``.
    var directories: [Int64: DirectoryRecord] = [:]
    var directoryPaths: [Int64: [UInt8]] = [:]
    var roots: [Int64: RootRecord] = [:]
    private var directoriesSequence: Int64 = -1

    /// - Throws: ``CatalogueError``.
    package init(path: String) throws {
        self.path = path
        queue = try CatalogueFile.openForReading(path)
        (database, library) = try CatalogueError.translating(path) { [queue] in
            try queue.inDatabase { database in
                let uuid = try Data.fetchOne(database, sql: "SELECT uuid FROM library")
                return (database, ObjectUUID(bytes: [UInt8](uuid ?? Data())))
            }
        }
    }

    /// Runs `body` on one committed state.
    @discardableResult
    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try CatalogueError.translating(path) {
            try queue.inDatabase { database in
                var result: Result?
                try database.inTransaction(.deferred) {
                    try refreshDirectories()
                    result = try body()
                    return .commit
                }
                guard let result else { preconditionFailure("a read transaction has a result") }
                return result
            }
        }
    }

    /// Runs `body`, whose every statement sees the latest commit by itself.
    package func glance<Result>(_ body: () throws -> Result) throws -> Result {
        try CatalogueError.translating(path) { try queue.inDatabase { _ in try body() } }
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

    /// Directories change seldom; they are read again only when a commit may have touched them.
    private func refreshDirectories() throws {
        let now = try bounds().sequence
        guard now != directoriesSequence else { return }
        let changed = try statement(
            """
            SELECT (SELECT count(*) FROM directory), (SELECT max(id) FROM directory),
                (SELECT count(*) FROM change WHERE sequence > ? AND kind IN (2, 3, 5)),
                (SELECT count(*) FROM root)
            """
        ).bind(1, directoriesSequence).first {
            [$0.integer(0), $0.integer(1), $0.integer(2), $0.integer(3)]
        }
        let known = [
            Int64(directories.count), directories.keys.max() ?? 0, 0, Int64(roots.count),
        ]
        defer { directoriesSequence = now }
        guard directoriesSequence < 0 || changed != known else { return }
        try readDirectories()
    }

    private func readDirectories() throws {
        directories = [:]
        directoryPaths = [:]
        roots = [:]
        try statement("SELECT id, path, directory, state, reason, detail FROM root").forEach {
            let record = RootRecord($0)
            roots[record.id] = record
        }
        try statement(
            """
            SELECT id, uuid, root, parent, name, volume, inode, born, assetCount, childCount,
                removedAt, detached, companions, hasMembers FROM directory
            """
        ).forEach { row in
            let record = DirectoryRecord(row)
            directories[record.id] = record
        }
    }

    /// A directory's path relative to its root.
    package func directoryPath(_ id: Int64) -> [UInt8] {
        if let known = directoryPaths[id] { return known }
        let path = CatalogueWriter.relativePath(id, in: directories)
        directoryPaths[id] = path
        return path
    }

    /// The absolute path of a directory; nil when its root is unknown.
    package func absolutePath(_ directory: Int64) -> [UInt8]? {
        guard let root = directories[directory].flatMap({ roots[$0.root] }) else { return nil }
        let path = directoryPath(directory)
        return path.isEmpty ? root.path : root.path + [UInt8(ascii: "/")] + path
    }

    /// How many directories the catalogue knows to be there.
    package var directoryCount: Int { directories.values.count { !$0.isRemoved } }

    /// The catalogue's number of a file system; nil when it knows nothing on it.
    package func volume(_ identity: UInt64) throws -> Int64? {
        try statement("SELECT id FROM volume WHERE identity = ?")
            .bind(1, Int64(bitPattern: identity)).first { $0.integer(0) }
    }

    /// The version of SQLite in use.
    package static var sqliteVersion: String { String(cString: sqlite3_libversion()) }

    /// The path of a file relative to its root.
    package func path(_ directory: Int64, _ name: [UInt8]) -> [UInt8] {
        let path = directoryPath(directory)
        return path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
    }

    /// A directory the catalogue knows.
    package func directory(_ id: Int64) -> DirectoryRecord? { directories[id] }

    /// A root by its number.
    package func root(_ id: Int64) -> RootRecord? { roots[id] }

    /// All roots in the order they were added.
    package var allRoots: [RootRecord] { roots.values.sorted { $0.id < $1.id } }
}
