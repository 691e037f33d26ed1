internal import PhotoModel
internal import PredicateFormat

extension CatalogueReader {
    /// The numbers of the assets a query lists, in its order, each with its media type in the two
    /// lowest bits.
    ///
    /// Without an order of its own the list goes by creation date, then by number; that of a user's album
    /// as the user put it.
    package func listing(_ query: AssetQuery) throws -> [Int64] {
        var query = query
        if query.orders.isEmpty, query.ownOrder == nil {
            query.orders = [AssetQuery.Order(.creationDate)]
        }
        var listing: [Int64] = []
        try forEachListed(query, "asset.listed, asset.marks") { row in
            listing.append(row.integer(0))
            return query.limit < 0 || listing.count < query.limit
        }
        return listing
    }

    /// How many assets a query lists, its limit aside.
    package func count(_ query: AssetQuery) throws -> Int64 {
        var query = query
        (query.orders, query.limit) = ([], -1)
        var count: Int64 = 0
        try forEachListed(query, "asset.listed, asset.marks") { _ in
            count += 1
            return true
        }
        return count
    }

    /// Goes through a query's assets: what marks tell is decided here, the rest by SQLite.
    ///
    /// `columns`: Of which the second is the marks.
    private func forEachListed(
        _ query: AssetQuery,
        _ columns: String,
        _ body: (SQLiteStatement) throws -> Bool
    ) throws {
        guard query.limit != 0 else { return }
        let query = try resolvingIdentifiers(query)
        let now = CatalogueWriter.now()
        guard !query.predicate.keys.contains(.isTrashed) else {
            let (sql, bindings) = query.sql(now: now, selecting: columns)
            try SQLiteStatement(database, sql).bind(bindings).forEachUntilFalse(body)
            return
        }
        let (marked, rest) = query.predicate.dividedByMarks
        var filter = MarksFilter(marked, query)
        let choice = try marksChosen(&filter, query)
        let (sql, bindings) = query.sql(
            PredicateSQL(rest, now: now),
            choice,
            selecting: columns
        )
        try SQLiteStatement(database, sql).bind(bindings).forEachUntilFalse { row in
            filter.admits(row.integer(1)) ? try body(row) : true
        }
    }

    /// The condition that has SQLite look up assets by their marks, where that is less than to go
    /// through all: most conditions are for what few assets are.
    private func marksChosen(
        _ filter: inout MarksFilter,
        _ query: AssetQuery
    ) throws -> String? {
        guard query.scope == .library, !filter.admits(AssetMarks.plain.rawValue),
            try hasIndexOfMarks()
        else { return nil }
        var chosen: [Int64] = []
        try statement(
            """
            WITH RECURSIVE each (marks) AS (
                SELECT min(marks) FROM asset WHERE partOf IS NULL AND \(Schema.isMarked)
                UNION ALL
                SELECT (SELECT min(asset.marks) FROM asset WHERE partOf IS NULL
                    AND asset.\(Schema.isMarked) AND asset.marks > each.marks)
                FROM each WHERE each.marks IS NOT NULL)
            SELECT marks FROM each WHERE marks IS NOT NULL
            """
        ).forEach { if filter.admits($0.integer(0)) { chosen.append($0.integer(0)) } }
        let list = chosen.map { "\($0)" }.joined(separator: ",")
        let isChosen = "asset.\(Schema.isMarked) AND asset.marks IN (\(list))"
        let all = directories.values.reduce(0) { $0 + $1.assetCount }
        let most = max(all / 8, 1_000)
        let count = try SQLiteStatement(
            database,
            """
            SELECT count(*) FROM
                (SELECT 1 FROM asset WHERE partOf IS NULL AND \(isChosen) LIMIT \(most))
            """
        ).first { $0.integer(0) }
        return count ?? 0 < most ? isChosen : nil
    }

    private func hasIndexOfMarks() throws -> Bool {
        try statement("SELECT 1 FROM sqlite_master WHERE name = 'assetByMarks'").first { _ in true }
            ?? false
    }

    /// Those of the assets of these numbers that are live, by number.
    package func assets(_ ids: [Int64]) throws -> [Int64: AssetRecord] {
        let list = ids.map { "\($0)" }.joined(separator: ",")
        var found: [Int64: AssetRecord] = [:]
        try statement(
            "\(AssetColumns.select) WHERE asset.id IN (SELECT value FROM json_each(?)) AND partOf IS NULL"
        ).bind(1, text: "[\(list)]").forEach {
            let record = AssetColumns.read($0)
            found[record.id] = record
        }
        return found
    }
}

extension PredicateTree {
    /// What must hold, all of it.
    var conjuncts: [PredicateTree] {
        guard case .and(let parts) = self else { return [self] }
        return parts.flatMap(\.conjuncts)
    }

    /// What marks tell, and the rest.
    fileprivate var dividedByMarks: (marked: PredicateTree, rest: PredicateTree) {
        var (marked, rest): ([PredicateTree], [PredicateTree]) = ([], [])
        for part in conjuncts {
            let isTold = part.keys.isSubset(of: AssetMarks.keys) && !part.dependsOnTime
            if isTold { marked.append(part) } else { rest.append(part) }
        }
        return (.and(marked), .and(rest))
    }
}
