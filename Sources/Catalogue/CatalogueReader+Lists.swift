package import PhotoModel
internal import PredicateFormat

extension CatalogueReader {
    /// The numbers of the assets a query lists, in its order, each with its media type in the two
    /// lowest bits.
    ///
    /// Without an order of its own the list goes by creation date, then by number.
    package func listing(_ query: AssetQuery) throws -> [Int64] {
        var query = query
        if query.orders.isEmpty { query.orders = [AssetQuery.Order(.creationDate)] }
        let (sql, bindings) = query.sql(
            now: CatalogueWriter.now(),
            selecting: "asset.id * 4 + asset.mediaType"
        )
        var listing: [Int64] = []
        try SQLiteStatement(database, sql).bind(bindings).forEach { listing.append($0.integer(0)) }
        return listing
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

    /// The identifier of an asset that is there, was removed, or is part of another now.
    package func identifier(_ id: Int64) throws -> ObjectUUID? {
        try statement(
            "SELECT uuid FROM asset WHERE id = ?1 UNION ALL SELECT uuid FROM tombstone WHERE id = ?1"
        )
        .bind(1, id).first { ObjectUUID(bytes: $0.blob(0)) }
    }
}
