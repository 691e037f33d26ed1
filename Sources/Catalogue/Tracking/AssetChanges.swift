internal import PhotoModel

/// What became of assets in a stretch of history.
package struct AssetChanges: Sendable {
    /// An asset that came, went or changed.
    struct Asset: Sendable {
        /// Whether it was there at the beginning.
        var wasThere: Bool
        /// What it was ordered by then, in microseconds since 1970.
        var creationDate: Int64 = 0
        var modificationDate: Int64 = 0
    }

    /// The sequence number after which the stretch begins.
    package let base: Int64
    /// The last one in it.
    package let end: Int64
    let assets: [Int64: Asset]

    package var count: Int { assets.count }

    package var isEmpty: Bool { assets.isEmpty }
}

extension CatalogueReader {
    /// What became of assets since a position; nil when the history does not go back to it.
    ///
    /// Call within ``snapshot(_:)``.
    package func assetChanges(since base: Int64) throws -> AssetChanges? {
        let bounds = try bounds()
        guard base >= bounds.pruned else { return nil }
        var assets: [Int64: AssetChanges.Asset] = [:]
        try statement(
            """
            SELECT object, change, creationDate, modificationDate FROM change
            WHERE sequence > ? AND kind = \(HistoryKind.asset.sql) ORDER BY sequence
            """
        ).bind(1, base).forEach { row in
            let id = row.integer(0)
            guard assets[id] == nil else { return }
            let isInsertion = row.integer(1) == ChangeKind.inserted.rawValue
            assets[id] = AssetChanges.Asset(
                wasThere: id <= base && !isInsertion,
                creationDate: row.integer(2),
                modificationDate: row.integer(3) / 1_000
            )
        }
        // What was inserted has no row: its number says when.
        try statement("SELECT id FROM asset WHERE id > ? AND partOf IS NULL").bind(1, base).forEach
        {
            if assets[$0.integer(0)] == nil {
                assets[$0.integer(0)] = AssetChanges.Asset(wasThere: false)
            }
        }
        return AssetChanges(base: base, end: bounds.sequence, assets: assets)
    }

    /// Whether anything but the condition of roots is different since a position.
    package func hasNews(since base: Int64) throws -> Bool {
        try statement(
            """
            SELECT EXISTS (SELECT 1 FROM change
                    WHERE sequence > ?1 AND kind NOT IN \(HistoryKind.conditions.sql))
                OR EXISTS (SELECT 1 FROM asset WHERE id > ?1)
                OR EXISTS (SELECT 1 FROM moment WHERE id > ?1)
                OR EXISTS (SELECT 1 FROM userCollection WHERE id > ?1)
            """
        ).bind(1, base).first { $0.integer(0) == 1 } ?? false
    }

    /// The asset as it is now, nil when it is gone, and whether its pictures are others; nil when nothing is
    /// different.
    ///
    /// Call within ``snapshot(_:)``.
    package func difference(
        _ before: AssetRecord
    ) throws -> (after: AssetRecord?, isContent: Bool)? {
        guard let after = try asset(before.id) else { return (nil, false) }
        let isContent = after.hasOtherContent(than: before)
        let keys = try before.changedKeys(to: after) { try directory($0)?.root }
        let isSame =
            keys.isEmpty && !isContent && after.partCount == before.partCount
            && after.burstIdentifier == before.burstIdentifier
            && after.representsBurst == before.representsBurst
        return isSame ? nil : (after, isContent)
    }
}
