internal import GRDB

/// A cache of the roots and of the directories a reader has used, cleared when the catalogue changes or it is full.
///
/// A reader needs a few directories for each change, however many exist; only one that reads everything from the
/// beginning needs all of them.
final class DirectoryCache {
    private let session: ReadSession
    private let selectOne: SQLiteStatement
    private(set) var roots: [Int64: RootRecord] = [:]
    /// The version of the file that the cache reflects.
    private var version: Int64 = -1
    private var records: [Int64: DirectoryRecord] = [:]
    private var paths: [Int64: [UInt8]] = [:]
    private var pathBytes = 0
    /// The largest number of directories in the cache.
    private static let mostRecords = 4_096
    /// The largest size of the cached paths in bytes; the paths of deep trees are long.
    private static let mostPathBytes = 4 << 20

    /// All roots in the order they were added.
    var allRoots: [RootRecord] { roots.values.sorted { $0.id < $1.id } }

    init(_ session: ReadSession) throws {
        self.session = session
        selectOne = try session.read {
            session.prepare("\(DirectoryRecord.select) WHERE id = ?")
        }
    }

    /// Clears the cache if anyone has committed since, and reads the roots.
    func refresh() throws {
        let now = try session.statement("PRAGMA data_version").first { $0.integer(0) } ?? 0
        guard now != version else { return }
        version = now
        forget()
        roots = [:]
        try session.statement(RootRecord.select).forEach {
            let record = RootRecord($0)
            roots[record.id] = record
        }
    }

    subscript(_ id: Int64) -> DirectoryRecord? {
        get throws {
            if let known = records[id] { return known }
            let found = try selectOne.bind(1, id).first { DirectoryRecord($0) }
            if let found { keep(found) }
            return found
        }
    }

    /// Returns the directories that fulfil a condition; `bind` binds its parameters.
    func directories(
        _ condition: String,
        _ bind: (SQLiteStatement) -> SQLiteStatement = { $0 }
    ) throws -> [DirectoryRecord] {
        var found: [DirectoryRecord] = []
        try bind(session.statement("\(DirectoryRecord.select) \(condition)")).forEach {
            found.append(DirectoryRecord($0))
        }
        found.forEach(keep)
        return found
    }

    private func keep(_ record: DirectoryRecord) {
        if records.count >= Self.mostRecords { records = [:] }
        records[record.id] = record
    }

    func forget() {
        (records, paths, pathBytes) = ([:], [:], 0)
    }

    /// Returns a directory's path relative to its root; empty for the root itself.
    func path(_ id: Int64) throws -> [UInt8] {
        if let known = paths[id] { return known }
        var names: [[UInt8]] = []
        var beginning: [UInt8] = []
        var current = try self[id]
        while let record = current, let parent = record.parent {
            names.append(record.name)
            guard names.count <= DirectoryTable.deepest else {
                throw DatabaseError(
                    resultCode: .SQLITE_CORRUPT,
                    message: "directory \(id) lies in itself"
                )
            }
            if let known = paths[parent] {
                beginning = known
                break
            }
            current = try self[parent]
        }
        if !beginning.isEmpty { names.append(beginning) }
        let path = RelativePath.through(reversed: names)
        keep(path, of: id)
        return path
    }

    private func keep(_ path: [UInt8], of id: Int64) {
        if pathBytes > Self.mostPathBytes { (paths, pathBytes) = ([:], 0) }
        paths[id] = path
        pathBytes += path.count + 64
    }

    /// Returns the path of a file relative to its root.
    func path(_ directory: Int64, _ name: [UInt8]) throws -> [UInt8] {
        RelativePath.of(name, in: try path(directory))
    }

    /// Returns the absolute path of a directory; nil if its root is unknown.
    func absolutePath(_ directory: Int64) throws -> [UInt8]? {
        guard let root = try self[directory].flatMap({ roots[$0.root] }) else { return nil }
        return RelativePath.absolute(try path(directory), below: root.path)
    }
}
