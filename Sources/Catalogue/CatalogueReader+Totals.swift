package import PhotoModel

/// What a library amounts to.
package struct LibraryTotals: Sendable {
    /// Of each media type, how many assets that are not in the trash.
    package var assets: [(type: MediaType, count: Int64)] = []
    package var favorites: Int64 = 0
    package var hidden: Int64 = 0
    package var trashed: Int64 = 0
    /// Bytes of all files, those in the trash too.
    package var bytes: Int64 = 0
    /// Microseconds since 1970 of the last change; nil when the history holds none.
    package var lastChange: Int64?
}

extension CatalogueReader {
    /// How many content identifiers more files of a directory share than can be one asset by it.
    package func crowdedIdentifiers() throws -> Int64 {
        try statement(
            """
            SELECT count(*) FROM (SELECT 1 FROM asset WHERE contentIdentifier IS NOT NULL
                GROUP BY contentIdentifier, directory HAVING count(*) > ?)
            """
        ).bind(1, Int64(AssetGrouping.mostOfOneIdentifier)).first { $0.integer(0) } ?? 0
    }

    /// Counts everything; takes longer the more there is.
    ///
    /// Call within ``snapshot(_:)``.
    package func totals() throws -> LibraryTotals {
        var totals = LibraryTotals()
        try statement(
            """
            SELECT mediaType, count(*), sum(favorite), sum(hidden) FROM asset
            WHERE partOf IS NULL GROUP BY mediaType ORDER BY mediaType
            """
        ).forEach { row in
            totals.assets.append(
                (MediaType(rawValue: Int(row.integer(0))) ?? .unknown, row.integer(1))
            )
            totals.favorites += row.integer(2)
            totals.hidden += row.integer(3)
        }
        totals.trashed =
            try statement("SELECT count(*) FROM asset WHERE partOf = \(AssetRecord.inTrash)")
            .first { $0.integer(0) } ?? 0
        totals.bytes = try statement("SELECT sum(size) FROM resource").first { $0.integer(0) } ?? 0
        totals.lastChange =
            try statement("SELECT max(time) FROM commitTime").first {
                $0.optionalInteger(0)
            } ?? nil
        return totals
    }
}
