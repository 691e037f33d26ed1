internal import PhotoModel
internal import PredicateFormat

/// Lists the assets of queries, in their order.
struct ListingQueries {
    private let session: ReadSession
    private let resolution: QueryResolution

    init(_ session: ReadSession, _ resolution: QueryResolution) {
        (self.session, self.resolution) = (session, resolution)
    }

    /// Returns the assets of a query, in its order.
    ///
    /// Without an order, assets are sorted by creation date and then by ID; those of a user-created album in
    /// the user's order.
    func listing(_ query: AssetQuery) throws -> [ListedAsset] {
        var query = query
        if query.orders.isEmpty, query.ownOrder == nil {
            query.orders = [AssetQuery.Order(.creationDate)]
        }
        return try collect(query)
    }

    /// Returns the assets of a query with a date as key, ascending by it and by number.
    func ordered(_ query: AssetQuery, _ key: PredicateKey) throws -> [AssetSequence.Element] {
        var query = try resolution.resolving(query)
        query.orders = [AssetQuery.Order(key)]
        let (marked, rest) = query.predicate.dividedByMarks
        var filter = MarksFilter(marked, query)
        let choice = try marksChosen(&filter, query)
        let (sql, bindings) = query.sql(
            PredicateSQL(rest, now: session.now),
            choice,
            selecting: "asset.listed, asset.marks, \(key.column)"
        )
        var elements: [AssetSequence.Element] = []
        try session.prepare(sql).bind(bindings).forEach { row in
            guard filter.admits(row.integer(1)) else { return }
            let asset = ListedAsset(rawValue: row.integer(0))
            elements.append(AssetSequence.Element(key: row.integer(2), asset: asset))
        }
        return elements
    }

    /// Returns the number of assets that a query lists, regardless of its limit.
    func count(_ query: AssetQuery) throws -> Int64 {
        var query = query
        (query.orders, query.limit) = ([], -1)
        return Int64(try collect(query).count)
    }

    /// Collects a query's assets: conditions on marks are evaluated here, the rest by SQLite.
    private func collect(_ query: AssetQuery) throws -> [ListedAsset] {
        let query = try resolution.resolving(query)
        let (now, limit) = (session.now, query.limit < 0 ? Int.max : Int(query.limit))
        guard !query.predicate.keys.contains(.isTrashed) else {
            let (sql, bindings) = query.sql(now: now, selecting: "asset.listed")
            return try session.prepare(sql).bind(bindings).collect(limit, lowest: .max)
        }
        let (marked, rest) = query.predicate.dividedByMarks
        var filter = MarksFilter(marked, query)
        let choice = try marksChosen(&filter, query)
        let isSimple =
            try marked.keys.isSubset(of: [.mediaType, .isHidden])
            && !(query.leavesOutUnreadable && hasUnreadable())
        let (sql, bindings) = query.sql(
            PredicateSQL(rest, now: session.now),
            choice,
            selecting: isSimple ? "asset.listed" : "asset.listed, asset.marks"
        )
        let statement = session.prepare(sql).bind(bindings)
        guard isSimple else { return try statement.collect(limit, &filter) }
        var lowest: UInt16 = 0
        for bits in 0..<16 where filter.admits(ListedAsset.marks(bits).rawValue) {
            lowest |= 1 << UInt16(bits)
        }
        return try statement.collect(limit, lowest: lowest)
    }

    /// Returns the condition by which SQLite looks up assets by their marks, if that is less work than going through
    /// all of them: most conditions hold for few assets.
    private func marksChosen(
        _ filter: inout MarksFilter,
        _ query: AssetQuery
    ) throws -> String? {
        guard query.scope == .library, !filter.admits(AssetMarks.plain.rawValue),
            try hasIndexOfMarks()
        else { return nil }
        var chosen: [Int64] = []
        try session.statement(
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
        let all =
            try session.statement("SELECT max(count) FROM smartAlbum").first { $0.integer(0) } ?? 0
        let most = max(all / 8, 1_000)
        let count = try session.prepare(
            """
            SELECT count(*) FROM
                (SELECT 1 FROM asset WHERE partOf IS NULL AND \(isChosen) LIMIT \(most))
            """
        ).first { $0.integer(0) }
        return count ?? 0 < most ? isChosen : nil
    }

    private func hasUnreadable() throws -> Bool {
        try session.statement(
            "SELECT EXISTS (SELECT 1 FROM asset WHERE unreadableReason IS NOT NULL)"
        ).first { $0.integer(0) == 1 } ?? false
    }

    private func hasIndexOfMarks() throws -> Bool {
        try session.statement("SELECT 1 FROM sqlite_master WHERE name = 'assetByMarks'").first {
            _ in true
        }
            ?? false
    }
}

extension PredicateTree {
    /// The operands of a conjunction.
    var conjuncts: [PredicateTree] {
        guard case .and(let parts) = self else { return [self] }
        return parts.flatMap(\.conjuncts)
    }

    /// The conditions on marks, and the other ones.
    fileprivate var dividedByMarks: (marked: PredicateTree, rest: PredicateTree) {
        var (marked, rest): ([PredicateTree], [PredicateTree]) = ([], [])
        for part in conjuncts {
            let isTold = part.keys.isSubset(of: AssetMarks.keys) && !part.dependsOnTime
            if isTold { marked.append(part) } else { rest.append(part) }
        }
        return (.and(marked), .and(rest))
    }
}
