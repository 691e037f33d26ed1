internal import PhotoModel

extension CatalogueReader {
    /// Lists assets so that what becomes of them can be told; call within ``snapshot(_:)``.
    package func track(_ query: AssetQuery) throws -> TrackedListing {
        TrackedListing(query, try bounds().sequence, .listing(try listing(query)))
    }

    /// More changed assets than this, if they are more than half of the list too, are told without details.
    package static let mostDetails = 100_000

    /// What became of a list until now, or nil when nothing did.
    ///
    /// Call within ``snapshot(_:)``. It is told from the changed assets alone, where their places follow from one
    /// date; the first time the list is gone through once for that. Otherwise the whole list is asked for
    /// again and compared: in another order, with a limit, in an album that the user orders, in a moment, by a
    /// condition that depends on the time.
    ///
    /// The list itself keeps what was made ready for that, and when nothing became of it it is as of now, so
    /// that no change is looked at twice. `query` is what the list is by now; nil when it is of something that
    /// is gone.
    package func change(
        of listing: inout TrackedListing,
        _ query: AssetQuery?
    ) throws -> ListingChange? {
        let changes = try assetChanges(since: listing.position)
        guard let changes, let query else { return try fetchedAnew(&listing, query) }
        let isTooMuch = changes.count > max(Self.mostDetails, listing.count / 2)
        guard !isTooMuch else { return try fetchedAnew(&listing, query) }
        guard let order = TrackedOrder(query), order == TrackedOrder(listing.query),
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
            ?? TrackedListing(listing.query, try bounds().sequence, .listing([]))
        let (before, now) = (listing.assets, after.assets)
        let changed = Set(changes.map { Array($0.assets.keys) } ?? [])
        let change = ListChange(from: before.map(\.id), to: now.map(\.id), changed: changed)
        guard !change.isEmpty else {
            listing = listing.unchanged(until: after.position)
            return nil
        }
        var result = ListingChange(after: after, change: change)
        result.removed = change.removed.map { before[$0] }
        let known = Set(before.map(\.id))
        result.inserted = now.filter { !known.contains($0.id) }
        // In the intermediate list those that move stand elsewhere than after.
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
        let records = try assets(Array(changes.assets.keys))
        let now = self.now
        var assets: [SequenceChange.Asset] = []
        for (id, before) in changes.assets {
            let new = records[id].flatMap { query.admits($0, now: now) ? order.element($0) : nil }
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

    /// The list as it was, with what it is ordered by: as it is now, with the changes taken back.
    private func earlier(
        _ query: AssetQuery,
        _ order: TrackedOrder,
        _ listing: TrackedListing,
        _ changes: [SequenceChange.Asset]
    ) throws -> AssetSequence {
        let now = AssetSequence(try ordered(query, order.key))
        let changed = Set(changes.compactMap { $0.old?.asset.id })
        var there: [Int64: ListedAsset] = [:]
        for asset in listing.assets where changed.contains(asset.id) { there[asset.id] = asset }
        let old = changes.compactMap { change -> AssetSequence.Element? in
            guard let old = change.old, let asset = there[old.asset.id] else { return nil }
            return AssetSequence.Element(key: old.key, asset: asset)
        }
        return now.replacing(changes.compactMap(\.new).sorted(), with: old.sorted())
    }
}

extension ListChange {
    /// The same of the lists told from their ends.
    func mirrored(before: Int, after: Int) -> ListChange {
        var change = ListChange()
        change.removed = removed.reversed().map { before - 1 - $0 }
        change.inserted = inserted.reversed().map { after - 1 - $0 }
        change.changed = changed.reversed().map { after - 1 - $0 }
        change.moves = moves.reversed().map {
            Move(from: after - 1 - $0.from, to: after - 1 - $0.to)
        }
        return change
    }
}
