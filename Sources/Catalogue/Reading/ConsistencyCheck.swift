internal import PhotoModel
internal import PredicateFormat

/// Compares stored values with values computed from the rest of the catalogue.
struct ConsistencyCheck {
    let session: ReadSession
    let directories: DirectoryCache
    let assets: AssetQueries
    let collections: CollectionQueries
    let moments: MomentQueries

    /// Describes the contradictions in the catalogue; empty if it is consistent.
    func contradictions() throws -> [String] {
        var found: [String] = []
        for (sql, text) in Self.invariants {
            let broken =
                try session.statement("SELECT count(*) FROM (\(sql))").first { $0.integer(0) } ?? 0
            if broken > 0 { found.append("\(broken) × \(text)") }
        }
        found += try misgrouped()
        found += try wrongMoments()
        for collection in try collections.all([.smartAlbum]) {
            guard let query = try collections.query(collection) else { continue }
            var count: Int64 = 0
            try assets.forEach(query) { _ in count += 1 }
            // The matches of a pattern that takes too long do not count.
            if count != collection.count, query.predicate.givenUpPattern == nil {
                let title = String(decoding: collection.title, as: UTF8.self)
                found.append("\(title) counts \(collection.count) assets and has \(count)")
            }
        }
        return found
    }

    /// Finds files that are grouped differently than their names and contents require.
    private func misgrouped() throws -> [String] {
        let query =
            "\(AssetColumns.select) WHERE asset.directory = ? AND asset.id NOT IN (SELECT id FROM trash)"
        var wrong = 0
        for directory in try directories.directories("WHERE companions != 0") {
            var records: [AssetRecord] = []
            try session.statement(query).bind(1, directory.id).forEach {
                records.append(AssetColumns.read($0))
            }
            let owners = try records.map { record in
                var record = record
                record.own = try session.statement(AssetColumns.selectOwn).bind(1, record.id)
                    .first(AssetColumns.readOwn)
                return record
            }
            let grouping = AssetGrouping(owners)
            for record in owners {
                let (partOf, type) = grouping.place(of: record)
                let borrows = record.traits.contains(.borrows)
                if record.partOf != partOf || record.file.type != type
                    || borrows != (grouping.lent[record.id] != nil)
                {
                    wrong += 1
                }
            }
        }
        return wrong > 0 ? ["\(wrong) × a file that belongs to something else"] : []
    }

    /// Describes how the stored moments differ from those computed from all assets.
    private func wrongMoments() throws -> [String] {
        let isKept = try LibraryQueries(session).status()["moments"] != nil
        guard isKept else { return [] }
        var items: [MomentClustering.Item] = []
        try session.statement(MomentClustering.Item.select).forEach {
            items.append(MomentClustering.Item($0))
        }
        let expected = MomentClustering.moments(of: items)
        let kept = try moments.all().map(\.range)
        guard kept != expected else { return [] }
        let wrong = zip(kept, expected).count { $0 != $1 } + abs(kept.count - expected.count)
        return ["\(wrong) × a moment that is not what its assets make"]
    }
}
