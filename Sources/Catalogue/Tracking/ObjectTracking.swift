internal import PhotoModel

/// Computes the changes of single objects in a range of the history.
struct ObjectTracking {
    let session: ReadSession
    let assets: AssetQueries
    let history: HistoryQueries

    /// Returns the asset at the end of the history, nil if it is gone, and whether its content changed; nil if nothing
    /// changed it since a position.
    ///
    /// If the history was pruned since then, it may have lost changes, and the asset itself is compared. Call within
    /// ``CatalogueReader/snapshot(_:)``.
    func difference(
        _ before: AssetRecord,
        since base: Int64
    ) throws -> (after: AssetRecord?, isContent: Bool)? {
        let bounds = try history.bounds()
        let rows = try ObjectHistory(session, through: bounds.sequence)
            .rows(before.id, .asset, after: base)
        let after = try assets.asset(before.id)
        guard !rows.isEmpty || base < bounds.pruned else { return nil }
        guard let after else { return (nil, false) }
        let isContent =
            after.file.hasOtherContent(than: before.file)
            || rows.contains { $0.contentChanged }
        let isSame = before.changedKeys(to: after) { _ in nil }.isEmpty && !isContent
        return rows.isEmpty && isSame ? nil : (after, isContent)
    }

    /// Returns which properties of a collection changed since a position; nil if the history reaches back that far and
    /// has no row of it.
    func changedKeys(
        of object: Int64,
        _ kind: HistoryKind,
        since base: Int64
    ) throws -> CollectionKeys? {
        let bounds = try history.bounds()
        let rows = try ObjectHistory(session, through: bounds.sequence)
            .rows(object, kind, after: base)
        if rows.isEmpty { return base < bounds.pruned ? [] : nil }
        return rows.reduce([]) { $0.union(CollectionKeys(rawValue: $1.keys)) }
    }

    /// Returns the identifiers of the collections in the history since a position, including those whose members
    /// changed, but not those that only changed places.
    func collections(since base: Int64) throws -> Set<ObjectUUID> {
        let others = [.asset] + HistoryKind.conditions
        var found: Set<ObjectUUID> = []
        try session.statement(
            """
            SELECT uuid FROM change
            WHERE sequence > ? AND kind NOT IN \(others.sql) AND uuid IS NOT NULL
                AND (change <> \(ChangeKind.changed.sql)
                    OR keys <> \(CollectionKeys.position.rawValue))
            """
        ).bind(1, base).forEach { found.insert(ObjectUUID(bytes: $0.blob(0))) }
        return found
    }
}
