internal import GRDB

/// Directories a reader has asked for, looked up once until the catalogue changes or there are too many.
///
/// A reader needs a few of them for each change, however many there are; but who is told everything from the
/// beginning comes by them all.
final class KnownDirectories {
    private let selectOne: SQLiteStatement
    private var records: [Int64: DirectoryRecord] = [:]
    private var paths: [Int64: [UInt8]] = [:]
    private var pathBytes = 0
    /// How many are kept at most.
    private static let mostRecords = 4_096
    /// Bytes of paths to be kept at most: those of deep trees are long.
    private static let mostPathBytes = 4 << 20

    init(_ database: Database) throws {
        selectOne = try SQLiteStatement(database, "\(DirectoryRecord.select) WHERE id = ?")
    }

    subscript(_ id: Int64) -> DirectoryRecord? {
        get throws {
            if let known = records[id] { return known }
            let found = try selectOne.bind(1, id).first { DirectoryRecord($0) }
            if let found { note(found) }
            return found
        }
    }

    /// Keeps what was read otherwise.
    func note(_ record: DirectoryRecord) {
        if records.count >= Self.mostRecords { records = [:] }
        records[record.id] = record
    }

    func forget() {
        (records, paths, pathBytes) = ([:], [:], 0)
    }

    /// A directory's path relative to its root; empty for the root itself.
    func path(_ id: Int64) throws -> [UInt8] {
        if let known = paths[id] { return known }
        var names: [[UInt8]] = []
        var beginning: [UInt8] = []
        var current = try self[id]
        while let record = current, let parent = record.parent {
            names.append(record.name)
            if let known = paths[parent] {
                beginning = known
                break
            }
            current = try self[parent]
        }
        if !beginning.isEmpty { names.append(beginning) }
        let path = Array(names.reversed().joined(separator: [UInt8(ascii: "/")]))
        keep(path, of: id)
        return path
    }

    private func keep(_ path: [UInt8], of id: Int64) {
        if pathBytes > Self.mostPathBytes { (paths, pathBytes) = ([:], 0) }
        paths[id] = path
        pathBytes += path.count + 64
    }
}
