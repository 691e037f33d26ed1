/// The members of an album, for editing row by row.
///
/// They are ordered by positions with gaps between them: an insertion moves no other member, and only where a gap is
/// used up are the nearest members spread. A member is found by its index by walking from the nearer end.
package struct MemberRows {
    let table: AlbumMembers
    let album: Int64

    struct Row {
        let position: Int64
        let asset: Int64
        var date: Int64?
    }

    /// The gap between neighbours that are added at an end.
    static let step: Int64 = 1 << 20

    var statements: MemberStatements { get throws { try table.statements } }

    /// Returns whether an asset is a member, even if it is offline or deleted.
    package func contains(_ asset: Int64) throws -> Bool {
        try statements.inAlbum.bind(1, asset).bind(2, album).first { _ in true } ?? false
    }

    /// Adds at the end those assets that are not members yet.
    package func append(_ assets: [Int64]) throws {
        var known: Set<Int64> = []
        let new = try assets.filter { try known.insert($0).inserted && !contains($0) }
        _ = try put(new, after: end, before: nil)
    }

    /// Removes those assets that are members.
    package func remove(_ assets: [Int64]) throws {
        for asset in assets {
            var positions: [Int64] = []
            try statements.inAlbum.bind(1, asset).bind(2, album).forEach {
                positions.append($0.integer(0))
            }
            for position in positions { try delete(position) }
        }
    }

    /// Removes the members at ascending indexes.
    package func remove(at indexes: [Range<Int>]) throws {
        for row in try rows(at: indexes) { try delete(row.position) }
    }

    /// Inserts assets so that they end up at ascending indexes; existing members are moved there.
    package func insert(_ assets: [Int64], at indexes: [Range<Int>]) throws {
        try remove(assets)
        var (left, seeker) = (assets[...], try MemberSeeker(self))
        for range in indexes {
            try put(Array(left.prefix(range.count)), at: range.lowerBound, &seeker)
            left = left.dropFirst(range.count)
        }
    }

    /// Inserts assets together at an index, which is counted after removing those that are members already.
    package func insert(_ assets: [Int64], at index: Int) throws {
        try remove(assets)
        var seeker = try MemberSeeker(self)
        try put(assets, at: index, &seeker)
    }

    private func put(_ assets: [Int64], at index: Int, _ seeker: inout MemberSeeker) throws {
        let next = try seeker.position(at: index)
        let before = try next.map { try position(before: $0) } ?? end
        guard let last = try put(assets, after: before, before: next) else { return }
        seeker.note(inserted: assets.count, at: index, last: last)
    }

    /// Replaces the members at ascending indexes; assets that are members already leave their old places.
    package func replace(at indexes: [Range<Int>], with assets: [Int64]) throws {
        let places = try rows(at: indexes).map(\.position)
        for position in places { try delete(position) }
        try remove(assets)
        for (position, asset) in zip(places, assets) { try add(asset, at: position) }
    }

    /// Moves the members at ascending indexes together to an index among the remaining ones.
    package func move(at indexes: [Range<Int>], to index: Int) throws {
        let rows = try rows(at: indexes)
        for row in rows { try delete(row.position) }
        try insert(rows.map(\.asset), at: index)
    }

    /// Sets the members to exactly these, in this order; unchanged members at either end are not rewritten.
    package func set(_ assets: [Int64]) throws {
        var rows: [Row] = []
        try statements.inOrder.bind(1, album).forEach {
            rows.append(Row(position: $0.integer(0), asset: $0.integer(1)))
        }
        var (old, new) = (rows[...], assets[...])
        while let first = old.first, first.asset == new.first {
            (old, new) = (old.dropFirst(), new.dropFirst())
        }
        while let last = old.last, last.asset == new.last {
            (old, new) = (old.dropLast(), new.dropLast())
        }
        for row in old { try delete(row.position) }
        let before = old.startIndex > 0 ? rows[old.startIndex - 1].position : nil
        let next = old.endIndex < rows.count ? rows[old.endIndex].position : nil
        _ = try put(Array(new), after: before, before: next)
    }

    private func rows(at indexes: [Range<Int>]) throws -> [Row] {
        var (rows, seeker): ([Row], MemberSeeker) = ([], try MemberSeeker(self))
        for range in indexes {
            guard let start = try seeker.position(at: range.lowerBound) else { break }
            try statements.following.bind(1, album).bind(2, start).bind(3, Int64(range.count))
                .forEach { rows.append(Row(position: $0.integer(0), asset: $0.integer(1))) }
        }
        return rows
    }

    private var end: Int64? {
        get throws { try statements.ends.bind(1, album).first { $0.optionalInteger(1) } ?? nil }
    }

    private func position(before other: Int64) throws -> Int64? {
        try statements.before.bind(1, album).bind(2, other).first { $0.optionalInteger(0) } ?? nil
    }
}
