internal import PhotoModel
internal import PredicateFormat

/// The place of a directory, for conditions on paths.
struct DirectoryPlace: PredicateSubject {
    let number: Int64
    /// The path relative to the root, as text; empty for the root itself.
    let path: String

    func value(_ key: PredicateKey) -> PredicateValue {
        key == .directory ? .text(path) : .null
    }

    private struct Row {
        let parent: Int64?
        let name: [UInt8]
    }

    /// Returns all directories, read at once because a condition is evaluated for each.
    static func all(_ session: ReadSession) throws -> [DirectoryPlace] {
        var rows: [Int64: Row] = [:]
        try session.statement("SELECT id, parent, name FROM directory").forEach {
            rows[$0.integer(0)] = Row(parent: $0.optionalInteger(1), name: $0.blob(2))
        }
        var paths: [Int64: [UInt8]] = [:]
        return rows.keys.map { number in
            let path = Self.path(of: number, rows, &paths)
            return DirectoryPlace(number: number, path: String(decoding: path, as: UTF8.self))
        }
    }

    /// Returns a directory's path, built from those of the directories above it; `paths` caches known paths.
    private static func path(
        of number: Int64,
        _ rows: [Int64: Row],
        _ paths: inout [Int64: [UInt8]]
    ) -> [UInt8] {
        var below: [Int64] = []
        var current = number
        // A directory that lies in itself is damage, and its path has no end.
        while paths[current] == nil, let row = rows[current], let parent = row.parent,
            below.count < DirectoryTable.deepest
        {
            below.append(current)
            current = parent
        }
        var path = paths[current] ?? []
        for next in below.reversed() {
            path = RelativePath.of(rows[next]?.name ?? [], in: path)
            paths[next] = path
        }
        return path
    }
}
