internal import PhotoModel

/// Computes the changes of assets, and of lists of them, since a position in the history.
struct TrackingQueries {
    let session: ReadSession
    let directories: DirectoryCache
    let assets: AssetQueries
    let listings: ListingQueries
    let history: HistoryQueries

    /// The number of changed assets above which they are reported without details, if they are also more than half of
    /// the list.
    static let mostDetails = 100_000

    /// Returns the changes of assets since a position; nil if the history does not go back that far.
    ///
    /// Call it within ``snapshot(_:)``.
    func assetChanges(since base: Int64) throws -> AssetChanges? {
        let bounds = try history.bounds()
        guard base >= bounds.pruned else { return nil }
        var assets: [Int64: AssetChanges.Asset] = [:]
        try session.statement(
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
        // An inserted asset has no row: its ID is the sequence number of its insertion.
        try session.statement("SELECT id FROM asset WHERE id > ? AND partOf IS NULL").bind(1, base)
            .forEach {
                if assets[$0.integer(0)] == nil {
                    assets[$0.integer(0)] = AssetChanges.Asset(wasThere: false)
                }
            }
        return AssetChanges(base: base, end: bounds.sequence, assets: assets)
    }

    /// Whether anything but the conditions of roots changed since a position.
    func hasNews(since base: Int64) throws -> Bool {
        try session.statement(
            """
            SELECT EXISTS (SELECT 1 FROM change
                    WHERE sequence > ?1 AND kind NOT IN \(HistoryKind.conditions.sql))
                OR EXISTS (SELECT 1 FROM asset WHERE id > ?1)
                OR EXISTS (SELECT 1 FROM moment WHERE id > ?1)
                OR EXISTS (SELECT 1 FROM userCollection WHERE id > ?1)
            """
        ).bind(1, base).first { $0.integer(0) == 1 } ?? false
    }

    /// Lists assets so that changes can be computed later; call it within ``snapshot(_:)``.
    func track(_ query: AssetQuery) throws -> TrackedListing {
        TrackedListing(query, try history.bounds().sequence, .listing(try listings.listing(query)))
    }

    /// Computes the changes of a tracked list since its position; nil if nothing changed.
    ///
    /// Call it within ``snapshot(_:)``. A list at the present or a later position has no changes. The result is
    /// computed from the changed assets alone if their positions follow from one date; the first call reads the list
    /// once to prepare that. Otherwise the whole list is queried again and compared: in another order, with a limit, in
    /// an album that the user orders, in a moment, or with a condition that depends on time.
    ///
    /// The list keeps what was prepared, and if nothing changed its position is advanced, so that no change
    /// is examined twice. `query` is the present query of the list; nil if the listed object is gone.
    func change(
        of listing: inout TrackedListing,
        _ query: AssetQuery?
    ) throws -> ListingChange? {
        guard try listing.position < history.bounds().sequence else { return nil }
        let changes = try assetChanges(since: listing.position)
        guard let changes, let query else { return try fetchedAnew(&listing, query) }
        // Most of them may be in other lists: then comparing is less work.
        let isMuch = changes.count > max(Self.mostDetails, listing.count / 2)
        guard !isMuch, let order = TrackedOrder(query), order == TrackedOrder(listing.query),
            query.isSame(as: listing.query)
        else { return try compared(&listing, query, changes) }
        guard !changes.isEmpty else {
            listing = listing.unchanged(until: changes.end)
            return nil
        }
        return try placed(&listing, query, changes, order)
    }

    private func fetchedAnew(
        _ listing: inout TrackedListing,
        _ query: AssetQuery?
    ) throws -> ListingChange? {
        guard let query else { return try compared(&listing, nil, nil) }
        return ListingChange(after: try track(query), change: nil)
    }

    private func compared(
        _ listing: inout TrackedListing,
        _ query: AssetQuery?,
        _ changes: AssetChanges?
    ) throws -> ListingChange? {
        let after =
            try query.map { try track($0) }
            ?? TrackedListing(listing.query, try history.bounds().sequence, .listing([]))
        let (before, now) = (listing.assets, after.assets)
        let ids = Set(before.map(\.id)).union(now.map(\.id))
        let changed = Set(changes.map { $0.assets.keys.filter(ids.contains) } ?? [])
        if changed.count > max(Self.mostDetails, before.count / 2) {
            return ListingChange(after: after, change: nil)
        }
        let change = ListChange(from: before.map(\.id), to: now.map(\.id), changed: changed)
        guard !change.isEmpty else {
            listing = listing.unchanged(until: after.position)
            return nil
        }
        var result = ListingChange(after: after, change: change)
        result.removed = change.removed.map { before[$0] }
        let known = Set(before.map(\.id))
        result.inserted = now.filter { !known.contains($0.id) }
        // Objects that move have other positions in the intermediate list than in the list after.
        let middle = change.intermediate(
            of: before.map(\.id),
            inserting: result.inserted.map(\.id)
        )
        let byID = Dictionary(now.map { ($0.id, $0) }) { first, _ in first }
        result.changed = change.changed.compactMap { byID[middle[$0]] }
        return result
    }

    private func placed(
        _ listing: inout TrackedListing,
        _ query: AssetQuery,
        _ changes: AssetChanges,
        _ order: TrackedOrder
    ) throws -> ListingChange? {
        let records = try self.assets.assets(Array(changes.assets.keys))
        let now = session.now
        var query = query
        query.predicate = try session.settled(query.predicate)
        var assets: [SequenceChange.Asset] = []
        for (id, before) in changes.assets {
            let new = try records[id].flatMap { record in
                try query.admits(record, at: directories.path(record.directory), now: now)
                    ? order.element(record) : nil
            }
            let old = before.wasThere ? order.element(id, before) : nil
            if old != nil || new != nil { assets.append(SequenceChange.Asset(old: old, new: new)) }
        }
        let isReversed = order.isReversed
        let sequence = try listing.sequence(order) ?? earlier(query, order, listing, assets)
        listing = TrackedListing(
            query,
            listing.position,
            .sequence(sequence, isReversed: isReversed)
        )
        let found = SequenceChange(sequence, assets)
        guard !found.change.isEmpty else {
            listing = listing.unchanged(until: changes.end)
            return nil
        }
        var result = ListingChange(
            after: TrackedListing(
                query,
                changes.end,
                .sequence(found.after, isReversed: isReversed)
            ),
            change: isReversed
                ? found.change.mirrored(before: sequence.count, after: found.after.count)
                : found.change
        )
        result.removed = isReversed ? found.removed.reversed() : found.removed
        result.inserted = isReversed ? found.inserted.reversed() : found.inserted
        result.changed = isReversed ? found.changed.reversed() : found.changed
        return result
    }

    /// Returns the earlier list with its sort keys: the present list with the changes undone.
    private func earlier(
        _ query: AssetQuery,
        _ order: TrackedOrder,
        _ listing: TrackedListing,
        _ changes: [SequenceChange.Asset]
    ) throws -> AssetSequence {
        let now = AssetSequence(try listings.ordered(query, order.key))
        let changed = Set(changes.compactMap { $0.old?.asset.id })
        var there: [Int64: ListedAsset] = [:]
        for asset in listing.assets where changed.contains(asset.id) { there[asset.id] = asset }
        let old = changes.compactMap { change -> AssetSequence.Element? in
            guard let old = change.old, let asset = there[old.asset.id] else { return nil }
            return AssetSequence.Element(key: old.key, asset: asset)
        }
        return now.replacing(changes.compactMap(\.new).sorted(), with: old.sorted())
    }

    /// Returns the same list with its sort keys, so that changes can be placed in it.
    func prepared(_ list: TrackedListing) throws -> TrackedListing {
        guard case .listing = list.storage, let order = TrackedOrder(list.query),
            try history.bounds().sequence == list.position
        else { return list }
        let sequence = AssetSequence(try listings.ordered(list.query, order.key))
        return TrackedListing(
            list.query,
            list.position,
            .sequence(sequence, isReversed: order.isReversed)
        )
    }
}
