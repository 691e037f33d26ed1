internal import PhotoModel

/// Repairs the tree of directories and its counts.
final class DirectoryRepair {
    private let connection: WriteConnection
    /// The directories that can be reached from a root, by ID.
    private var known: [Int64: DirectoryRecord] = [:]
    private var children: [Int64: [Int64]] = [:]
    private var roots: [Int64: Int64] = [:]
    /// The kinds of files that others can belong to, by directory.
    private var companions: [Int64: Companions] = [:]

    init(_ writer: CatalogueWriter) throws {
        connection = writer.connection
        try connection.forEachRow("SELECT directory, id FROM root") {
            roots[$0.integer(0)] = $0.integer(1)
        }
        try connection.forEachRow("\(DirectoryRecord.select) ORDER BY id") { row in
            let record = DirectoryRecord(row)
            known[record.id] = record
            if let parent = record.parent { children[parent, default: []].append(record.id) }
        }
    }

    /// Deletes directories that lead to no root, and all but the first of those with the same name in a directory.
    func dropUnreachable() throws {
        var (reached, names): (Set<Int64>, Set<DirectoryName>) = ([], [])
        var waiting = roots.keys.sorted().filter { known[$0]?.parent == nil && known[$0] != nil }
        var order: [Int64] = []
        while let id = waiting.popLast() {
            guard let record = known[id], reached.insert(id).inserted else { continue }
            order.append(id)
            for child in children[id] ?? [] {
                guard let below = known[child], below.root == record.root else { continue }
                // A directory that is being moved no longer has its name.
                let name = DirectoryName(parent: id, name: below.name)
                guard below.isDetached || names.insert(name).inserted else { continue }
                waiting.append(child)
            }
        }
        for id in Set(known.keys).subtracting(reached).sorted() {
            try connection.prepare("DELETE FROM directory WHERE id = ?").bind(1, id).run()
            known[id] = nil
        }
    }

    private struct DirectoryName: Hashable {
        let parent: Int64
        let name: [UInt8]
    }

    /// The directories in which files can be, by ID.
    var live: [Int64] { known.values.filter { !$0.isRemoved }.map(\.id).sorted() }

    /// Records that a file is in its directory.
    func note(_ record: AssetRecord) {
        let kind = Companions(record)
        guard kind != .still else { return }
        companions[record.directory, default: []].formUnion(Companions.noted(of: record))
    }

    /// Writes the numbers of assets and filled directories in each directory, and `number` as the position of the
    /// write.
    func count(at number: Int64) throws {
        var assets: [Int64: Int64] = [:]
        try connection.forEachRow(
            "SELECT directory, count(*) FROM asset WHERE partOf IS NULL GROUP BY directory"
        ) { assets[$0.integer(0)] = $0.integer(1) }
        var members: [Int64: (counted: Int64, all: Int64)] = [:]
        try connection.forEachRow(
            "SELECT album, count(date), count(*) FROM member GROUP BY album"
        ) { members[$0.integer(0)] = ($0.integer(1), $0.integer(2)) }
        let update = try connection.prepare(
            """
            UPDATE directory SET assetCount = ?2, childCount = ?3, addedCount = ?4, hasMembers = ?5,
                companions = ?6, written = ?7 WHERE id = ?1
            """
        )
        let filled = filledChildren(assets)
        for (id, record) in known {
            let kinds = record.companions.union(companions[id] ?? [])
            try update.bind(1, id).bind(2, assets[id] ?? 0).bind(3, filled[id] ?? 0)
                .bind(4, members[id]?.counted ?? 0).bind(5, Int64(members[id] == nil ? 0 : 1))
                .bind(6, kinds.rawValue).bind(7, number).run()
        }
    }

    /// Returns for each directory how many directories in it have assets, in themselves or below.
    private func filledChildren(_ assets: [Int64: Int64]) -> [Int64: Int64] {
        var (counts, isCounted): ([Int64: Int64], Set<Int64>) = ([:], [])
        for start in assets.keys {
            var current = start
            while isCounted.insert(current).inserted, let parent = known[current]?.parent {
                counts[parent, default: 0] += 1
                current = parent
            }
        }
        return counts
    }
}
